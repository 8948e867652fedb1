"""What a position looks like: the board, its pieces and those beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from brettwerk.boards.board import Board, Place
from brettwerk.notation.pieces import USUAL, PieceSpec

_NOTHING: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True)
class OffBoardCell:
    """A named place off the board, such as a camp, and the piece on it."""

    name: str
    place: Place
    piece: str | None = None


@dataclass(frozen=True)
class Tray:
    """Pieces of one kind beside the board, with the seat that owns the tray.

    `what` is "hand" (still to be placed) or "taken" (captured or pushed off by the owner).
    """

    owner: str
    what: str
    piece: str
    count: int


@dataclass(frozen=True)
class BoardView:
    """The contents of a picture: pieces (named as in `specs`) by cell, and the colours of fields.

    `fields` has one letter of `rygb` per cell. A board that is laid of squares has `parts` cells on
    each of their sides. The last move touched the cells in `last`.
    """

    board: Board
    pieces: Mapping[int, str] = field(hash=False)
    fields: str | None = None
    parts: int = 0
    off_board: tuple[OffBoardCell, ...] = ()
    trays: tuple[Tray, ...] = ()
    last: tuple[str, ...] = ()
    specs: tuple[PieceSpec, ...] = USUAL

    @property
    def bare(self) -> BoardView:
        """The same without trays and traces of the last move."""
        return replace(self, trays=(), last=())

    @property
    def empty(self) -> BoardView:
        """The board alone, without any pieces."""
        places = tuple(replace(place, piece=None) for place in self.off_board)
        return replace(self.bare, pieces=_NOTHING, off_board=places)
