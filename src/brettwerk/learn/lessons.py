"""First lessons: a few small steps for each game, each a position and a goal the rules judge.

They stand in `lessons/<game>.toml`, in both languages side by side. Nothing is kept here: whoever
asks names the step and the moves made in it, and is told whether that was right, and why not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from brettwerk.errors import BrettwerkError
from brettwerk.learn.goals import Goal, missed
from brettwerk.learn.settings import Setting
from brettwerk.texts import say, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from brettwerk.games.core import Position
    from brettwerk.learn.goals import Miss
    from brettwerk.texts import Language


class NoStep(BrettwerkError):
    """A lesson, or a step of one, that is not there; or moves that do not belong to it."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a step says in one language: what to do, and a word when it is done, or not yet."""

    title: str
    say: str
    right: str
    wrong: str = ""
    # after the first of two moves
    so_far: str = ""


class Slip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mistake worth a sentence of its own: a move that meets `goal`, but not what was asked."""

    goal: Goal
    de: str
    en: str


class Step(Setting, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position, goals for one or more moves, and the words."""

    game: str = ""
    name: str
    de: Words
    en: Words
    goal: tuple[Goal, ...] = (Goal(),)
    slips: tuple[Slip, ...] = ()
    # cells that the words speak of
    rings: str = ""

    def words(self, language: Language) -> Words:
        """What it says in a language."""
        found: Words = getattr(self, language)
        return found


@dataclass(frozen=True)
class Verdict:
    """What a move was: right or not, whether the step is done, what follows on the board."""

    right: bool
    done: bool
    answers: tuple[str, ...] = ()
    miss: Miss | None = None
    slip: Slip | None = None


@cache
def steps(game: str) -> tuple[Step, ...]:
    """The steps of a game's lesson."""
    path = files(__package__) / "lessons" / f"{game}.toml"
    found = msgspec.toml.decode(path.read_bytes(), type=dict[str, list[Step]])["step"]
    return tuple(msgspec.structs.replace(step, game=game) for step in found)


def step_of(game: str, name: str) -> Step:
    """A step by its name."""
    for step in steps(game):
        if step.name == name:
            return step
    raise NoStep("lessons-no-step", step=shown(name))


# -- judging ----------------------------------------------------------------------------------
@lru_cache(maxsize=4096)
def judge(game: str, name: str, moves: tuple[str, ...]) -> Verdict:
    """What the last of these moves was, which lead from the step's position with all answers."""
    step = step_of(game, name)
    at, before = _where(step, moves)
    goal = step.goal[at]
    move = before.parse(moves[-1])
    miss = missed(goal, before, move)
    if miss:
        slips = (slip for slip in step.slips if missed(slip.goal, before, move) is None)
        return Verdict(False, False, miss=miss, slip=next(slips, None))
    after = before.play(move)
    # Who sends other answers than ours may win before the last goal.
    if at + 1 == len(step.goal) or after.outcome:
        return Verdict(True, True)
    return Verdict(True, False, _answers(step, after, at))


def _where(step: Step, moves: Sequence[str]) -> tuple[int, Position]:
    """The number of the goal that the last move is for, and the position before that move."""
    here = step.position
    each = here.game.players
    if not moves or len(moves) % each != 1 or len(moves) > 1 + each * (len(step.goal) - 1):
        raise NoStep("lessons-moves", step=step.name)
    for move in moves[:-1]:
        here = here.play(move)
    return len(moves) // each, here


def _answers(step: Step, after: Position, at: int) -> tuple[str, ...]:
    """What the others play between two goals: one what makes it hardest, two what does no harm."""
    if after.game.players > 2:
        return tuple(_harmless(after))
    goal = step.goal[at + 1]

    def chances(text: str) -> tuple[int, str]:
        then = after.play(text)
        return sum(missed(goal, then, move) is None for move in then.moves), text

    return (min((move.text for move in after.moves), key=chances),)


def _harmless(position: Position) -> Iterator[str]:
    """For each of the others a move that takes nothing."""
    for _ in range(position.game.players - 1):
        move = next(m for m in position.moves if not position.effects(m).taken)
        position = position.play(move)
        yield move.text


@lru_cache(maxsize=1024)
def a_right_move(game: str, name: str, moves: tuple[str, ...] = ()) -> str:
    """A move that is right after these."""
    step = step_of(game, name)
    at, here = _where(step, (*moves, ""))
    right = [move for move in here.moves if missed(step.goal[at], here, move) is None]
    if not right:
        raise NoStep("lessons-moves", step=name)
    # The one that is easiest to make.
    return min(right, key=lambda move: len(here.game.face.ways(here, move.code)[0])).text


# -- words --------------------------------------------------------------------------------------
def told(step: Step, verdict: Verdict, language: Language) -> str:
    """The friendly word, or the reason."""
    words = step.words(language)
    if verdict.done:
        return words.right
    if verdict.right:
        return words.so_far
    if verdict.slip:
        found: Any = getattr(verdict.slip, language)
        return str(found)
    parts = [words.wrong] if words.wrong else []
    miss = verdict.miss
    if miss and not (miss.plain and parts):
        parts.append(say(miss.key, language, **miss.details))
    return " ".join(parts)
