"""What `make test` runs of tests that are alike for many games; `make test-slow` runs the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import pytest
from _pytest.mark import ParameterSet

import brettwerk

# One game for each board, for what is alike in all games on it.
_BY_SIZE = {len(brettwerk.game(name).board): name for name in reversed(brettwerk.NAMES)}
ONE_A_BOARD = tuple(_BY_SIZE.values())


def quick_ones(values: Iterable[str], quick: Collection[str]) -> list[ParameterSet]:
    """Each value; those that are not among the quick ones are slow."""
    return [pytest.param(one, marks=[] if one in quick else [pytest.mark.slow]) for one in values]


each_board = pytest.mark.parametrize("name", quick_ones(brettwerk.NAMES, ONE_A_BOARD))
# In the browser a test takes seconds: a game of fields, and one of balls with moves in two steps.
SHOWN = ("drei", "triapon")
each_shown = pytest.mark.parametrize("name", quick_ones(brettwerk.NAMES, SHOWN))


def in_turn(
    names: Sequence[str], kinds: Sequence[object], quick: Collection[str] | None = None
) -> list[ParameterSet]:
    """Each name, or each of the quick ones, with one of the kinds in turn; the rest is slow."""
    return [
        pytest.param(
            name,
            kind,
            marks=[]
            if at % len(kinds) == now and (quick is None or name in quick)
            else [pytest.mark.slow],
        )
        for at, name in enumerate(names)
        for now, kind in enumerate(kinds)
    ]
