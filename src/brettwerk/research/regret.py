"""Regret: how much a policy gives away, compared with perfect play.

A policy chooses a move in each position of a set whose exact values are known. Of the positions
that are won for the player to move, the share is counted after whose chosen move they are not
won any more; of the drawn ones the share that is lost. The value lost by a move is the difference
of the returns, 0 for a best move and at most 2. Per game it is the value lost per move times the
number of moves that one player makes in a game. Intervals are 95 %: Wilson's for shares, normal
for means.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from brettwerk.core.game import Move, Position
from brettwerk.research.questions import Question, QuestionSet, benchmark_of

Z = 1.96
WON, DRAWN = 1, 0


class Task(NamedTuple):
    """What a policy is asked: a position, and the moves that lead to it from the start."""

    position: Position
    moves: tuple[str, ...]


# Chooses a move in each of several positions.
Policy = Callable[[Sequence[Task]], Iterable[Move | str]]


class Share(NamedTuple):
    """How often something happened, with the interval of its share."""

    times: int
    total: int
    share: float | None
    low: float
    high: float


class Mean(NamedTuple):
    """A mean with its interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Regret:
    """What a policy gives away in some of the positions."""

    positions: int
    won_given_away: Share
    drawn_given_away: Share
    lost_per_move: Mean
    lost_per_game: Mean | None


@dataclass(frozen=True)
class RegretReport:
    """The regret of a policy on a set: in all, and by split, phase and kind of play."""

    game: str
    policy: str
    total: Regret
    by_split: dict[str, Regret]
    by_phase: dict[str, Regret]
    by_play: dict[str, Regret]
    seconds: float
    about: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """Return the report as it is written to files."""
        return asdict(self)


def each(choose: Callable[[Position], Move | str]) -> Policy:
    """Return a function of one position as a policy."""
    return lambda tasks: (choose(task.position) for task in tasks)


def share(count: int, total: int) -> Share:
    """Return a share with Wilson's interval."""
    if not total:
        return Share(0, 0, None, 0.0, 1.0)
    p, z = count / total, Z * Z / total
    middle = (p + z / 2) / (1 + z)
    half = Z / (1 + z) * math.sqrt(p * (1 - p) / total + z / (4 * total))
    return Share(count, total, p, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float], factor: float = 1.0, least: float = 0.0) -> Mean:
    """Return the mean, times a factor, with the normal interval; no value is below `least`."""
    count = len(values)
    if not count:
        return Mean(0.0, 0.0, 0.0)
    middle = sum(values) / count
    variance = sum((value - middle) ** 2 for value in values) / max(count - 1, 1)
    half = Z * math.sqrt(variance / count)
    return Mean(factor * middle, factor * max(least, middle - half), factor * (middle + half))


class ChosenMove(NamedTuple):
    """A question with what the chosen move is worth."""

    question: Question
    value: int

    @property
    def lost(self) -> int:
        """What the move gives away."""
        return self.question.best - self.value


def regret_of(answers: Sequence[ChosenMove], decisions: float | None) -> Regret:
    """Return the regret of these answers."""
    lost = [answer.lost for answer in answers]

    def given_away(value: int) -> Share:
        asked = [answer.lost > 0 for answer in answers if answer.question.best == value]
        return share(sum(asked), len(asked))

    per_game = None if decisions is None else mean(lost, decisions)
    return Regret(len(answers), given_away(WON), given_away(DRAWN), mean(lost), per_game)


def examine(asked: QuestionSet, policy: Policy) -> list[ChosenMove]:
    """Ask a policy all questions; IllegalMove or InvalidMove if it answers with no legal move."""
    positions = [asked.position(question) for question in asked.questions]
    tasks = [Task(p, q.moves) for p, q in zip(positions, asked.questions, strict=True)]
    answers = []
    for task, question, move in zip(tasks, asked.questions, policy(tasks), strict=True):
        text = move.text if isinstance(move, Move) else task.position.move(move).text
        answers.append(ChosenMove(question, question.values[text]))
    return answers


def report(
    asked: QuestionSet, answers: Sequence[ChosenMove], policy: str, seconds: float
) -> RegretReport:
    """Return the report about the answers of a policy."""
    known = benchmark_of(asked.game)

    def by(key: Callable[[Question], str]) -> dict[str, Regret]:
        groups: dict[str, list[ChosenMove]] = {}
        for answer in answers:
            groups.setdefault(key(answer.question), []).append(answer)
        return {name: regret_of(group, asked.decisions) for name, group in sorted(groups.items())}

    phases = by(lambda question: known.phase(len(question.moves)))
    order = [phase.name for phase in known.phases if phase.name in phases]
    return RegretReport(
        asked.game,
        policy,
        regret_of(answers, asked.decisions),
        by(asked.split_of),
        {name: phases[name] for name in order},
        by(lambda question: question.play),
        round(seconds, 2),
        dict(asked.about),
    )
