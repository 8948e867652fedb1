"""What an engine thinks in plain words: “White wins in 5”, “Black is about one marble ahead”."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from math import log, tanh
from typing import TYPE_CHECKING

from brettwerk.engine.weights import read_weights
from brettwerk.texts import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brettwerk.engine.report import Exact, Line
    from brettwerk.games.core import Game, Move, Position
    from brettwerk.texts import Language

# From which expectation (between -1 and 1) on someone is more than even, slightly, clearly ahead.
SLIGHTLY, CLEARLY, WINNING = 0.1, 0.35, 0.8
SURE = 1 - 1e-9


@dataclass(frozen=True, slots=True)
class Unit:
    """What a game counts leads in: `name` as in the texts (`marble`), and what one is worth.

    `size` is in thousandths of a logit, as `Line.value` is.
    """

    name: str
    size: int


def unit_of(game: Game) -> Unit | None:
    """The unit that the game's evaluation names (`UNIT`), if it says what one is worth.

    That is the mean weight of the features in its `UNIT_WORTH`.
    """
    try:
        found = import_module(f"brettwerk.engine.kernels.evaluation.{game.name}")
    except ModuleNotFoundError:
        return None
    name, features = getattr(found, "UNIT", None), getattr(found, "UNIT_WORTH", ())
    if not name or not features:
        return None
    weights = read_weights(game.name).in_order(features)
    return Unit(name, max(1, round(sum(weights) / len(weights))))


def line_words(position: Position, line: Line, language: Language, unit: Unit | None = None) -> str:
    """What a line comes to."""
    if line.exact:
        return exact_words(position, line.exact, language, line.moves)
    if line.value is not None and len(line.score) == 2:
        leader = position.turn if line.value >= 0 else 1 - position.turn
        return ahead_words(abs(line.value), seat(position, leader, language), language, unit)
    return score_words(position, line.score, language)


def score_words(position: Position, score: tuple[float, ...], language: Language) -> str:
    """Who is ahead by what each may expect."""
    leader = max(range(len(score)), key=lambda player: score[player])
    value = round(1000 * _logit(score[leader]))
    return ahead_words(max(value, 0), seat(position, leader, language), language)


def ahead_words(value: int, who: str, language: Language, unit: Unit | None = None) -> str:
    """How far ahead someone is: in the game's unit if it has one, else in general."""
    expected = tanh(value / 2000)
    if expected < SLIGHTLY:
        return say("words-even", language)
    if unit:
        return _unit_words(value / unit.size, who, language, unit)
    key = "slightly" if expected < CLEARLY else "clearly" if expected < WINNING else "winning"
    return say(f"words-ahead-{key}", language, who=who)


def _unit_words(count: float, who: str, language: Language, unit: Unit) -> str:
    one = say(f"unit-{unit.name}-one", language)
    if count < 0.75:
        return say("words-less", language, who=who, one=one)
    whole = round(count)
    many = one if whole == 1 else say(f"unit-{unit.name}-many", language, count=whole)
    return say("words-about", language, who=who, many=many)


def exact_words(
    position: Position, exact: Exact, language: Language, line: Sequence[Move] = ()
) -> str:
    """A proven result of a position; `line` is how it may come about."""
    over = exact.plies == 0
    winners = [player for player, gain in enumerate(exact.returns) if gain > 0]
    if not winners:
        return say("words-drawn" if over else "words-draw", language)
    names = [seat(position, winner, language) for winner in winners]
    if len(names) > 1:
        who = say("words-and", language, first=", ".join(names[:-1]), last=names[-1])
        return say("words-share", language, who=who)
    words = _win_words(names[0], _own_moves(position, winners[0], exact.plies, line), language)
    if exact.points and exact.points[winners[0]]:
        points = exact.points[winners[0]]
        key = "words-points-one" if points == 1 else "words-points"
        return say(key, language, words=words, points=points)
    return words


def _win_words(who: str, moves: int | None, language: Language) -> str:
    if moves is None:
        return say("words-wins", language, who=who)
    if moves == 0:
        return say("words-won", language, who=who)
    if moves == 1:
        return say("words-wins-next", language, who=who)
    return say("words-wins-in", language, who=who, moves=moves)


def _own_moves(
    position: Position, winner: int, plies: int | None, line: Sequence[Move]
) -> int | None:
    """How many moves of the winner it takes; who wins by another's last move needs one at least.

    A line to the end tells, even if somebody drops out on the way; else all take their turns.
    """
    if not plies:
        return plies
    if len(line) >= plies:
        own = 0
        for move in line[:plies]:
            own += position.turn == winner
            position = position.play_unchecked(move.code)
        return max(1, own)
    seated = position.game.face.still_in(position)
    players = len(seated)
    wait = (seated.index(winner) - seated.index(position.turn)) % players
    return max(1, (plies - wait + players - 1) // players)


def seat(position: Position, player: int, language: Language) -> str:
    """A player's colour."""
    return say(f"seat-{position.game.seats[player]}", language)


def _logit(expected: float) -> float:
    bounded = min(max(expected, -SURE), SURE)
    return log((1 + bounded) / (1 - bounded))
