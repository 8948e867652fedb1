"""The atlas of Die Drei says of every board what the solver says of it."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import brettwerk
from brettwerk.boards.square import WHOLE
from brettwerk.boards.tableaus import (
    board_text,
    cell_colours,
    find_arrangement,
    numbered_arrangement,
    random_arrangement,
)
from brettwerk.core.game import Game
from brettwerk.games.drei.atlas import FIELDS, Atlas, grow
from brettwerk.games.drei.solver import DreiSolver, plies_of, sign
from brettwerk.games.katarenga_family.sheets import SHEETS, board_of, processes, sheet_of, ship
from brettwerk.search import choose
from brettwerk.solving import known_move, solve


class Enough(Exception):
    """Somebody interrupts the work."""


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An atlas of two sheets."""
    path = tmp_path_factory.mktemp("atlas") / "growing"
    grow(path, sheets=[0, sheet_of(random_arrangement(7))[0]], table_bits=16)
    return path


def test_every_board_is_on_a_sheet_and_its_fields_where_they_are_said_to_be() -> None:
    choose = random.Random(1)
    for number in choose.sample(range(2 * SHEETS), 200):
        for image in numbered_arrangement(number).symmetries():
            sheet, symmetry = sheet_of(image)
            kept, shown = cell_colours(board_of(sheet).rows), cell_colours(image.rows)
            assert all(kept[symmetry[cell]] == shown[cell] for cell in range(FIELDS))


def test_a_sheet_is_that_of_its_own_board() -> None:
    for sheet in range(0, SHEETS, 61):
        assert sheet_of(board_of(sheet)) == (sheet, tuple(range(FIELDS)))


def solved(game: Game) -> dict[str, tuple[int, int]]:
    """What the solver says of the first moves."""
    scores = DreiSolver(game).scores(game.start())
    return {move.text: (sign(score), plies_of(score, 1)) for move, score in scores.items()}


def test_it_says_what_the_solver_says_however_the_board_lies(grown: Path) -> None:
    atlas = Atlas.load(grown)
    for image in (
        random_arrangement(7),
        random_arrangement(7).turned(1),
        random_arrangement(7).mirrored(),
    ):
        assert atlas.first_moves(image) == solved(brettwerk.game("drei", board=str(image)))
        assert atlas.first_moves(image.number).keys() <= set(WHOLE.names)


def test_a_board_that_was_not_solved_is_not_answered(grown: Path) -> None:
    atlas = Atlas.load(grown)
    assert len(atlas.sheets) == 2
    with pytest.raises(LookupError, match="no answers"):
        atlas.first_moves(board_of(1))


def test_what_is_shipped_reads_back_equal_and_small(grown: Path, tmp_path: Path) -> None:
    shipped = tmp_path / "drei.atlas"
    ship(grown, shipped)
    assert shipped.stat().st_size < 1000
    assert Atlas.load(shipped).first_moves(0) == Atlas.load(grown).first_moves(0)
    assert [path.name for path in tmp_path.iterdir()] == ["drei.atlas"]


def test_it_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    path, told = tmp_path / "growing", list[tuple[int, int]]()

    def interrupt(done: int, total: int) -> None:
        told.append((done, total))
        raise Enough

    for _ in range(2):
        with pytest.raises(Enough):
            grow(path, sheets=range(3), table_bits=16, progress=interrupt)
    assert told == [(1, 3), (2, 3)]
    assert len(Atlas.load(path).sheets) == 2


def test_a_sheet_cut_off_while_writing_is_solved_again(grown: Path, tmp_path: Path) -> None:
    whole = grown.read_bytes()
    path = tmp_path / "growing"
    path.write_bytes(whole[: FIELDS + 40] + b"\xff" * 24 + whole[2 * FIELDS :])
    assert len(Atlas.load(path).sheets) == 1
    grow(path, sheets=[0], table_bits=16)
    assert path.read_bytes() == whole


def test_processes_share_the_work(tmp_path: Path, grown: Path) -> None:
    path = tmp_path / "growing"
    with processes(2) as spread:
        grow(path, sheets=[2, 1, 0], table_bits=16, spread=spread)
    assert len(Atlas.load(path).sheets) == 3
    assert Atlas.load(path).first_moves(0) == Atlas.load(grown).first_moves(0)


def test_an_atlas_of_other_lines_is_not_mixed_in(grown: Path) -> None:
    with pytest.raises(ValueError, match="straight"):
        grow(grown, lines="any", sheets=[0])


def test_other_files_are_no_atlas(tmp_path: Path) -> None:
    path = tmp_path / "something"
    path.write_bytes(b"something")
    with pytest.raises(ValueError, match="no file of boards"):
        Atlas.load(path)


def test_a_board_is_recognised_by_its_fields() -> None:
    for seed in range(50):
        assert find_arrangement(random_arrangement(seed).rows) == random_arrangement(seed)
    assert find_arrangement(("rygbrygb",) * 8) is None
    twice = tuple(row * 2 for row in ("rybg", "grgb", "yybr", "bgry")) * 2
    assert find_arrangement(twice) is None


# -- the atlas that is shipped ----------------------------------------------------------------
def test_the_shipped_atlas_knows_every_board() -> None:
    atlas = Atlas.load()
    assert atlas.lines == "straight"
    assert len(atlas.sheets) == SHEETS


def test_the_one_who_begins_wins_on_every_board_but_not_with_every_first_move() -> None:
    atlas = Atlas.load()
    shortest = Counter[int]()
    for sheet in range(SHEETS):
        found = atlas.first_moves(board_of(sheet))
        assert len(found) == FIELDS  # every first field is legal
        values = {exact.value for exact in found.values()}
        assert {1, 0} <= values
        shortest[min(exact.plies for exact in found.values() if exact.value == 1) + 1] += 1
    # Pieces on the board when White's shortest win is there, and on how many sheets that is so.
    assert shortest == {7: 5, 9: 394, 11: 4505, 13: 7367, 15: 17}


@pytest.mark.parametrize("seed", range(4))
def test_the_shipped_atlas_says_what_the_solver_says(seed: int) -> None:
    arrangement = random_arrangement(seed)
    known = Atlas.load().first_moves(arrangement)
    board = brettwerk.game("drei", board=board_text(arrangement.rows))
    assert known == solved(board)


# -- playing by it ----------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(3))
def test_the_first_move_at_hand_is_among_the_best(seed: int) -> None:
    start = brettwerk.game("drei", board=f"random:{seed}").start()
    move, solution = known_move(start), solve(start)
    assert solution
    assert solution.returns == (1, -1)
    assert move in solution.best
    assert choose(start, 10) == move


def test_nothing_else_is_at_hand() -> None:
    start = brettwerk.game("drei").start()
    assert known_move(start.play(start.moves[0])) is None
    for options in (
        {"lines": "any"},
        {"continuation": True},
        {"board": "/".join(["rygbrygb"] * 8)},
    ):
        assert known_move(brettwerk.game("drei", **options).start()) is None
    for name in brettwerk.NAMES:
        if name != "drei":
            assert known_move(brettwerk.game(name).start()) is None


def test_shipped_moves_need_no_kernels() -> None:
    program = (
        "import sys, brettwerk; from brettwerk.solving import known_move; "
        "assert known_move(brettwerk.game('drei').start()); assert 'wasmtime' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
