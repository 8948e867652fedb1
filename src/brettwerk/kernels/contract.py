"""The typed list of kernels: what a game provides, and what code for all games may call.

A game's `rules.py` is a module with the functions of `Rules`; mypy checks them where the game's
`GameKernels` is made, with an `Evaluation` of what its `evaluation.py` has. Code for all games
calls `rules.gen_moves(…)` through the placeholders below (those of evaluations are in
`description`), and the linker binds these to the game's own kernels.

`ctx` holds the words that stay the same through a game: `ctx[0]` is the number of occurrences
that make a draw by repetition (0: none), the rest is the game's own. A move is a small whole
number whose meaning is the game's own. A state is a NamedTuple of words; its first two are the
pieces of the player to move and of the next one, which is what repetition compares.
"""

from __future__ import annotations

from enum import StrEnum
from types import FunctionType
from typing import NamedTuple, NoReturn, Protocol, TypeVar, cast

from brettwerk.kernels.types import Floats32, Numbers, State, Word, Words

S = TypeVar("S", bound="tuple[int, ...]")
Given = TypeVar("Given", bound="tuple[int, ...]", contravariant=True)


class Rules(Protocol[S]):
    """The kernels of `rules.py`, and two facts about them."""

    MAX_MOVES: int  # no position has more

    @property
    def REASONS(self) -> type[StrEnum]:  # noqa: N802 — a class
        """Why a game ended; the first has the number 1 in outcome codes."""

    def gen_moves(self, state: S, ctx: Words, buf: Numbers, base: int, /) -> int:
        """Write the legal moves into `buf` from `base` on and return how many there are."""

    def make_move(self, state: S, ctx: Words, move: int, /) -> S:
        """Return the state after a legal move."""

    def status(self, state: S, ctx: Words, /) -> int:
        """Return 0 while the game goes on, else its outcome code, ignoring 'no legal moves'."""

    def no_moves_outcome(self, state: S, ctx: Words, /) -> int:
        """Return the outcome code of a game whose player to move has no legal move."""

    def to_move(self, state: S, /) -> int:
        """Return the player to move."""

    def hash_state(self, state: S, /) -> Word:
        """Return a well-mixed word for hash tables."""


class Counts(Protocol[Given]):
    """What puzzles count; `defaults` counts nothing."""

    def taken(self, state: Given, ctx: Words, player: int, /) -> int:
        """Return how many pieces this player has taken."""

    def lost(self, state: Given, ctx: Words, player: int, /) -> int:
        """Return how many pieces of this player have been taken."""

    def out(self, state: Given, /) -> int:
        """Return the set of players who are out."""


class Perspective(NamedTuple):
    """The player who observes a position, and what the state does not tell."""

    player: int
    part: Word
    occurrence: int  # of the position, from 1 on
    elapsed: float  # share of the environment's limit of plies


class EncodingKernels(Protocol[S]):
    """The kernels of `encoding.py`, for research: moves as actions, positions as planes.

    A turn may have several parts, each an action. `part` is a word that says what has been played
    of the turn, 0 at its beginning; the state changes only when the turn is complete.
    """

    def gen_actions(self, state: S, ctx: Words, part: Word, acts: Numbers, /) -> int:
        """Write the legal actions into `acts` in ascending order and return how many there are."""

    def act(self, state: S, ctx: Words, part: Word, action: int, buf: Numbers, /) -> tuple[S, Word]:
        """Return the state and the part after a legal action; `buf` is scratch space."""

    def observe(self, state: S, ctx: Words, seen: Perspective, out: Floats32, /) -> None:
        """Write what a player sees into `out`, which is all 0."""


class States(Protocol[S]):
    """States as rows of words; the bridge generates these two from the state's fields."""

    def load(self, rows: Words, row: int, /) -> S:
        """Return the state in a row."""

    def store(self, rows: Words, row: int, state: S, /) -> None:
        """Write a state into a row."""


class Placeholder:
    """Stands for a module of the game that the code is linked to."""

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name}: run this through KernelGame, which links it to a game")


def names_in(protocol: type) -> list[str]:
    """Return what a module with these kernels must have: constants and functions."""
    return [
        *protocol.__annotations__,
        *(n for n, kind in vars(protocol).items() if _is_kernel(n, kind)),
    ]


def _is_kernel(name: str, value: object) -> bool:
    return isinstance(value, FunctionType | property) and not name.startswith("_")


rules = cast("Rules[State]", Placeholder())
counts = cast("Counts[State]", Placeholder())
encoding = cast("EncodingKernels[State]", Placeholder())
states = cast("States[State]", Placeholder())
