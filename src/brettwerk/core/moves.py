"""A move, the legal moves of a position, and the moves of a game that are known so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, overload

MAX_KNOWN = 100_000


class _HasRules(Protocol):
    def is_legal(self, text: str) -> bool: ...


@dataclass(frozen=True, slots=True)
class Move:
    """A move: its text, and its code in the kernels.

    >>> import brettwerk
    >>> move = brettwerk.game("abalone").start().move("A1 b2")
    >>> move.text, str(move)
    ('a1b2', 'a1b2')
    """

    text: str
    code: int

    def __str__(self) -> str:
        return self.text


class Moves:
    """The legal moves of a position, sorted by text; a text is in them if it means one of them.

    >>> import brettwerk
    >>> moves = brettwerk.game("abalone").start().moves
    >>> len(moves), moves[0].text, "a1b2" in moves, "e1e2" in moves
    (44, 'a1b1', True, False)
    """

    def __init__(self, position: _HasRules, moves: tuple[Move, ...]) -> None:
        self._position, self._moves = position, moves

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, at: int | slice) -> Move | tuple[Move, ...]:
        return self._moves[at]

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Move):
            return move in self._moves
        return isinstance(move, str) and self._position.is_legal(move)

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Moves | tuple | list)
        return same and self._moves == tuple(other)  # type: ignore[arg-type]

    def __hash__(self) -> int:
        return hash(self._moves)

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {' '.join(move.text for move in self)}>"


# A sequence, but not for type checkers, which would say that no text can be in it.
Sequence.register(Moves)


class KnownMoves:
    """The moves of a game that have been met so far, by their codes and by their texts."""

    def __init__(self, format_move: Callable[[int], str]) -> None:
        self._format_move = format_move
        self._moves: dict[int, Move] = {}
        self._codes: dict[str, tuple[int, ...]] = {}

    def move_of(self, code: int) -> Move:
        """Return the move with this code."""
        move = self._moves.get(code)
        if move is None:
            if len(self._moves) > MAX_KNOWN:
                self._moves.clear()
                self._codes.clear()
            move = self._moves[code] = Move(self._format_move(code), code)
            self._codes[move.text] = (*self.codes_of(move.text), code)
        return move

    def codes_of(self, text: str) -> tuple[int, ...]:
        """Return the codes of the known moves with this text."""
        return self._codes.get(text, ())
