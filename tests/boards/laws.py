"""What must hold of every board and its symmetries."""

from __future__ import annotations

from itertools import pairwise, product
from math import dist
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from brettwerk.boards.board import Board


def check_names_and_coordinates(board: Board) -> None:
    """Every cell has a name, a coordinate and a place of its own, and can be found by them."""
    cells = range(len(board))
    assert len(set(board.names)) == len(set(board.coordinates)) == len(set(board.places))
    assert [board.index[name] for name in board.names] == list(cells)
    assert [board.at[coordinate] for coordinate in board.coordinates] == list(cells)
    assert sorted(cell for row in board.rows for cell in row) == list(cells)


def check_rows(board: Board) -> None:
    """The rows go from the top down, and each from left to right."""
    heights = [{round(board.places[cell][1], 9) for cell in row} for row in board.rows]
    assert all(len(height) == 1 for height in heights)
    flat = [height.pop() for height in heights]
    assert flat == sorted(flat, reverse=True)
    for row in board.rows:
        across = [board.places[cell][0] for cell in row]
        assert across == sorted(across)


def check_neighbours(board: Board, *distances: float) -> None:
    """Neighbours are just the cells at these distances in the plane."""
    for one, other in product(range(len(board)), repeat=2):
        apart = dist(board.places[one], board.places[other])
        near = any(apart == pytest.approx(distance) for distance in distances)
        assert (other in board.neighbours[one]) is near
    assert all(len(set(cells)) == len(cells) for cells in board.neighbours)


def check_symmetries(board: Board, count: int) -> None:
    """They are different permutations, form a group and preserve distances."""
    cells = range(len(board))
    group = set(board.symmetries)
    assert len(board.symmetries) == len(group) == count
    assert board.symmetries[0] == tuple(cells)
    assert all(sorted(image) == list(cells) for image in group)
    for first, second in product(group, repeat=2):
        assert tuple(second[first[cell]] for cell in cells) in group
    for image in group:
        for cell in cells:
            moved = {image[near] for near in board.neighbours[cell]}
            assert moved == set(board.neighbours[image[cell]])
            apart = dist(board.places[0], board.places[cell])
            assert dist(board.places[image[0]], board.places[image[cell]]) == pytest.approx(apart)


def check_lines(board: Board, step: tuple[int, int], lengths: list[int]) -> None:
    """The lines in a direction have these lengths, share no cell, and keep to the direction."""
    lines = board.lines(step)
    assert sorted(map(len, lines)) == lengths
    held = [cell for line in lines for cell in line]
    assert len(held) == len(set(held))
    for line in lines:
        for one, other in pairwise(line):
            assert board.step(one, step) == other
        assert board.step(line[0], step, -1) is None
        assert board.step(line[-1], step) is None
        assert line[1:] == board.ray(line[0], step)
