"""The layout of a picture: the shape of the board and the points of its cells."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import copysign, cos, pi, radians, sin, sqrt

from brettwerk.boards.board import Place
from brettwerk.i18n import truncate
from brettwerk.notation.board_view import BoardView, OffBoardCell
from brettwerk.notation.svg_parts import Point

UNIT = 100.0


@dataclass(frozen=True)
class BoardShape:
    """The shape of a kind of board: its corners, its margins and the sides of its labels.

    `corner` is the direction of one corner in degrees. Margins are distances from the outermost
    cells; labels are beyond the last cell of their line: numbers in the direction `digits`, letters
    in the first of the directions `letters` that leads off the board. `cut` is how much of each
    corner is rounded off. On a narrow screen the picture ends `edges` beyond the outermost cells at
    the left and right.
    """

    sides: int
    corner: float
    well: float
    rim: float
    bare_rim: float
    letters: tuple[Place, ...]
    digits: Place
    label_step: float
    cut: float
    edges: Place = (0.0, 0.0)


_LEFT, _UP_LEFT = (-1.0, 0.0), (-0.5, sqrt(3) / 2)
_DOWN_RIGHT, _DOWN_LEFT = (0.5, -sqrt(3) / 2), (-0.5, -sqrt(3) / 2)
SHAPES = {
    "hexagon": BoardShape(6, 0, 0.6, 1.14, 0.84, (_LEFT,), _DOWN_RIGHT, 0.97, 56),
    "triangle": BoardShape(3, 90, 0.62, 1.16, 0.86, (_LEFT,), _DOWN_LEFT, 1.0, 130),
    "square": BoardShape(4, 45, 0.52, 1.0, 0.72, ((0.0, -1.0),), _LEFT, 0.76, 34),
}


def _slanting(shape: BoardShape, well: float, rim: float) -> BoardShape:
    """Return a shape with its labels close to the cells, none of them beyond the longest row."""
    letters, edges = (_UP_LEFT, _LEFT), (0.49, 0.49)
    return replace(shape, well=well, rim=rim, letters=letters, label_step=0.8, edges=edges)


# For narrow screens.
COMPACT_SHAPES = {
    "hexagon": _slanting(SHAPES["hexagon"], well=0.56, rim=1.04),
    "triangle": _slanting(SHAPES["triangle"], well=0.62, rim=1.06),
    "square": replace(SHAPES["square"], rim=0.86, label_step=0.68, edges=(0.82, 0.6)),
}
# On these, places off the board are moved from the corners to above or below the board.
_INWARDS, _OUTWARDS = 0.66, 0.36


@dataclass(frozen=True)
class SvgLayout:
    """The layout of a picture, which maps places to points with y downwards."""

    board_view: BoardView
    flipped: bool
    coordinates: bool
    compact: bool = False

    @property
    def shape(self) -> BoardShape:
        return (COMPACT_SHAPES if self.compact else SHAPES)[self.board_view.board.kind]

    @property
    def turn(self) -> int:
        return -1 if self.flipped else 1

    def at(self, place: Place) -> Point:
        """Return the point of a place."""
        return self.turn * UNIT * place[0], -self.turn * UNIT * place[1]

    @cached_property
    def points(self) -> dict[str, Point]:
        """Return the points of all cells and places off the board by name."""
        board = self.board_view.board
        cells = {
            name: self.at(place) for name, place in zip(board.names, board.places, strict=True)
        }
        return cells | {
            off_cell.name: self.off_cell(off_cell) for off_cell in self.board_view.off_board
        }

    def off_cell(self, off_cell: OffBoardCell) -> Point:
        """Return the point of a place off the board."""
        x, y = off_cell.place
        if self.compact:
            middle_x, middle_y = self.middle
            x, y = x + copysign(_INWARDS, middle_x - x), y + copysign(_OUTWARDS, y - middle_y)
        return self.at((x, y))

    @property
    def middle(self) -> Place:
        """Return the middle of all cells."""
        places = self.board_view.board.places
        return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)

    def point(self, name: object) -> Point:
        """Return the point of a name; raise if it does not exist."""
        point = self.points.get(name) if isinstance(name, str) else None
        if point is None:
            names = self.board_view.board.names
            beyond = ", ".join(off_cell.name for off_cell in self.board_view.off_board)
            raise ValueError(
                f"There is no cell {truncate(name)!r} on this board; its cells are "
                f"{names[0]} to {names[-1]}{beyond and ', and beyond them ' + beyond}."
            )
        return point

    def outline(self, margin: float) -> list[Point]:
        """Return the corners of a polygon around all cells at this margin."""
        half = pi / self.shape.sides
        angles = (radians(self.shape.corner) + 2 * half * i for i in range(self.shape.sides))
        return [self._beyond((cos(angle), sin(angle)), margin / cos(half)) for angle in angles]

    def _beyond(self, direction: Place, distance: float) -> Point:
        """Return the point at a distance from the outermost cell in a direction."""
        dx, dy = direction
        x, y = max(self.board_view.board.places, key=lambda place: place[0] * dx + place[1] * dy)
        return self.at((x + distance * dx, y + distance * dy))

    def bay(self, off_cell: OffBoardCell) -> list[Point]:
        """Return the corners around a place off the board, in the direction of the outline."""
        x, y = self.off_cell(off_cell)
        return [(x + dx, y + dy) for dx, dy in ((-52, -52), (-52, 52), (52, 52), (52, -52))]

    def box(self, pad: float) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom of the board and its bays, with a margin."""
        bays = (corner for off_cell in self.board_view.off_board for corner in self.bay(off_cell))
        xs, ys = zip(*self.outline(self.rim), *bays, strict=True)
        return min(xs) - pad, min(ys) - pad, max(xs) + pad, max(ys) + pad

    @property
    def rim(self) -> float:
        return self.shape.rim if self.coordinates else self.shape.bare_rim
