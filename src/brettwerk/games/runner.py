"""Runs a game's kernels for single positions: plain Python at first, compiled once that pays.

Plain kernels answer at once; compiled ones need Numba, which takes a moment to load and seconds
to compile for the first time. So a game begins plain, and whoever has much to ask says `compile`.
"""

from __future__ import annotations

import threading
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

State = Any
_ROOM = threading.local()


class Runner(Protocol):
    """What a game asks of its kernels; states are tuples of plain whole numbers."""

    def moves(self, state: State) -> list[int]:
        """The legal moves of a game that goes on."""
        ...

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        ...

    def status(self, state: State) -> int:
        """0 while the game goes on, else how it ended."""
        ...


class Plain:
    """The kernels as plain Python."""

    def __init__(self, rules: str, ctx: Sequence[int]) -> None:
        self._rules = import_module(f"brettwerk.rules.{rules}")
        self._ctx = list(ctx)

    def moves(self, state: State) -> list[int]:
        """The legal moves of a game that goes on."""
        buf = _Growing()
        count = self._rules.gen_moves(state, self._ctx, buf, 0)
        return buf[:count]

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        return self._rules.make_move(state, self._ctx, move)

    def status(self, state: State) -> int:
        """0 while the game goes on, else how it ended."""
        code: int = self._rules.status(state, self._ctx)
        return code


class _Growing(list[int]):
    """A list that is written from its beginning, as the kernels write into an array."""

    def __setitem__(self, at: Any, value: Any) -> None:
        if at == len(self):
            self.append(value)
        else:
            super().__setitem__(at, value)


class Compiled:
    """The kernels compiled by Numba; `state_class` is the plain state that others see.

    For a single position only finding the moves is worth the way into compiled code and back:
    a step or a look at the end is quicker in plain Python.
    """

    def __init__(self, rules: str, ctx: Sequence[int], state_class: Any) -> None:
        import numpy as np

        self._rules = import_module(f"brettwerk.compiled.{rules}")
        self._drive = import_module("brettwerk.compiled.drive")
        self._np = np
        self._plain = Plain(rules, ctx)
        self._class = getattr(self._rules, state_class.__name__)
        self._ctx = np.array(ctx, np.uint64)
        if hasattr(self._rules, "prepare"):
            self._rules.prepare(self._ctx, self._scratch())

    def _words(self, state: State) -> Any:
        return self._class(*map(self._np.uint64, state))

    def moves(self, state: State) -> list[int]:
        """The legal moves of a game that goes on."""
        buf = self._scratch()
        count = self._rules.gen_moves(self._words(state), self._ctx, buf, 0)
        found: list[int] = buf[:count].tolist()
        return found

    def _scratch(self) -> Any:
        """Room for all moves of a position: one for each thread, since kernels free the GIL."""
        buf = getattr(_ROOM, "buf", None)
        if buf is None or len(buf) < self._rules.MAX_MOVES:
            buf = _ROOM.buf = self._np.zeros(self._rules.MAX_MOVES, self._np.int32)
        return buf

    def play(self, state: State, move: int) -> State:
        """The state after a legal move."""
        return self._plain.play(state, move)

    def status(self, state: State) -> int:
        """0 while the game goes on, else how it ended."""
        return self._plain.status(state)

    def perft(
        self, state: State, seen: Sequence[tuple[int, int]], depth: int, most: int
    ) -> int | None:
        """The number of sequences of `depth` legal moves, `seen` being what came before.

        None if that takes more than `most` moves to find out.
        """
        np = self._np
        buf = np.zeros(self._rules.MAX_MOVES * depth, np.int32)
        past = np.zeros(2 * (len(seen) + depth + 1), np.uint64)
        past[: 2 * len(seen)] = np.array(seen, np.uint64).ravel()
        work = np.array([0, most], np.int64)
        state = self._words(state)
        count = self._drive.perft(state, self._ctx, depth, buf, 0, past, 0, len(seen), work)
        return int(count) if work[0] <= most else None

    def playouts(self, state: State, games: int, limit: int, seed: int) -> tuple[int, int, int]:
        """Random games: the plies played, how many games ended, and a checksum."""
        np = self._np
        buf = np.zeros(self._rules.MAX_MOVES, np.int32)
        past = np.zeros(2 * limit, np.uint64)
        random = np.uint64(seed * 2 + 1)
        state = self._words(state)
        found: tuple[int, int, int] = self._drive.playouts(
            state, self._ctx, games, limit, random, buf, past
        )
        return found
