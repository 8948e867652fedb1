"""The triangle of 45 holes: names, neighbours, symmetries, and short, medium and long lines."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import dist, sqrt

import pytest

from boards.laws import (
    check_lines,
    check_names_and_coordinates,
    check_neighbours,
    check_rows,
    check_symmetries,
)
from brettwerk.boards.board import Coordinate
from brettwerk.boards.triangle import KINDS, LONG, MEDIUM, SHORT, TRIANGLE


def place(row: int, hole: int) -> tuple[float, float]:
    """Where a hole lies, row and place from 0."""
    return hole - row / 2, -row * sqrt(3) / 2


def test_there_are_45_holes_in_nine_rows_from_the_tip() -> None:
    assert len(TRIANGLE) == 45
    assert [len(row) for row in TRIANGLE.rows] == list(range(1, 10))
    assert TRIANGLE.names[0] == "a1"
    assert [TRIANGLE.names[cell] for cell in TRIANGLE.rows[4]] == ["e1", "e2", "e3", "e4", "e5"]
    assert [TRIANGLE.names[cell] for cell in TRIANGLE.rows[8]] == [f"i{n}" for n in range(1, 10)]


def test_every_hole_is_found_by_its_name_and_coordinate() -> None:
    check_names_and_coordinates(TRIANGLE)
    check_rows(TRIANGLE)


def test_holes_lie_where_the_rules_say() -> None:
    for name, cell in TRIANGLE.index.items():
        expected = place("abcdefghi".index(name[0]), int(name[1]) - 1)
        assert TRIANGLE.places[cell] == pytest.approx(expected)


def test_neighbours_lie_at_distance_1() -> None:
    check_neighbours(TRIANGLE, 1)
    assert Counter(map(len, TRIANGLE.neighbours)) == {2: 3, 4: 21, 6: 21}


def test_there_are_six_symmetries() -> None:
    check_symmetries(TRIANGLE, 6)
    tips = {TRIANGLE.index[name] for name in ("a1", "i1", "i9")}
    assert all({image[tip] for tip in tips} == tips for image in TRIANGLE.symmetries)


@pytest.mark.parametrize(
    ("kind", "square", "count"), [(SHORT, 1, 3), (MEDIUM, 3, 3), (LONG, 7, 6)], ids=["K", "M", "L"]
)
def test_the_directions_of_each_kind_are_all_of_that_distance(
    kind: tuple[Coordinate, ...], square: int, count: int
) -> None:
    steps = {
        (row, hole)
        for row, hole in product(range(-9, 10), repeat=2)
        if dist((0, 0), place(row, hole)) == pytest.approx(sqrt(square))
    }
    assert len(kind) == count
    assert {*kind, *((-row, -hole) for row, hole in kind)} == steps
    assert len(steps) == 2 * count


def test_directions_skip_no_hole() -> None:
    for steps in KINDS:
        for row, hole in steps:
            between = [n for n in (2, 3) if row % n == 0 and hole % n == 0]
            assert not between


@pytest.mark.parametrize("step", SHORT)
def test_short_lines_have_up_to_9_holes(step: Coordinate) -> None:
    check_lines(TRIANGLE, step, [2, 3, 4, 5, 6, 7, 8, 9])


@pytest.mark.parametrize("step", MEDIUM)
def test_medium_lines_have_at_most_5_holes(step: Coordinate) -> None:
    check_lines(TRIANGLE, step, [2] * 4 + [3] * 4 + [4] * 4 + [5])


@pytest.mark.parametrize("step", LONG)
def test_long_lines_have_at_most_3_holes(step: Coordinate) -> None:
    check_lines(TRIANGLE, step, [2] * 9 + [3] * 6)


def test_symmetries_keep_the_kinds_of_lines() -> None:
    for kind in KINDS:
        lines = {frozenset(line) for step in kind for line in TRIANGLE.lines(step)}
        for image in TRIANGLE.symmetries:
            assert {frozenset(image[cell] for cell in line) for line in lines} == lines
