"""What all boards have: names, neighbours, lines, symmetries and places in the plane."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

Coordinate = tuple[int, int]
Place = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Board:
    """Cells in a fixed order; a cell is an index, and has a name for people.

    `coordinates` are integers on the board's own axes, `places` are points in the plane
    (y upwards) in which neighbouring cells are at distance 1. `rows` are those of a diagram, top
    row first. A symmetry is a permutation: cell `c` goes to `symmetry[c]`.
    """

    kind: str
    names: tuple[str, ...]
    coordinates: tuple[Coordinate, ...]
    places: tuple[Place, ...]
    steps: tuple[Coordinate, ...]
    rows: tuple[tuple[int, ...], ...]
    symmetries: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def index(self) -> dict[str, int]:
        """Return the cells by name."""
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def at(self) -> dict[Coordinate, int]:
        """Return the cells by coordinate."""
        return {coordinate: cell for cell, coordinate in enumerate(self.coordinates)}

    @cached_property
    def names_of(self) -> Callable[[int], tuple[str, ...]]:
        """Return the names of the cells of a bitboard; sets that pieces can reach recur."""
        return lru_cache(maxsize=20_000)(lambda bits: tuple(self.names[c] for c in cells_of(bits)))

    def step(self, cell: int, direction: Coordinate, times: int = 1) -> int | None:
        """Return the cell at this number of steps; None beyond the edge."""
        a, b = self.coordinates[cell]
        return self.at.get((a + times * direction[0], b + times * direction[1]))

    def ray(self, cell: int, direction: Coordinate) -> tuple[int, ...]:
        """Return the cells from here to the edge in a direction, without the first."""
        found: list[int] = []
        while (ahead := self.step(cell, direction)) is not None:
            found.append(ahead)
            cell = ahead
        return tuple(found)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Return the neighbours of each cell."""
        return tuple(
            tuple(n for d in self.steps if (n := self.step(cell, d)) is not None)
            for cell in range(len(self))
        )

    def lines(self, direction: Coordinate) -> tuple[tuple[int, ...], ...]:
        """Return the maximal lines of two or more cells in a direction."""
        back = (-direction[0], -direction[1])
        starts = (cell for cell in range(len(self)) if self.step(cell, back) is None)
        lines = ((cell, *self.ray(cell, direction)) for cell in starts)
        return tuple(line for line in lines if len(line) > 1)


def permutation(
    coordinates: Sequence[Coordinate], image: Callable[[Coordinate], Coordinate]
) -> tuple[int, ...]:
    """Return the symmetry that maps each coordinate to its image."""
    at = {coordinate: cell for cell, coordinate in enumerate(coordinates)}
    return tuple(at[image(coordinate)] for coordinate in coordinates)


def mask(cells: Iterable[int]) -> int:
    """Return the bitboard of cells: cell `c` is bit `c`."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def cells_of(bits: int) -> list[int]:
    """Return the cells of a bitboard, in order."""
    cells = []
    while bits:
        low = bits & -bits
        cells.append(low.bit_length() - 1)
        bits ^= low
    return cells
