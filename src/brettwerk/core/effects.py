"""What a move does to the board, for drawing, describing and animating it."""

from typing import NamedTuple

# A line to draw on the board: its kind, then the cells that it joins; a ring if it is only one.
Line = tuple[str, ...]


class Effects(NamedTuple):
    """What a move does to the board; cells by name.

    `placed` are new pieces with their seat, `moved` are pieces of any seat that change place,
    `taken` those that leave the board.
    """

    placed: tuple[tuple[str, str], ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    taken: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        """Return all cells that change."""
        placed, moved = (cell for cell, _ in self.placed), (c for pair in self.moved for c in pair)
        return tuple(dict.fromkeys((*placed, *moved, *self.taken)))

    @property
    def targets(self) -> tuple[str, ...]:
        """Return the cells that are filled, without those left by another piece."""
        left = {origin for origin, _ in self.moved}
        moved = (target for _, target in self.moved if target not in left)
        return (*(cell for cell, _ in self.placed), *moved)
