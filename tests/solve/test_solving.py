"""Many positions solved one after the other: what is kept changes no answer."""

from __future__ import annotations

import pytest

import brettwerk
from brettwerk.solving import Solving, solve
from search.test_search import wandered


@pytest.mark.parametrize(("name", "plies"), [("schlacht", 14), ("drei", 6), ("bedraengnis", 3)])
def test_what_is_kept_changes_no_answer(name: str, plies: int) -> None:
    plain, kept = brettwerk.game(name), Solving()
    for seed in range(3):
        position = wandered(
            brettwerk.game(name, **plain.definition.random_options(seed)), plies, seed
        )
        moves = position.moves[:6]
        for move in moves:
            kept(position.play(move), nodes=50)  # most often it does not get far
        for move in moves:
            after = position.play(move)
            found, fresh = kept(after), solve(after)
            assert found
            assert fresh
            assert (found.returns, found.points, found.best) == (
                fresh.returns,
                fresh.points,
                fresh.best,
            )


def test_another_board_is_another_game() -> None:
    plain, kept = brettwerk.game("drei"), Solving()
    positions = [
        wandered(brettwerk.game("drei", **plain.definition.random_options(seed)), 5, seed)
        for seed in range(4)
    ]
    for position in positions * 2:
        found, fresh = kept(position), solve(position)
        assert found
        assert fresh
        assert (found.returns, found.plies) == (fresh.returns, fresh.plies)
