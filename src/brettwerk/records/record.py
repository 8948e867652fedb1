"""The record of a game: the game, its start, its plies and its tags."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from brettwerk.core.game import Game, Move, Position
from brettwerk.core.outcome import UNFINISHED, Outcome
from brettwerk.errors import BadRecord, translator_of
from brettwerk.i18n import SOURCE, Language, truncate

from .html import in_frame, step_page
from .limits import MAX_CLOCK, MAX_DEPTH, MAX_PLIES, MAX_START_LENGTH, MAX_TAGS, MAX_TEXT_LENGTH
from .replay import ReplayStep, is_event, replay, replay_from
from .result import possible_results, result_text
from .tags import NAME, OPENING_PLIES, outcome_tags, reserved_tags, seat_tags

# Letters, digits, signs of captures and barricades, and all kinds of dashes.
_PLY = re.compile(r"[A-Za-z][A-Za-z0-9:+×–—−‐‑-]{0,63}")
_POINTS = re.compile(r"[0-9]{1,9}(-[0-9]{1,9})*")


@dataclass(frozen=True, slots=True)
class Ply:
    """A move or an event such as `resign:1`, with a comment and the seconds left on the clock.

    The clock is that of the player who moved, after the move, to the millisecond. `variations`
    are alternatives to this ply, each a line of plies.
    """

    text: str
    comment: str = ""
    clock: float | None = None
    variations: tuple[tuple[Ply, ...], ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.text, str) or not _PLY.fullmatch(self.text):
            raise BadRecord("record-word", given=_describe(self.text))
        _check_text(self.comment, "record-comment")
        if self.clock is not None:
            object.__setattr__(self, "clock", _checked_clock(self.clock))
        if self.variations:
            object.__setattr__(self, "variations", _checked_variations(self.variations))

    @property
    def is_event(self) -> bool:
        """Return whether this is an event and not a move."""
        return is_event(self.text)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Record:
    """The record of a game; `tags` exclude those of the game, its start and its result.

    Moves are checked when the record is replayed: by `positions`, `final`, `outcome`, `check`.
    Notebooks show it as a board that steps through the game.

    >>> import brettwerk
    >>> game = brettwerk.game("bedraengnis")
    >>> record = brettwerk.Record.of(game, ["b2", "c3"], players=["Ada", "Bo"])
    >>> record.players, record.result, [str(ply) for ply in record.plies]
    (('Ada', 'Bo'), '*', ['b2', 'c3'])
    >>> record.final().to_move
    0
    """

    game: Game
    plies: tuple[Ply, ...] = ()
    result: str = UNFINISHED
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    start: str | None = None
    comment: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "plies", tuple(self.plies))
        object.__setattr__(self, "tags", MappingProxyType(dict(self.tags)))
        _check_size(self.plies)
        if not isinstance(self.result, str) or self.result not in possible_results(
            self.game.players
        ):
            listed = ", ".join(sorted(possible_results(self.game.players)))
            raise BadRecord("record-result", given=_describe(self.result), known=listed)
        _check_tags(self.tags, self.game)
        _check_start(self.start)
        _check_text(self.comment, "record-comment")

    @classmethod
    def of(
        cls,
        game: Game,
        moves: Iterable[str | Move | Ply] = (),
        *,
        players: Sequence[str] = (),
        tags: Mapping[str, str] | None = None,
        result: str | None = None,
        start: str | Position | None = None,
        comment: str = "",
    ) -> Record:
        """Replay moves and return their record, with the tags of its outcome.

        >>> import brettwerk
        >>> Record.of(brettwerk.game("drei"), ["d4", "c3", "resign:0"]).result
        '0-1'
        """
        given = [move if isinstance(move, Ply) else str(move) for move in moves]
        begin = start if start is None or isinstance(start, str) else start.text
        _, *made = last = list(replay(game, begin, map(str, given)))
        plies = tuple(_as_played(*pair) for pair in zip(given, made, strict=True))
        outcome = last[-1].outcome
        given_tags = _player_tags(game, players) | dict(tags or {})
        all_tags = given_tags | outcome_tags(outcome) | given_tags
        return cls(game, plies, result or result_text(outcome), all_tags, begin, comment)

    @property
    def players(self) -> tuple[str | None, ...]:
        """Return the players' names by seat, None where unknown."""
        return tuple(self.tags.get(tag) for tag in seat_tags(self.game))

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """Return each seat's share of the win, by the result of a finished game."""
        return tuple(map(Fraction, self.result.split("-")))

    @property
    def points(self) -> tuple[int, ...] | None:
        """Return each seat's points, by the tag; None without it, or if it is malformed."""
        text = self.tags.get("Points", "")
        return tuple(map(int, text.split("-"))) if _POINTS.fullmatch(text) else None

    @property
    def opening_plies(self) -> int:
        """Return the number of random moves at the beginning, by the tag."""
        text = self.tags.get(OPENING_PLIES, "")
        count = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
        chosen = (at for at, ply in enumerate(self.plies[:count]) if ply.is_event)
        return next(chosen, min(count, len(self.plies)))

    def positions(self) -> Iterator[Position]:
        """Yield the start and the position after every ply; raise BadRecord for an illegal one.

        An event that ends the game does not change the position.
        """
        return (step.position for step in self._steps())

    def final(self) -> Position:
        """Return the last position."""
        return self._last().position

    def outcome(self) -> Outcome | None:
        """Return the outcome by the rules or an event; None if the game has not ended."""
        return self._last().outcome

    def check(self) -> None:
        """Raise for illegal plies, and for tags of the outcome that differ from the replay."""
        outcome = self.outcome()
        if any(ply.variations for ply in self.plies):
            check_variations(next(self._steps()), self.plies)
        if outcome is None:
            return  # an unfinished game: any result may have been agreed
        claimed = {"Result": self.result, **self.tags}
        for tag, right in {"Result": result_text(outcome), **outcome_tags(outcome)}.items():
            if claimed.get(tag, right) != right:
                raise BadRecord(
                    "record-differs", tag=tag, given=truncate(claimed[tag]), right=right
                )

    def html(self, language: Language = SOURCE) -> str:
        """Return a page that steps through the game by itself: it needs no server.

        >>> import brettwerk
        >>> page = brettwerk.Record.of(brettwerk.game("drei"), ["d4", "c3"]).html("de")
        >>> page[:31]
        '<!doctype html><html lang="de">'
        """
        names = " – ".join(name for name in self.players if name)
        title = translator_of(language).title(self.game.name)
        return step_page(f"{title}: {names}" if names else title, self._steps(), language)

    def _repr_html_(self) -> str:
        """Return what notebooks show."""
        return in_frame(self.html())

    def _steps(self) -> Iterator[ReplayStep]:
        return replay(self.game, self.start, (ply.text for ply in self.plies))

    def _last(self) -> ReplayStep:
        return deque(self._steps(), maxlen=1)[0]


def check_variations(here: ReplayStep, plies: Sequence[Ply]) -> None:
    """Raise for an illegal ply in a line or its variations."""
    todo = [(here, tuple(plies), 1)]
    while todo:
        at, line, number = todo.pop()
        for ply in line:
            todo += [(at, variation, number) for variation in ply.variations]
            (at,) = replay_from(at, (ply.text,), number)
            number += 1


def _player_tags(game: Game, players: Sequence[str]) -> dict[str, str]:
    """Return the tags with the players' names."""
    if len(players) > game.players:
        raise BadRecord("match-no-player", player=len(players) - 1, last=game.players - 1)
    return dict(zip(seat_tags(game), players, strict=False))


def _as_played(given: str | Ply, step: ReplayStep) -> Ply:
    """Return the ply with its canonical text."""
    if isinstance(given, Ply):
        return Ply(step.text, given.comment, given.clock, given.variations)
    return Ply(step.text)


# -- validation -----------------------------------------------------------------------------------
def _describe(value: object) -> str:
    """Return a short description of an untrusted value: a text itself, or a type."""
    return truncate(value if isinstance(value, str) else type(value).__name__)


def _check_text(text: object, key: str, **details: object) -> None:
    """Raise unless this is a text of allowed length without lone surrogates."""
    if not isinstance(text, str):
        raise BadRecord(key, given=_describe(text), **details)
    if len(text) > MAX_TEXT_LENGTH:
        raise BadRecord("record-text-too-long", count=len(text), longest=MAX_TEXT_LENGTH)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadRecord("record-half-character") from None


def _checked_variations(given: object) -> tuple[tuple[Ply, ...], ...]:
    """Return the variations; raise unless they are non-empty lines of plies."""
    lines = given if isinstance(given, tuple | list) else [()]
    for line in lines:
        if not isinstance(line, tuple | list) or not line:
            raise BadRecord("record-variation")
        if not all(isinstance(ply, Ply) for ply in line):
            raise BadRecord("record-variation")
    return tuple(map(tuple, lines))


def _check_size(plies: tuple[Ply, ...]) -> None:
    """Raise for too many plies, variations included, or too deep variations."""
    count, todo = 0, [(plies, 0)]
    while todo:
        line, depth = todo.pop()
        count += len(line)
        if count > MAX_PLIES:
            raise BadRecord("record-too-many-plies", most=MAX_PLIES)
        if depth > MAX_DEPTH:
            raise BadRecord("record-too-deep", most=MAX_DEPTH)
        todo += [(inner, depth + 1) for ply in line for inner in ply.variations]


def _checked_clock(clock: object) -> float:
    if isinstance(clock, int | float) and not isinstance(clock, bool) and 0 <= clock <= MAX_CLOCK:
        return round(float(clock), 3)
    raise BadRecord("record-clock", longest=MAX_CLOCK)


def _check_tags(tags: Mapping[str, str], game: Game) -> None:
    if len(tags) > MAX_TAGS:
        raise BadRecord("record-too-many-tags", most=MAX_TAGS)
    taken = reserved_tags(game)
    for name, value in tags.items():
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise BadRecord("record-tag-name", given=_describe(name))
        if name in taken:
            raise BadRecord("record-tag-reserved", tag=name)
        _check_text(value, "record-tag-value", tag=name)


def _check_start(start: object) -> None:
    if start is None:
        return
    if not isinstance(start, str) or len(start) > MAX_START_LENGTH or not start.isprintable():
        raise BadRecord("record-start-text", longest=MAX_START_LENGTH)
