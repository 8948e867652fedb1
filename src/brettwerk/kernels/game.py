"""`KernelGame` and `KernelRunner`: the objects through which a game's kernels are run."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Generic, ParamSpec

from brettwerk.kernels import entries
from brettwerk.kernels.backends import KernelCode
from brettwerk.kernels.choice import PLAIN, quick_backend, shared_backend, usual_backend
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.types import (
    BYTES,
    FLOATS,
    FLOATS32,
    NUMBERS,
    WORDS,
    Bytes,
    Floats,
    Floats32,
    Numbers,
    S,
    Words,
)

P = ParamSpec("P")
# The first positions are served by plain Python, so that short programs load nothing else.
_PLAIN_CALLS = 32


class KernelRunner(Generic[S]):
    """Runs a game's entries on arrays of its own; for one thread at a time.

    If its backend is `shared`, several threads may use it, and arrays of other runners.
    """

    def __init__(self, game: GameKernels[S], context: Sequence[int], code: KernelCode) -> None:
        self.game, self.backend = game, code.instance()
        self.ctx = self.words(0)
        self.set_context(context)

    def set_context(self, context: Sequence[int]) -> None:
        """Run entries of a game with this context from now on."""
        self.context, prepare = context, self.game.prepare
        if len(self.ctx) == len(context):
            self.ctx[:] = context
        else:
            self.ctx = self.rows(context)
        if prepare and self.backend.name != PLAIN:  # plain, it would take as long as it saves
            self.run(prepare, self.ctx, self.numbers(self.game.rules.MAX_MOVES))

    def words(self, count: int) -> Words:
        """Return an array of words, all 0."""
        return self.backend.zeros(WORDS, count)

    def numbers(self, count: int) -> Numbers:
        """Return an array of whole numbers, all 0."""
        return self.backend.zeros(NUMBERS, count)

    def floats(self, count: int) -> Floats:
        """Return an array of floating-point numbers, all 0."""
        return self.backend.zeros(FLOATS, count)

    def floats32(self, count: int) -> Floats32:
        """Return an array of small floating-point numbers, all 0."""
        return self.backend.zeros(FLOATS32, count)

    def bytes(self, count: int) -> Bytes:
        """Return an array of bytes, all 0."""
        return self.backend.zeros(BYTES, count)

    def rows(self, *states: Iterable[int]) -> Words:
        """Return these states as rows of words, one after the other."""
        words = [word for state in states for word in state]
        rows = self.words(len(words))
        rows[:] = words
        return rows

    def run(self, entry: Callable[P, int], *args: P.args, **kwargs: P.kwargs) -> int:
        """Call an entry."""
        return self.backend.linked(entry)(*args, **kwargs)

    def linked(self, entry: Callable[P, int]) -> Callable[P, int]:
        """Return an entry that is called many times, ready to run."""
        return self.backend.linked(entry)


class KernelGame(Generic[S]):
    """A game's kernels with one context, its options and its board; threads share it.

    States are tuples of plain whole numbers. For a single position only finding the moves is
    worth the call into compiled code: playing a move and looking at the end stay plain Python.
    """

    def __init__(self, game: GameKernels[S], context: list[int]) -> None:
        self.game, self.context = game, context
        self._finder = move_finder(game)

    def runner(self, *, megabytes: float = 0, shared: bool = False) -> KernelRunner[S]:
        """Return a new runner, with arrays of this size or for threads that share its arrays."""
        code = shared_backend(self.game) if shared else usual_backend(self.game, megabytes)
        return KernelRunner(self.game, self.context, code)

    def legal_moves(self, state: S) -> list[int]:
        """Return the legal moves of a game that goes on."""
        return self._finder.legal_moves(state, self.context)

    def play(self, state: S, move: int) -> S:
        """Return the state after a legal move."""
        return self.game.rules.make_move(state, self.context, move)

    def status(self, state: S) -> int:
        """Return 0 while the game goes on, else its outcome code, ignoring 'no legal moves'."""
        return self.game.rules.status(state, self.context)

    def no_moves_outcome(self, state: S) -> int:
        """Return the outcome code of a game whose player to move has no legal move."""
        return self.game.rules.no_moves_outcome(state, self.context)

    def to_move(self, state: S) -> int:
        """Return the player to move."""
        return self.game.rules.to_move(state)


class _MoveFinder(Generic[S]):
    """Finds the legal moves of single positions: plainly at first, then by a quick backend."""

    def __init__(self, game: GameKernels[S]) -> None:
        self._game, self._calls = game, 0
        self._local = threading.local()

    def legal_moves(self, state: S, context: list[int]) -> list[int]:
        """Return the legal moves of a state with this context."""
        self._calls += 1
        found = self._in_thread(context) if self._calls > _PLAIN_CALLS else None
        return found.legal_moves(state) if found else self._plainly(state, context)

    def _plainly(self, state: S, context: list[int]) -> list[int]:
        rules = self._game.rules
        buf = [0] * rules.MAX_MOVES
        return buf[: rules.gen_moves(state, context, buf, 0)]

    def _in_thread(self, context: list[int]) -> _Scratch[S] | None:
        """Return the arrays of this thread, for this context."""
        found: _Scratch[S] | None = getattr(self._local, "scratch", None)
        if found is None:
            code = quick_backend(self._game)
            if code is None:
                return None
            found = self._local.scratch = _Scratch(KernelRunner(self._game, context, code))
        if found.runner.context is not context:
            found.runner.set_context(context)
        return found


class _Scratch(Generic[S]):
    """Arrays of one thread for single positions."""

    def __init__(self, runner: KernelRunner[S]) -> None:
        self.runner, game = runner, runner.game
        self._rows, self._buf = runner.words(len(game.fields)), runner.numbers(game.rules.MAX_MOVES)
        self._find = runner.linked(entries.legal_moves)

    def legal_moves(self, state: S) -> list[int]:
        """Return the legal moves of a state."""
        self._rows[:] = state
        return [*self._buf[: self._find(self._rows, self.runner.ctx, self._buf)]]


@cache
def move_finder(game: GameKernels[S]) -> _MoveFinder[S]:
    """Return what finds the moves of single positions of all games of a kind."""
    return _MoveFinder(game)
