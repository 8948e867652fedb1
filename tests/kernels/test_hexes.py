"""Sets of cells shifted as a whole: the same as every cell moved by itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from brettwerk.boards.hexagon import HEXAGON
from brettwerk.games.abalone import hexes

SETS = st.integers(0, (1 << 61) - 1)
SHIFTS = (hexes.on_0, hexes.on_1, hexes.on_2, hexes.back_0, hexes.back_1, hexes.back_2)


@given(SETS)
def test_every_cell_goes_one_step_and_those_at_the_edge_vanish(cells: int) -> None:
    for direction, shift in enumerate(SHIFTS):
        steps = [
            HEXAGON.step(cell, HEXAGON.steps[direction]) for cell in range(61) if cells >> cell & 1
        ]
        assert shift(cells) == sum(1 << cell for cell in steps if cell is not None)


@given(SETS)
def test_behind_a_set_stand_those_that_step_into_it(cells: int) -> None:
    for direction in range(6):
        into = [
            cell
            for cell in range(61)
            if (then := HEXAGON.step(cell, HEXAGON.steps[direction])) is not None
            and cells >> then & 1
        ]
        assert hexes.behind(cells, direction) == sum(1 << cell for cell in into)
