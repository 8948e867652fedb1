"""Exact answers on the command line."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pytest

import brettwerk
from brettwerk.core.registry import definition
from brettwerk.games.drei.atlas import Atlas
from brettwerk.games.katarenga_family.sheets import board_of
from brettwerk.solving import solve
from cli.helpers import done, facts, refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def test_the_winner_is_shown_in_words() -> None:
    told = done("solve", "bedraengnis", "--board", "3a0")
    assert "White wins" in told
    assert "9" in told
    assert "a1" in told
    assert "Weiß gewinnt" in done("solve", "bedraengnis", "--board", "3a0", "--lang", "de")


def test_programs_get_the_same_as_json() -> None:
    found = facts("solve", "drei", "--board", "#5", "--moves", "d4")
    position = brettwerk.game("drei", board="#5").start().play("d4")
    solution = solve(position)
    assert solution is not None
    assert found["position"] == position.text
    assert found["exact"]["returns"] == list(solution.returns)
    assert found["exact"]["plies"] == solution.plies == len(found["line"])
    assert found["best"] == [move.text for move in solution.best]


def test_a_position_is_solved_by_its_text() -> None:
    text = brettwerk.game("bedraengnis").start().play("b2").text
    assert facts("solve", text)["exact"]["points"] is not None


@pytest.mark.parametrize("name", [name for name in brettwerk.NAMES if not definition(name).solver])
def test_an_unsolved_position_is_reported(name: str) -> None:
    assert "no exact answer" in done("solve", name)
    assert facts("solve", name)["exact"] is None


def test_the_continuation_is_not_solved() -> None:
    assert facts("solve", "drei", "--set", "continuation=true")["exact"] is None


def test_an_ended_game_is_solved_by_its_end() -> None:
    position = brettwerk.game("bedraengnis").start()
    while position.moves:
        position = position.play(position.moves[0])
    solution = solve(position)
    assert solution is not None
    assert position.outcome is not None
    assert solution.points == position.outcome.points


def test_an_illegal_move_is_refused() -> None:
    assert "b2" in refused("solve", "bedraengnis", "--moves", "b2 b2")


def test_an_atlas_grows_is_shipped_and_goes_on(tmp_path: Path) -> None:
    growing, shipped = tmp_path / "drei.growing", tmp_path / "drei.atlas"
    done("atlas", "make", growing, "--count", "1", "--processes", "1")
    done("atlas", "make", growing, "--count", "2", "--processes", "1", "--ship", shipped)
    assert len(Atlas.load(shipped).sheets) == 2
    assert "straight, any" in refused("atlas", "make", growing, "--lines", "curved")


def without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "ray.util.multiprocessing", raising=False)


def test_an_atlas_on_ray_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_ray(monkeypatch)
    growing = tmp_path / "drei.growing"
    told = refused("atlas", "make", growing, "--ray")
    assert told == 'This needs ray, which is not installed: `pip install "brettwerk[ray]"`'
    told = refused("atlas", "make", growing, "--ray", "--lang", "de")
    assert told == 'Dazu fehlt ray: `pip install "brettwerk[ray]"`'
    assert not growing.exists()


class FakePool:
    """A cluster of one, which notes how it was made and what it was given."""

    made: ClassVar[list[FakePool]] = []

    def __init__(self, processes: int | None) -> None:
        self.processes, self.given, self.left = processes, list[int](), False
        self.made.append(self)

    def __enter__(self) -> FakePool:
        return self

    def __exit__(self, *_: object) -> None:
        self.left = True

    def imap_unordered(
        self, work: Callable[[int], tuple[int, bytes]], sheets: list[int]
    ) -> Iterator[tuple[int, bytes]]:
        self.given += sheets
        return map(work, reversed(sheets))


def test_an_atlas_grows_on_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = SimpleNamespace(Pool=FakePool)
    for name in ("ray", "ray.util", "ray.util.multiprocessing"):
        monkeypatch.setitem(sys.modules, name, module)
    growing = tmp_path / "drei.growing"
    done("atlas", "make", growing, "--ray", "--first", "4", "--count", "2")
    (pool,) = FakePool.made
    assert (pool.processes, pool.given, pool.left) == (None, [4, 5], True)
    grown = Atlas.load(growing)
    assert [sheet for sheet in range(10) if grown.sheets.knows(sheet)] == [4, 5]
    assert grown.first_moves(board_of(4)) == Atlas.load().first_moves(board_of(4))


def test_the_atlas_tells_all_first_moves_of_a_board() -> None:
    told = done("atlas", "show", "--board", "#12345")
    assert "White wins with" in told
    assert "A draw with" in told
    assert "Weiß gewinnt mit" in done("atlas", "show", "--board", "#12345", "--lang", "de")
    assert len(facts("atlas", "show", "--board", "#12345")) == 64
    assert "four tableaus" in refused("atlas", "show", "--board", "/".join(["rygbrygb"] * 8))
