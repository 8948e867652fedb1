"""The hexagon of 61 cells: names, neighbours, lines and symmetries."""

from __future__ import annotations

from collections import Counter

import pytest

from boards.laws import (
    check_lines,
    check_names_and_coordinates,
    check_neighbours,
    check_rows,
    check_symmetries,
)
from brettwerk.boards.board import cells_of, mask
from brettwerk.boards.hexagon import HEXAGON


def test_there_are_61_cells_in_nine_rows() -> None:
    assert len(HEXAGON) == 61
    assert [len(row) for row in HEXAGON.rows] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert HEXAGON.kind == "hexagon"


@pytest.mark.parametrize(
    ("letter", "first", "last"),
    [
        ("a", 1, 5),
        ("b", 1, 6),
        ("c", 1, 7),
        ("d", 1, 8),
        ("e", 1, 9),
        ("f", 2, 9),
        ("g", 3, 9),
        ("h", 4, 9),
        ("i", 5, 9),
    ],
)
def test_rows_are_named_from_the_bottom_and_numbers_slant(
    letter: str, first: int, last: int
) -> None:
    row = HEXAGON.rows["ihgfedcba".index(letter)]
    assert [HEXAGON.names[cell] for cell in row] == [
        f"{letter}{number}" for number in range(first, last + 1)
    ]


def test_every_cell_is_found_by_its_name_and_coordinate() -> None:
    check_names_and_coordinates(HEXAGON)
    check_rows(HEXAGON)


def test_neighbours_lie_at_distance_1() -> None:
    check_neighbours(HEXAGON, 1)


def test_neighbours_are_those_of_the_rules() -> None:
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))
    for name, cell in HEXAGON.index.items():
        row, number = "abcdefghi".index(name[0]), int(name[1])
        near = {(row + r, number + n) for r, n in steps}
        expected = {f"{'abcdefghi'[r]}{n}" for r, n in near if 0 <= r < 9} & set(HEXAGON.names)
        assert {HEXAGON.names[other] for other in HEXAGON.neighbours[cell]} == expected


def test_corners_edges_and_inner_cells_have_three_four_and_six_neighbours() -> None:
    assert Counter(map(len, HEXAGON.neighbours)) == {3: 6, 4: 18, 6: 37}
    corners = {HEXAGON.names[c] for c in range(61) if len(HEXAGON.neighbours[c]) == 3}
    assert corners == {"a1", "a5", "e1", "e9", "i5", "i9"}


def test_each_number_stays_on_one_slanting_line() -> None:
    along = HEXAGON.lines((1, 0))
    assert all(len({HEXAGON.names[cell][1] for cell in line}) == 1 for line in along)


@pytest.mark.parametrize("step", HEXAGON.steps)
def test_there_are_nine_lines_in_each_direction(step: tuple[int, int]) -> None:
    check_lines(HEXAGON, step, [5, 5, 6, 6, 7, 7, 8, 8, 9])


def test_the_opposite_of_a_direction_is_three_further() -> None:
    for at in range(3):
        row, number = HEXAGON.steps[at]
        assert HEXAGON.steps[at + 3] == (-row, -number)


def test_there_are_twelve_symmetries() -> None:
    check_symmetries(HEXAGON, 12)
    middle = HEXAGON.index["e5"]
    assert all(image[middle] == middle for image in HEXAGON.symmetries)


def test_steps_go_several_times_and_end_at_the_edge() -> None:
    e5 = HEXAGON.index["e5"]
    assert HEXAGON.step(e5, (0, 1), 4) == HEXAGON.index["e9"]
    assert HEXAGON.step(e5, (0, 1), 5) is None
    assert HEXAGON.step(e5, (1, 1), -4) == HEXAGON.index["a1"]


def test_sets_of_cells_are_bits() -> None:
    assert mask([0, 3, 60]) == 1 | 8 | 1 << 60
    assert cells_of(mask([60, 3, 0])) == [0, 3, 60]
    assert (mask([]), cells_of(0)) == (0, [])
