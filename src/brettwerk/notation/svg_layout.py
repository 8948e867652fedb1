"""The layout of a picture: the shape of the board and the points of its cells."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import copysign, cos, dist, pi, radians, sin, sqrt

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
    in the direction `letters`. `cut` is how much of each corner is rounded off.
    """

    sides: int
    corner: float
    well: float
    rim: float
    bare_rim: float
    letters: Place
    digits: Place
    label_step: float
    cut: float


_LEFT, _DOWN = (-1.0, 0.0), (0.0, -1.0)
_DOWN_RIGHT, _DOWN_LEFT = (0.5, -sqrt(3) / 2), (-0.5, -sqrt(3) / 2)
SHAPES = {
    "hexagon": BoardShape(6, 0, 0.6, 1.14, 0.84, _LEFT, _DOWN_RIGHT, 0.97, 56),
    "triangle": BoardShape(3, 90, 0.62, 1.16, 0.86, _LEFT, _DOWN_LEFT, 1.0, 130),
    "square": BoardShape(4, 45, 0.52, 1.0, 0.72, _DOWN, _LEFT, 0.76, 34),
}

# For narrow screens: a slimmer rim and rounder corners leave more of the width to the cells.
COMPACT_SHAPES = {
    "hexagon": replace(SHAPES["hexagon"], well=0.53, rim=0.88, label_step=0.81, cut=96),
    "triangle": replace(SHAPES["triangle"], well=0.55, rim=0.88, label_step=0.82, cut=190),
    "square": replace(SHAPES["square"], rim=0.84, label_step=0.68),
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
        corners = self.rounded() if self.compact else self.outline(self.rim)
        xs, ys = zip(*corners, *bays, strict=True)
        return min(xs) - pad, min(ys) - pad, max(xs) + pad, max(ys) + pad

    def rounded(self) -> list[Point]:
        """Return points of the outline where its corners are rounded off."""
        corners, found = self.outline(self.rim), list[Point]()
        for i, (x, y) in enumerate(corners):
            ends = corners[i - 1], corners[(i + 1) % len(corners)]
            (ax, ay), (bx, by) = (
                (
                    self.shape.cut * (u - x) / dist((u, v), (x, y)),
                    self.shape.cut * (v - y) / dist((u, v), (x, y)),
                )
                for u, v in ends
            )
            steps = ((1 - t / 12, t / 12) for t in range(13))
            found += [(x + a * a * ax + b * b * bx, y + a * a * ay + b * b * by) for a, b in steps]
        return found

    @property
    def rim(self) -> float:
        return self.shape.rim if self.coordinates else self.shape.bare_rim
