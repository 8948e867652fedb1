"""Boards of pages: what they share is drawn once, and what stands on them each time."""

from __future__ import annotations

import re

import pytest

import brettwerk
from brettwerk.notation.svg_template import board_template


def held(drawn: str) -> set[str]:
    """The cells that look as if a piece stood on them."""
    return set(re.findall(r'<g data-cell="([a-z0-9-]+)"[^>]* class="held"', drawn))


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_cells_are_covered_where_pieces_stand_now(name: str) -> None:
    position = brettwerk.game(name).start()
    for _ in range(3):
        view = position.board_view
        standing = {view.board.names[cell] for cell in view.pieces}
        assert held(board_template(view, title="A picture")) == standing
        assert held(board_template(view)) == set()  # scripts put the pieces there
        position = position.play(position.moves[0])


def test_boards_that_differ_are_drawn_apart() -> None:
    views = [brettwerk.game("drei", board=f"#{n}").start().board_view for n in (1, 2)]
    ways = [(False, False), (True, False), (False, True)]
    drawn = {board_template(view, flipped=f, compact=c) for view in views for f, c in ways}
    assert len(drawn) == 6
    assert views[0].empty == views[0].empty != views[1].empty
