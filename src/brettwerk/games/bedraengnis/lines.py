"""Lines to the positions of a tableau: all of them, or some drawn with equal chances.

A position is the set of occupied fields and the field of the last piece, as in `solver`; by which
of several lines it came about changes nothing, and one is returned.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from brettwerk.boards.board import cells_of
from brettwerk.boards.square import SMALL
from brettwerk.boards.tableaus import cell_colours
from brettwerk.core.game import Position
from brettwerk.games.bedraengnis.rules import BedraengnisState
from brettwerk.games.bedraengnis.solver import reachable
from brettwerk.games.bedraengnis.solver_kernels import SETS, place


def all_lines(
    start: Position, rng: np.random.Generator, count: int | None
) -> Iterator[tuple[str, ...]]:
    """Yield lines to this many positions of a tableau, or to all, in which a move is chosen."""
    seen = reachable(cell_colours(tuple(start.game.options["board"].split("/"))))
    entries = np.flatnonzero(np.frombuffer(seen, np.uint8))
    wanted = len(entries) if count is None else count
    for entry in rng.permutation(entries) if count is not None else entries:
        line = _line(start, seen, *reversed(divmod(int(entry), SETS)))
        position = start
        for cell in line:
            position = position.play_unchecked(cell)
        if len(position.legal_codes) > 1:
            yield tuple(SMALL.names[cell] for cell in line)
            wanted -= 1
            if not wanted:
                return


def _line(start: Position, seen: bytes, occupied: int, last: int) -> list[int]:
    """Return a line to a position, found backwards from it."""
    line = [last]
    while rest := occupied & ~(1 << last):
        last = next(
            cell
            for cell in cells_of(rest)
            if seen[place(cell, rest)] and _leads(start, rest, cell, line[-1])
        )
        occupied = rest
        line.append(last)
    return line[::-1]


def _leads(start: Position, occupied: int, last: int, to: int) -> bool:
    """Return whether a piece may be placed on a field, regardless of colours."""
    state = BedraengnisState(0, occupied, last)
    return to in start.with_state(state).legal_codes
