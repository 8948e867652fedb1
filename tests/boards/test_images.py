"""Images of sets of cells under symmetries, by bytes, are those cell by cell."""

from __future__ import annotations

from random import Random

import pytest

from brettwerk.boards.board import Board, cells_of
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.boards.square import WHOLE, square_board
from brettwerk.boards.triangle import TRIANGLE
from brettwerk.core.symmetry import image_of, image_tables


@pytest.mark.parametrize("board", [HEXAGON, TRIANGLE, WHOLE, square_board(4)])
def test_the_image_of_a_set_is_the_set_of_images(board: Board) -> None:
    rng = Random(len(board))
    for symmetry in board.symmetries:
        tables = image_tables(symmetry)
        for bits in (0, (1 << len(board)) - 1, *(rng.getrandbits(len(board)) for _ in range(5))):
            assert image_of(tables, bits) == sum(1 << symmetry[cell] for cell in cells_of(bits))
