"""The square boards of 16 and 64 fields: names, neighbours, lines and symmetries."""

from __future__ import annotations

from collections import Counter
from math import dist, sqrt

import pytest

from boards.laws import (
    check_lines,
    check_names_and_coordinates,
    check_neighbours,
    check_rows,
    check_symmetries,
)
from brettwerk.boards.board import Board
from brettwerk.boards.square import DIAGONAL, KNIGHT, SMALL, STRAIGHT, WHOLE
from brettwerk.boards.tableaus import Arrangement, Tableau, cell_colours, turned

BOTH = pytest.mark.parametrize("board", [SMALL, WHOLE], ids=["small", "whole"])


def test_there_are_16_and_64_fields() -> None:
    assert (len(SMALL), len(WHOLE)) == (16, 64)
    assert [len(row) for row in SMALL.rows] == [4] * 4
    assert [len(row) for row in WHOLE.rows] == [8] * 8


def test_files_go_from_left_to_right_and_ranks_up() -> None:
    assert [SMALL.names[cell] for cell in SMALL.rows[0]] == ["a4", "b4", "c4", "d4"]
    assert [WHOLE.names[cell] for cell in WHOLE.rows[-1]] == [f"{f}1" for f in "abcdefgh"]
    assert [WHOLE.names[row[0]] for row in WHOLE.rows] == [f"a{rank}" for rank in range(8, 0, -1)]
    assert (WHOLE.index["a1"], WHOLE.index["h8"], SMALL.index["d4"]) == (0, 63, 15)


@BOTH
def test_every_field_is_found_by_its_name_and_coordinate(board: Board) -> None:
    check_names_and_coordinates(board)
    check_rows(board)


@BOTH
def test_neighbours_lie_at_distance_1_or_diagonally(board: Board) -> None:
    check_neighbours(board, 1, sqrt(2))
    side = round(sqrt(len(board)))
    inner = (side - 2) ** 2
    assert Counter(map(len, board.neighbours)) == {3: 4, 5: 4 * (side - 2), 8: inner}


def test_straight_diagonal_and_knights_steps_have_their_lengths() -> None:
    for steps, count, length in ((STRAIGHT, 4, 1), (DIAGONAL, 4, sqrt(2)), (KNIGHT, 8, sqrt(5))):
        assert len(set(steps)) == len(steps) == count
        assert all(dist((0, 0), step) == pytest.approx(length) for step in steps)


@BOTH
def test_lines(board: Board) -> None:
    side = round(sqrt(len(board)))
    for step in STRAIGHT:
        check_lines(board, step, [side] * side)
    for step in DIAGONAL:
        check_lines(board, step, sorted([*range(2, side), side, *range(2, side)]))


@BOTH
def test_there_are_eight_symmetries(board: Board) -> None:
    check_symmetries(board, 8)


def test_the_first_four_symmetries_are_turns_clockwise() -> None:
    names = WHOLE.names
    turns = [names[image[WHOLE.index["b1"]]] for image in WHOLE.symmetries[:4]]
    assert turns == ["b1", "a7", "g8", "h2"]
    mirrored = [names[image[WHOLE.index["b1"]]] for image in WHOLE.symmetries[4:]]
    assert mirrored[0] == "g1"


def test_symmetries_turn_fields_as_tableaus_turn() -> None:
    rows = Arrangement((Tableau(1), Tableau(2), Tableau(3), Tableau(4))).rows
    for quarters in range(4):
        image = WHOLE.symmetries[quarters]
        before, after = cell_colours(rows), cell_colours(turned(rows, quarters))
        assert all(before[cell] == after[image[cell]] for cell in range(64))
