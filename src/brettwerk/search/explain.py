"""What an engine thinks in plain words: “White wins in 5”, “Black is about one marble ahead”."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, tanh

from brettwerk.core.game import Game, Move, Position
from brettwerk.i18n import Language, Translator
from brettwerk.search.report import Exact, Line
from brettwerk.search.weights import read_weights

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
    evaluation = game.definition.kernels.evaluation
    name, features = evaluation.UNIT, evaluation.UNIT_WORTH
    if not name or not features:
        return None
    weights = read_weights(game.name).in_order(features)
    return Unit(name, max(1, round(sum(weights) / len(weights))))


def line_words(position: Position, line: Line, language: Language, unit: Unit | None = None) -> str:
    """Say what a line comes to."""
    if line.exact:
        return exact_words(position, line.exact, language, line.moves)
    if line.value is not None and position.game.definition.for_two:
        leader = position.turn if line.value >= 0 else 1 - position.turn
        who = seat(position, leader, Translator(language))
        return ahead_words(abs(line.value), who, language, unit)
    return score_words(position, line.score, language)


def score_words(position: Position, score: tuple[float, ...], language: Language) -> str:
    """Say who is ahead by what each player may expect."""
    leader = max(range(len(score)), key=lambda player: score[player])
    value = round(1000 * _logit(score[leader]))
    return ahead_words(max(value, 0), seat(position, leader, Translator(language)), language)


def ahead_words(value: int, who: str, language: Language, unit: Unit | None = None) -> str:
    """Say how far ahead a player is: in the game's unit if it has one, else in general."""
    t, expected = Translator(language), tanh(value / 2000)
    if expected < SLIGHTLY:
        return t("words-even")
    if unit and value / unit.size < 0.75:
        return t("words-less", who=who, one=t(f"unit-{unit.name}", count=1))
    if unit:
        many = t(f"unit-{unit.name}", count=round(value / unit.size))
        return t("words-about", who=who, many=many)
    key = "slightly" if expected < CLEARLY else "clearly" if expected < WINNING else "winning"
    return t(f"words-ahead-{key}", who=who)


def exact_words(
    position: Position, exact: Exact, language: Language, line: Sequence[Move] = ()
) -> str:
    """Say what a proven result is; `line` is how it may come about."""
    t = Translator(language)
    winners = [player for player, gain in enumerate(exact.returns) if gain > 0]
    if not winners:
        return t("words-drawn" if exact.plies == 0 else "words-draw")
    who = t.join([seat(position, winner, t) for winner in winners])
    if len(winners) > 1:
        return t("words-share", who=who)
    words = _win_words(who, _own_moves(position, winners[0], exact.plies, line), t)
    if exact.points and exact.points[winners[0]]:
        return t("words-points", words=words, count=exact.points[winners[0]])
    return words


def _win_words(who: str, moves: int | None, t: Translator) -> str:
    if moves:
        return t("words-wins-in", who=who, count=moves)
    return t("words-wins" if moves is None else "words-won", who=who)


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
    seated = position.game.definition.still_in(position)
    players = len(seated)
    wait = (seated.index(winner) - seated.index(position.turn)) % players
    return max(1, (plies - wait + players - 1) // players)


def seat(position: Position, player: int, t: Translator) -> str:
    """Return a player's colour."""
    return t.seat(position.game.seats[player])


def _logit(expected: float) -> float:
    bounded = min(max(expected, -SURE), SURE)
    return log((1 + bounded) / (1 - bounded))
