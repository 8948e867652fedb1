"""The census of Isolation says of every board what the solver and a plain search say of it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import brettwerk
from brettwerk.boards.tableaus import board_text
from brettwerk.core.game import Position
from brettwerk.games.isolation import census
from brettwerk.games.isolation.solver import IsolationSolver
from brettwerk.games.katarenga_family.sheets import SHEETS, board_of
from brettwerk.solving import solve
from cli.helpers import done


def most_pieces(position: Position) -> int:
    """How many more pieces fit, by trying everything."""
    if not position.moves:
        return 0
    first = position.moves[0].code
    closed = [m for m in position.moves if first not in position.play(m).legal_codes]
    return 1 + max(most_pieces(position.play_unchecked(move.code)) for move in closed)


@pytest.mark.parametrize("seed", range(6))
def test_as_many_pieces_fit_as_trying_everything_finds(seed: int) -> None:
    rng, position = Random(seed), brettwerk.game("isolation", board=f"random:{seed}").start()
    for _ in range(5):
        position = position.play_unchecked(rng.choice(position.legal_codes))
    assert IsolationSolver(position.game).most_pieces(position) == most_pieces(position)


@pytest.mark.parametrize("sheet", [0, 7001])
def test_a_sheet_is_what_the_solver_says(sheet: int) -> None:
    start = brettwerk.game("isolation", board=board_text(board_of(sheet).rows)).start()
    number, found = census.solve_sheet(sheet)
    facts = census.BoardFacts(*found)
    solution = solve(start)
    assert number == sheet
    assert solution
    assert solution.plies == facts.plies
    assert facts.first_wins is (solution.returns[0] == 1)
    assert facts.room >= facts.plies


def test_a_census_grows_is_shipped_and_goes_on(tmp_path: Path) -> None:
    growing, shipped = tmp_path / "growing", tmp_path / "isolation.census"
    done("census", "make", growing, "--count", "1", "--processes", "1")
    done("census", "make", growing, "--count", "2", "--processes", "1", "--ship", shipped)
    assert sorted(census.load(shipped)) == [0, 1]
    assert len(census.load(shipped)) < SHEETS
    with pytest.raises(ValueError, match="no file of boards"):
        census.load(Path(__file__))
