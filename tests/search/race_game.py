"""A race for three with an evaluation of every player, as another package might bring it.

Each player adds 1, 2 or 3 to an own sum, and the first to reach ten wins. A move is what is added.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, cast

from brettwerk.boards.square import SMALL
from brettwerk.core.effects import Effects
from brettwerk.core.game import GameDefinition
from brettwerk.kernels.description import GameKernels, PlayerEvaluation
from brettwerk.kernels.primitives import mix, number, pack_outcome, word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.boards.board import Board
    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.kernels.contract import Rules
    from brettwerk.kernels.types import Floats, Numbers, Words

MAX_MOVES = 3
FEATURES: tuple[str, ...] = ("sum",)
PHASES: tuple[str, ...] = ("early", "late")


class RaceReason(StrEnum):
    """Why a game ended, in the order of their numbers in outcome codes, from 1."""

    TEN = "ten"


REASONS = RaceReason


class RaceState(NamedTuple):
    """The sums of the player to move and of the two that follow, and the player to move."""

    me: int
    second: int
    third: int
    side: int


def gen_moves(state: RaceState, ctx: Words, buf: Numbers, base: int) -> int:
    for more in range(3):
        buf[base + more] = more + 1
    return 3


def make_move(state: RaceState, ctx: Words, move: int) -> RaceState:
    side = word((number(state.side) + 1) % 3)
    return RaceState(state.second, state.third, state.me + word(move), side)


def status(state: RaceState, ctx: Words) -> int:
    if state.third < word(10):
        return 0
    return pack_outcome(1 << (number(state.side) + 2) % 3, 7, 1, 0)


def no_moves_outcome(state: RaceState, ctx: Words) -> int:
    return 0


def to_move(state: RaceState) -> int:
    return number(state.side)


def hash_state(state: RaceState) -> int:
    return mix(state.me ^ state.side << word(8), state.second ^ state.third << word(8))


def player_features(state: RaceState, ctx: Words, facts: Floats) -> int:
    facts[0], facts[1], facts[2] = number(state.me), number(state.second), number(state.third)
    return 1 if number(state.me) > 4 else 0


def is_refinement(move: int) -> bool:
    return False


class Race(GameDefinition[RaceState]):
    """As little as a game for three can say."""

    name = "race"
    seats = ("one", "two", "three")
    kernels = GameKernels(
        "race",
        RaceState,
        cast("Rules[RaceState]", sys.modules[__name__]),
        PlayerEvaluation(
            FEATURES,
            PHASES=PHASES,
            player_features=player_features,
            is_refinement=is_refinement,
        ),
    )

    def start(self, options: Options) -> RaceState:
        return RaceState(0, 0, 0, 0)

    def board(self, options: Options) -> Board:
        return SMALL

    def pieces(self, state: RaceState) -> dict[int, str]:
        return {}

    def format_move(self, move: int) -> str:
        return f"+{move}"

    def effects(self, position: Position, move: int) -> Effects:
        return Effects()

    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, int], options: Options
    ) -> RaceState:
        return self.start(options)
