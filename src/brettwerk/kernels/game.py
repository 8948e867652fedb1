"""`KernelGame`: the one object through which a game's kernels are run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, ParamSpec

from brettwerk.kernels import entries
from brettwerk.kernels.backends import backend_for
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.types import Floats, Numbers, S, Words

P = ParamSpec("P")


class _Scratch(NamedTuple):
    """Arrays of one thread for questions about single positions."""

    rows: Words
    buf: Numbers


class KernelGame(Generic[S]):
    """A game's kernels with one context: its options and its board.

    States are tuples of plain whole numbers. For a single position only finding the moves is
    worth the call into compiled code: playing a move and looking at the end stay plain Python.
    """

    def __init__(self, game: GameKernels[S], context: Sequence[int], *, compiled: bool) -> None:
        self.game, self.context = game, list(context)
        self.backend = backend_for(game, compiled)
        self.ctx = self.words(len(context))
        self.ctx[:] = self.context
        if game.prepare and compiled:  # plain, it would take as long as it saves
            self.run(game.prepare, self.ctx, self._scratch().buf)

    # -- arrays and entries -------------------------------------------------------------------
    def words(self, count: int) -> Words:
        """Return an array of words, all 0."""
        return self.backend.words(count)

    def numbers(self, count: int) -> Numbers:
        """Return an array of whole numbers, all 0."""
        return self.backend.numbers(count)

    def floats(self, count: int) -> Floats:
        """Return an array of floating-point numbers, all 0."""
        return self.backend.floats(count)

    def rows(self, *states: Iterable[int]) -> Words:
        """Return these states as rows of words, one after the other."""
        words = [word for state in states for word in state]
        rows = self.words(len(words))
        rows[:] = words
        return rows

    def run(self, entry: Callable[P, int], *args: P.args, **kwargs: P.kwargs) -> int:
        """Call an entry."""
        return self.backend.linked(entry)(*args, **kwargs)

    # -- single positions ---------------------------------------------------------------------
    def legal_moves(self, state: S) -> list[int]:
        """Return the legal moves of a game that goes on."""
        scratch = self._scratch()
        for at, word in enumerate(state):
            scratch.rows[at] = word
        count = self.run(entries.legal_moves, scratch.rows, self.ctx, scratch.buf)
        return list(map(int, scratch.buf[:count]))

    def _scratch(self) -> _Scratch:
        """Return this thread's arrays: compiled kernels let other threads run."""
        found: _Scratch | None = getattr(self.backend.local, "scratch", None)
        if found is None:
            rules = self.game.rules
            found = _Scratch(self.words(len(self.game.fields)), self.numbers(rules.MAX_MOVES))
            self.backend.local.scratch = found
        return found

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
