"""What hypothesis draws from: options of every game, odd boards and set-ups included."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

import brettwerk
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.boards.tableaus import board_text, random_arrangement, random_tableau
from brettwerk.games.abalone.setups import setups

Options = dict[str, Any]


def boards(size: int) -> st.SearchStrategy[str]:
    """Boards laid from tableaus, and custom ones of few or all colours."""

    def laid(seed: int) -> str:
        rows = random_tableau(seed).rows if size == 4 else random_arrangement(seed).rows
        return board_text(rows)

    def painted(colours: str) -> st.SearchStrategy[str]:
        row = st.text(alphabet=colours, min_size=size, max_size=size)
        return st.lists(row, min_size=size, max_size=size).map("/".join)

    palette = st.sampled_from(["rygb", "rb", "ry", "gb", "gy", "yb", "r", "y", "g", "b"])
    return st.integers(0, 10**9).map(laid) | palette.flatmap(painted)


@st.composite
def custom_setups(draw: st.DrawFn) -> dict[str, list[str]]:
    """A few marbles of each colour anywhere."""
    cells = draw(st.permutations(HEXAGON.names))
    black, white = draw(st.integers(0, 40)), draw(st.integers(0, 21))
    return {"black": list(cells[:black]), "white": list(cells[black : black + white])}


def _some(**options: st.SearchStrategy[Any]) -> st.SearchStrategy[Options]:
    return st.fixed_dictionaries({}, optional=options)


OPTIONS: dict[str, st.SearchStrategy[Options]] = {
    "abalone": _some(
        setup=st.sampled_from(sorted(setups())) | custom_setups(),
        repetition=st.sampled_from([0, 2, 3]),
        ply_limit=st.sampled_from([0, 6, 40]),
    ),
    "triapon": _some(barricades=st.booleans(), crossing=st.sampled_from(["any", "others"])),
    "bedraengnis": _some(board=boards(4)),
    "drei": _some(
        board=boards(8),
        continuation=st.booleans(),
        continuation_limit=st.sampled_from([0, 1, 20]),
        lines=st.sampled_from(["straight", "any"]),
    ),
    "schlacht": _some(board=boards(8)),
    "katarenga": _some(board=boards(8)),
    "isolation": _some(board=boards(8)),
    "congress": _some(
        board=boards(8),
        captures=st.booleans(),
        repetition=st.sampled_from([0, 2, 3]),
        ply_limit=st.sampled_from([0, 6, 40]),
    ),
}
assert set(OPTIONS) == set(brettwerk.NAMES)


def choices(longest: int) -> st.SearchStrategy[list[int]]:
    """Which move to play at each turn, by its place in the list, to be taken modulo its length."""
    return st.lists(st.integers(0, 2**16), max_size=longest)


def seeds() -> st.SearchStrategy[int]:
    """For long walks, which are cheaper to draw from a seed."""
    return st.integers(0, 2**32)
