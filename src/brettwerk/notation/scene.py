"""What a position looks like, without the rules: the board, its pieces, what lies beside."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.boards.board import Board, Place

SEATS = ("black", "white", "one", "two", "three")
PIECES = (*SEATS, "barricade")


@dataclass(frozen=True)
class Spot:
    """A named place beyond the cells of the board, such as a camp, and the piece on it."""

    name: str
    place: Place
    piece: str | None = None


@dataclass(frozen=True)
class Shelf:
    """Pieces that lie beside the board: `piece` is what they are, `owner` the seat they lie with.

    `what` says why: "hand" (still to be placed) or "taken" (captured or pushed off by the owner).
    """

    owner: str
    what: str
    piece: str
    count: int


@dataclass(frozen=True)
class Scene:
    """A picture's contents: pieces (one of `PIECES`) by cell, colours of fields where they matter.

    `fields` has one letter of `rygb` a cell. Cells in `last` were touched by the last move.
    """

    board: Board
    pieces: Mapping[int, str]
    fields: str | None = None
    spots: tuple[Spot, ...] = ()
    shelves: tuple[Shelf, ...] = ()
    last: tuple[str, ...] = field(default=())
