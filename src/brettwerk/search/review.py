"""The review of a game: which moves were mistakes, what was better, where the game turned."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from brettwerk.core.game import Move, Position
from brettwerk.i18n import Language, Translator
from brettwerk.records import Record
from brettwerk.records.record import Ply
from brettwerk.search.book import book_moves
from brettwerk.search.chances import expected
from brettwerk.search.explain import exact_words, line_words, score_words, seat
from brettwerk.search.report import Analysis, Line
from brettwerk.solving import is_promising

Analyse = Callable[[Position], Analysis]

# How much less than with the best move a player may expect (a win is 1, a loss -1).
SLIP, MISTAKE, BLUNDER = 0.15, 0.3, 0.7
WON = 0.8  # what a player may expect in a position that counts as won
KINDS = (("blunder", BLUNDER), ("mistake", MISTAKE), ("slip", SLIP))
MISTAKES = ("missed-win", "blunder", "mistake", "slip")
FINDS = ("great", "only")
BOOK = "book"
MOMENTS = 3  # to learn from
SHOWN = 6  # moves of a better line
ANNOTATOR = "Brettwerk"


@dataclass(frozen=True)
class Look:
    """A position of a record with what was found out about it."""

    position: Position
    analysis: Analysis

    @cached_property
    def best(self) -> Line | None:
        """The best line, none where the game is over."""
        return self.analysis.lines[0] if self.analysis.lines else None

    @cached_property
    def gap(self) -> float:
        """How much more the player to move may expect of the best move than of the second best."""
        if len(self.analysis.lines) < 2:
            return 0.0
        first, second = (self._expected(line) for line in self.analysis.lines[:2])
        return first[self.position.turn] - second[self.position.turn]

    def _expected(self, line: Line) -> tuple[float, ...]:
        return line.exact.returns if line.exact else expected(self.position.game.name, line.score)

    @property
    def score(self) -> tuple[float, ...]:
        """What each may expect."""
        if outcome := self.position.outcome:
            return outcome.returns
        if exact := self.analysis.exact:
            return exact.returns
        return self._expected(self.best) if self.best else (0.0,) * self.position.game.players

    def words(self, language: Language) -> str:
        """Return the evaluation in words."""
        if exact := self.analysis.exact:
            return exact_words(self.position, exact, language, self.best.moves if self.best else ())
        if self.best:
            return line_words(self.position, self.best, language)
        return score_words(self.position, self.score, language)


@dataclass(frozen=True)
class Judgement:
    """A move of a game (`ply` from 1) beside the best one, and how much was given away by it."""

    ply: int
    move: str
    player: int
    before: Look
    after: Look
    is_known: bool = False  # from a book

    @cached_property
    def loss(self) -> float:
        """How much less the player may expect than before; nothing for the best move."""
        best = self.before.best
        if best is None or best.move.text == self.move:
            return 0.0
        return max(0.0, self._before - self._after)

    @property
    def better(self) -> tuple[Move, ...]:
        """The line that was best instead; it may begin with the same move."""
        return self.before.best.moves if self.before.best else ()

    @property
    def kind(self) -> str | None:
        """What the move is called: of `MISTAKES` or `FINDS`, `BOOK`, or None if nothing special.

        A mistake is one even if it is in the book. A win that was missed leaves the game open. The
        only move is the best one where the second best would have been a mistake; where it would
        have been a blunder, it is a great find.
        """
        if self.loss >= MISTAKE and self._before >= WON and self._after > -MISTAKE:
            return "missed-win"
        mistake = next((kind for kind, least in KINDS if self.loss >= least), None)
        if mistake is None and self.is_known:
            return BOOK
        if mistake or self.before.best is None or self.before.best.move.text != self.move:
            return mistake
        gap = self.before.gap
        return "great" if gap >= BLUNDER else "only" if gap >= MISTAKE else None

    @property
    def is_mistake(self) -> bool:
        """Whether something better was missed."""
        return self.kind in MISTAKES

    @property
    def _before(self) -> float:
        return self.before.score[self.player]

    @property
    def _after(self) -> float:
        return self.after.score[self.player]


@dataclass(frozen=True)
class Review:
    """All moves of a record judged."""

    record: Record
    judgements: tuple[Judgement, ...]

    @cached_property
    def turning(self) -> Judgement | None:
        """The mistake that decided the game: the gravest of the others' since the winner's last."""
        if not self.judgements:
            return None
        winners = self._winners
        if not winners:
            return None
        mistakes = [found for found in self.judgements if found.loss >= MISTAKE]
        returned = max((found.ply for found in mistakes if found.player in winners), default=0)
        decisive = [f for f in mistakes if f.ply > returned and f.player not in winners]
        return max(decisive, key=lambda found: found.loss, default=None)

    @property
    def moments(self) -> tuple[Judgement, ...]:
        """The gravest mistakes, in the order of the game: the moments to learn from."""
        grave = [found for found in self.judgements if found.loss >= MISTAKE]
        gravest = sorted(grave, key=lambda found: -found.loss)[:MOMENTS]
        return tuple(sorted(gravest, key=lambda found: found.ply))

    @property
    def _winners(self) -> set[int]:
        """Who won, or is clearly ahead at the end."""
        outcome = self.record.outcome()
        gains = outcome.returns if outcome else self.judgements[-1].after.score
        return {player for player, gain in enumerate(gains) if gain >= MISTAKE}

    def count(self, player: int, kind: str) -> int:
        """Return how many such mistakes a player made."""
        return sum(found.player == player and found.kind == kind for found in self.judgements)


def lines_for(position: Position) -> int:
    """Return how many lines a review needs: two, to tell only moves, unless a solver is asked."""
    return 1 if is_promising(position) else 2


def review(record: Record, analyse: Analyse, book: int = 0) -> Review:
    """Judge all moves of a record.

    A move is judged by the difference between what its player may expect before it with the best
    move, and after it. The first `book` moves are known. Events around the game are no moves.
    """
    return judged_by(record, tuple(looks_at(record, analyse)), book)


def looks_at(record: Record, analyse: Analyse) -> Iterator[Look]:
    """Analyse the positions of a record one after the other; raise BadRecord before the first."""
    positions = tuple(record.positions())
    return (Look(position, analyse(position)) for position in positions)


def judged_by(record: Record, looks: Sequence[Look], book: int = 0) -> Review:
    """Judge the moves of a record by the evaluations of its positions, as far as there are any.

    The first `book` moves are known, and those of the opening book. Events are not moves, and
    random moves are not judged.
    """
    found = (
        Judgement(
            number,
            ply.text,
            before.position.turn,
            before,
            after,
            number <= book or ply.text in _book_texts(before.position),
        )
        for number, (ply, before, after) in enumerate(
            zip(record.plies, looks, looks[1:], strict=False), start=1
        )
        if not ply.is_event and number > record.opening_plies
    )
    return Review(record, tuple(found))


def _book_texts(position: Position) -> tuple[str, ...]:
    """Return the moves of the opening book at a position."""
    return tuple(move.text for move in book_moves(position))


# -- written into the record ----------------------------------------------------------------------
def annotated(found: Review, language: Language) -> Record:
    """Return the record with remarks, better lines as variations, and a summary at its head."""
    special = {judged.ply: judged for judged in found.judgements if judged.kind}
    plies = tuple(
        _with_remark(ply, special[number], language) if number in special else ply
        for number, ply in enumerate(found.record.plies, start=1)
    )
    tags = {**found.record.tags, "Annotator": ANNOTATOR}
    comment = _joined(found.record.comment, " ".join(summary(found, language)))
    return replace(found.record, plies=plies, tags=tags, comment=comment)


def _with_remark(ply: Ply, judged: Judgement, language: Language) -> Ply:
    comment = _joined(ply.comment, remark(judged, language))
    if not judged.is_mistake:
        return replace(ply, comment=comment)
    better = tuple(type(ply)(move.text) for move in judged.better[:SHOWN])
    variations = ply.variations if better in ply.variations else (*ply.variations, better)
    return replace(ply, comment=comment, variations=variations)


def _joined(there: str, words: str) -> str:
    """Join two comments without repeating one: a game may be annotated again."""
    return there if words in there else f"{there} {words}".strip()


def remark(judged: Judgement, language: Language) -> str:
    """Return what was wrong with a move and what was better, or that it was found."""
    best = judged.before.best
    if best is None or judged.kind is None:
        return ""
    return Translator(language)(
        f"review-kind-{judged.kind}",
        better=best.move.text,
        words=judged.before.words(language),
        line=" ".join(move.text for move in best.moves[:SHOWN]),
        now=judged.after.words(language),
    )


def summary(found: Review, language: Language) -> list[str]:
    """Return sentences: where the game turned, the mistakes of each player, the finds."""
    if not found.judgements:
        return []
    t, position = Translator(language), found.judgements[0].before.position
    lines = [_turning_told(found.turning, t)]
    for player in range(position.game.players):
        counts = {kind: found.count(player, kind) for kind, _ in KINDS}
        counts["blunder"] += found.count(player, "missed-win")
        faults = [t(f"review-count-{kind}", count=count) for kind, count in counts.items() if count]
        if faults:
            lines.append(t("review-counts", who=seat(position, player, t), faults=t.join(faults)))
    if great := next((judged for judged in found.judgements if judged.kind == "great"), None):
        who = seat(position, great.player, t)
        lines.append(t("review-great", who=who, move=great.move, ply=great.ply))
    return lines


def _turning_told(turning: Judgement | None, t: Translator) -> str:
    if turning is None or turning.before.best is None:
        return t("review-not-turned")
    return t(
        "review-turned",
        ply=turning.ply,
        move=turning.move,
        who=seat(turning.before.position, turning.player, t),
        better=turning.before.best.move.text,
    )
