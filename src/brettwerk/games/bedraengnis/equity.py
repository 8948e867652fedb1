"""Matches of Das Bedrängnis: the exact chance of winning from any score, and the play for it.

Let E(a, b, w, t) be the chance that person 0 wins a match to N points when the scores are a and b,
person w is White in the coming round and it is played on tableau t. E does not fall as a grows,
nor rise as b does: a player who has a point more can play as if it were not there, and is then at
every moment at least as far. The round after this one has the same White and the same odds for its
tableau however this one ends. So for each player, whatever the score, the results of a round stand
in one order: many points won, few won, few lost, many lost. Best play of a round, in that order,
is best play in the match, and `bedraengnis.py` says what it is; the round then has one result,
and only the draw of the next tableau is chance. In that order lost rounds are resigned at once.

Hence, since White wins on all four tableaus, White scores 1 and the other 0 in each round:
with best play every match on them is decided as soon as it begins, for the one who begins it
as White. Chances lie between 0 and 1 only if people agree to play all rounds out
(`resigning=False`) and draw a new tableau for each.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from brettwerk.boards.tableaus import FRONTS, Rows, all_tableaus, board_text, turned
from brettwerk.core import registry
from brettwerk.core.game import Game, Move, Position
from brettwerk.games.bedraengnis.solver import (
    pieces_on,
    resigned_value,
    should_resign,
    value_of,
    values_after,
)
from brettwerk.match.validation import checked_target
from brettwerk.solving.solution import check_game

Scores = tuple[int, int]
Chances = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """What a match is played under: its points, and what happens between and in its rounds.

    With `tableau="new"` the next tableau is one of those that are not the present one turned or
    turned over, each way of laying one equally likely; `"keep"` keeps it.
    """

    target: int
    tableau: str = "keep"
    resigning: bool = True


@dataclass(frozen=True, slots=True)
class MatchPlay:
    """Best play for the match at one position of one round.

    `chances` are those of both people with best play by both. `moves` says for each legal move the
    chance that remains to the person who makes it, `resigned` what remains after resigning (None
    if that is not allowed). `best` are the moves with the largest chance, among them those worth
    most in the round played out. `resign` is true if no move is better than resigning and
    the round is lost; not if resigning would end the match, since then nothing is saved by it.
    """

    chances: Chances
    moves: Mapping[Move, Fraction]
    resigned: Fraction | None
    best: tuple[Move, ...]
    resign: bool


def match_value(
    game: Game,
    scores: Scores = (0, 0),
    target: int | None = None,
    *,
    white: int = 0,
    tableau: str = "keep",
    resigning: bool = True,
) -> Chances:
    """The chance of each person to win the match, before a round that person `white` begins.

    >>> import brettwerk
    >>> match_value(brettwerk.game("bedraengnis"), (3, 14), white=1)
    (Fraction(0, 1), Fraction(1, 1))
    """
    terms = _checked(game, scores, target, white, tableau, resigning)
    return _from_round(game.options["board"], scores, white, terms)


def best_match_move(
    position: Position,
    scores: Scores = (0, 0),
    target: int | None = None,
    *,
    white: int = 0,
    tableau: str = "keep",
    resigning: bool = True,
) -> MatchPlay:
    """How to go on from a position of a round in which person `white` is White."""
    terms = _checked(position.game, scores, target, white, tableau, resigning)
    mover = position.turn if white == 0 else 1 - position.turn
    count, worth, after = pieces_on(position), _worth(position, terms), values_after(position)

    def chances(gain: int) -> Chances:
        return _after_round(position.game, scores, mover, gain, white, terms)

    moves = {
        move: chances(-_worth(position.play_unchecked(move.code), terms))[mover] for move in after
    }
    check_resignation = bool(after) and count > 0 and terms.resigning
    resigned = chances(-count)[mover] if check_resignation else None
    best = max(((moves[move], after[move]) for move in after), default=None)
    ends = scores[1 - mover] + count >= terms.target
    return MatchPlay(
        chances=chances(worth),
        moves=moves,
        resigned=resigned,
        best=tuple(move for move in after if (moves[move], after[move]) == best),
        resign=resigned is not None and should_resign(position) and not ends,
    )


def next_tableaus(board: str) -> dict[str, Fraction]:
    """The tableaus that may follow this one, by their front's text, and how likely each is."""
    rows = tuple(board.split("/"))
    same = set(_images(rows))
    others = [tableau for tableau in all_tableaus() if tableau.rows not in same]
    odds: dict[str, Fraction] = defaultdict(Fraction)
    for tableau in others:
        odds[board_text(FRONTS[tableau.number])] += Fraction(1, len(others))
    return dict(odds)


def _images(rows: Rows) -> Iterable[Rows]:
    """The tableau turned and turned over."""
    back = tuple("".join(column) for column in zip(*rows, strict=True))
    return (turned(side, quarters) for side in (rows, back) for quarters in range(4))


def _checked(
    game: Game, scores: Scores, target: int | None, white: int, tableau: str, resigning: bool
) -> MatchTerms:
    check_game(game, "bedraengnis")
    points = checked_target(game, target) or 0
    if len(scores) != 2 or not all(0 <= score < points for score in scores):
        raise ValueError(
            f"Scores of a match to {points} that goes on are two from 0 to {points - 1}."
        )
    if white not in (0, 1) or tableau not in ("keep", "new"):
        raise ValueError("`white` is 0 or 1, and `tableau` is 'keep' or 'new'.")
    return MatchTerms(points, tableau, resigning)


def _worth(position: Position, terms: MatchTerms) -> int:
    """What the round brings the player to move, in best play on these terms."""
    return resigned_value(position) if terms.resigning else value_of(position)


def _after_round(
    game: Game, scores: Scores, person: int, gain: int, white: int, terms: MatchTerms
) -> Chances:
    """The chances once a round has brought this person `gain`, or the other as much if negative."""
    after = _scored(scores, person, gain)
    if max(after) >= terms.target:
        return _certain(0 if after[0] >= terms.target else 1)
    first = sum(
        (likely * _from_round(board, after, 1 - white, terms)[0])
        for board, likely in _odds(game.options["board"], terms).items()
    )
    return Fraction(first), 1 - Fraction(first)


@lru_cache(maxsize=1 << 14)
def _from_round(board: str, scores: Scores, white: int, terms: MatchTerms) -> Chances:
    """The chances before a round: how likely each state is, followed from round to round."""
    won = [Fraction(0), Fraction(0)]
    states = {(board, scores): Fraction(1)}
    while states:
        following: dict[tuple[str, Scores], Fraction] = defaultdict(Fraction)
        for (here, before), likely in states.items():
            after = _scored(before, white, _round(here, terms.resigning))
            if max(after) >= terms.target:
                won[0 if after[0] >= terms.target else 1] += likely
                continue
            for another, chance in _odds(here, terms).items():
                following[another, after] += likely * chance
        states, white = following, 1 - white
    return won[0], won[1]


@lru_cache(maxsize=256)
def _round(board: str, resigning: bool) -> int:
    """What a round on this tableau brings White."""
    start = registry.game("bedraengnis", board=board).start()
    return resigned_value(start) if resigning else value_of(start)


@lru_cache(maxsize=256)
def _odds(board: str, terms: MatchTerms) -> dict[str, Fraction]:
    """The tableaus that may follow; only one where it makes no difference which."""
    if terms.tableau == "keep":
        return {board: Fraction(1)}
    odds = next_tableaus(board)
    if len({_round(board_text(rows), terms.resigning) for rows in FRONTS.values()}) == 1:
        return {next(iter(odds)): Fraction(1)}
    return odds


def _scored(scores: Scores, person: int, gain: int) -> Scores:
    """The scores after a round that brought this person `gain`, or the other as much."""
    winner = person if gain > 0 else 1 - person
    first, second = scores
    return (first + abs(gain), second) if winner == 0 else (first, second + abs(gain))


def _certain(winner: int) -> Chances:
    return (Fraction(1), Fraction(0)) if winner == 0 else (Fraction(0), Fraction(1))
