"""How a scene lies in its picture: the shape of the board, and where everything is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import copysign, cos, hypot, pi, radians, sin, sqrt
from typing import TYPE_CHECKING

from brettwerk.texts import shown

if TYPE_CHECKING:
    from brettwerk.boards.board import Place
    from brettwerk.notation.scene import Scene, Spot
    from brettwerk.notation.svg_parts import Point

UNIT = 100.0


@dataclass(frozen=True)
class Form:
    """How a kind of board is shaped: its corners, its margins, and the sides its labels are on.

    `corner` is the direction of one corner in degrees. Margins are distances from the outermost
    cells; labels lie from the last cell of their line in the directions `letters` and `digits`.
    `cut` is how much of each corner is rounded off. On a narrow screen a board reaches only `edges`
    beyond its outermost cells to the left and right, the rest of its rim does not matter there.
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
    edges: Place = (0.0, 0.0)


_LEFT, _DOWN_RIGHT, _DOWN_LEFT = (-1.0, 0.0), (0.5, -sqrt(3) / 2), (-0.5, -sqrt(3) / 2)
FORMS = {
    "hexagon": Form(6, 0, 0.6, 1.14, 0.84, _LEFT, _DOWN_RIGHT, 0.97, 56),
    "triangle": Form(3, 90, 0.62, 1.16, 0.86, _LEFT, _DOWN_LEFT, 1.0, 130),
    "square": Form(4, 45, 0.52, 1.0, 0.72, (0.0, -1.0), _LEFT, 0.76, 34),
}
# For a thumb on a narrow screen: as large as the screen is wide, with labels close to the cells.
SNUG = {
    "hexagon": replace(FORMS["hexagon"], well=0.56, rim=1.04, label_step=0.86, edges=(0.49, 0.49)),
    "triangle": replace(FORMS["triangle"], rim=1.06, label_step=0.86, edges=(0.49, 0.49)),
    "square": replace(FORMS["square"], rim=0.86, label_step=0.68, edges=(0.82, 0.6)),
}
# There what lies beyond a corner of the board lies above or below it instead.
_INWARDS, _OUTWARDS = 0.66, 0.36


@dataclass(frozen=True)
class View:
    """A scene as it lies in the picture: places turned into points with y downwards."""

    scene: Scene
    flipped: bool
    coordinates: bool
    snug: bool = False

    @property
    def form(self) -> Form:
        return (SNUG if self.snug else FORMS)[self.scene.board.kind]

    @property
    def turn(self) -> int:
        return -1 if self.flipped else 1

    def at(self, place: Place) -> Point:
        """The point of a place."""
        return self.turn * UNIT * place[0], -self.turn * UNIT * place[1]

    @cached_property
    def points(self) -> dict[str, Point]:
        """Where everything with a name is: cells, then spots."""
        board = self.scene.board
        cells = {
            name: self.at(place) for name, place in zip(board.names, board.places, strict=True)
        }
        return cells | {spot.name: self.spot(spot) for spot in self.scene.spots}

    def spot(self, spot: Spot) -> Point:
        """The point of a place beyond the cells."""
        x, y = spot.place
        if self.snug:
            middle_x, middle_y = self.middle
            x, y = x + copysign(_INWARDS, middle_x - x), y + copysign(_OUTWARDS, y - middle_y)
        return self.at((x, y))

    @property
    def middle(self) -> Place:
        """The middle of all cells."""
        places = self.scene.board.places
        return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)

    def point(self, name: object) -> Point:
        """The point of a cell or spot; a name that is neither is refused."""
        point = self.points.get(name) if isinstance(name, str) else None
        if point is None:
            names = self.scene.board.names
            beyond = ", ".join(spot.name for spot in self.scene.spots)
            raise ValueError(
                f"There is no cell {shown(name)!r} on this board; its cells are "
                f"{names[0]} to {names[-1]}{beyond and ', and beyond them ' + beyond}."
            )
        return point

    def outline(self, margin: float) -> list[Point]:
        """The corners of a polygon around all cells, its sides this far from the outermost."""
        places, middle = self.scene.board.places, self.middle
        half = pi / self.form.sides
        reach = max(hypot(x - middle[0], y - middle[1]) for x, y in places) + margin / cos(half)
        angles = (radians(self.form.corner) + 2 * half * i for i in range(self.form.sides))
        return [
            self.at((middle[0] + reach * cos(angle), middle[1] + reach * sin(angle)))
            for angle in angles
        ]

    @property
    def rim(self) -> float:
        return self.form.rim if self.coordinates else self.form.bare_rim
