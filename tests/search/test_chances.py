"""Chances of winning are monotone, sum to at most one, and are found again from results."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import brettwerk
from brettwerk.core.game import GameDefinition
from brettwerk.core.registry import definition
from brettwerk.errors import BadOptions
from brettwerk.search.calibration import Noted, fit, measure, play_one, table
from brettwerk.search.chances import (
    Chances,
    chances_in,
    chances_of,
    expected,
    win_shares,
    wins_of,
)

GAMES = [name for name in brettwerk.NAMES if chances_of(name)]


def results(chances: Chances, count: int) -> list[Noted]:
    """Positions whose results are drawn by these chances."""
    rng, noted = Random(1), list[Noted]()
    for _ in range(count):
        share = rng.uniform(0.05, 0.95)
        first, second = chances.wins((share, 1 - share))
        drawn = rng.random()
        won = (1.0, 0.0) if drawn < first else (0.0, 1.0) if drawn < first + second else (0.0, 0.0)
        noted.append(Noted((share, 1 - share), won))
    return noted


@pytest.mark.parametrize(
    "chances", [Chances(0.5, -0.2), pytest.param(Chances(1.5, -1.0), marks=pytest.mark.slow)]
)
def test_chances_are_found_again_from_results(chances: Chances) -> None:
    found = fit(results(chances, 20_000))
    assert found.slope == pytest.approx(chances.slope, abs=0.1)
    assert found.drawn == pytest.approx(chances.drawn, abs=0.1)


def test_a_table_says_how_often_positions_were_won() -> None:
    chances = Chances(1.0, 0.0)
    rows = list(table([results(chances, 10_000)], chances))
    assert sum(row["positions"] for row in rows) == 20_000  # both players' chances
    assert all(row["said"] == pytest.approx(row["won"], abs=0.06) for row in rows)


@pytest.mark.parametrize("name", GAMES)
def test_measured_chances_rise_with_the_score(name: str) -> None:
    players = brettwerk.game(name).players
    leads = [lead / 20 for lead in range(-20 // (players - 1), 21)]
    scores = [(lead, *[-lead / (players - 1)] * (players - 1)) for lead in leads]
    assert all(a[0] < b[0] for a, b in pairwise(expected(name, score) for score in scores))
    for score in scores:
        wins = wins_of(name, score)
        assert wins is not None
        assert all(0 <= chance <= 1 for chance in wins)
        assert sum(wins) <= 1 + 1e-9
        assert sum(expected(name, score)) == pytest.approx(0)
        assert sum(win_shares(expected(name, score))) == pytest.approx(1)


@pytest.mark.parametrize("name", GAMES)
def test_measured_chances_fit_the_games_they_come_from(name: str) -> None:
    """Where there are enough games, a chance that is told is at most 8 of 100 off."""
    file = Path(brettwerk.__file__).parent / "games" / name / "data" / "chances.json"
    rows = json.loads(file.read_text())["found"]["table"]
    told = [row for row in rows if row["games"] >= 100]
    assert len(told) >= 3
    assert all(abs(row["said"] - row["won"]) < 0.08 for row in told)


def test_games_without_an_end_are_left_out() -> None:
    """A game that was cut off is no draw; where many are, it is said."""
    won: list[Noted] = [Noted((0.7, 0.3), (1.0, 0.0)), Noted((0.3, 0.7), (0.0, 1.0))]

    def measured(endless: int) -> Any:
        def games(_play: object, seeds: Iterable[int]) -> Iterator[list[Noted] | None]:
            return (None if seed <= endless else won for seed in seeds)

        return json.loads(measure("bedraengnis", games=20, nodes=1, seed=1, spread=games))

    few, many = measured(1), measured(5)
    assert [(one["found"]["games"], one["found"]["endless"]) for one in (few, many)] == [
        (19, 1),
        (15, 5),
    ]
    assert (few["if_ended"], many["if_ended"]) == (False, True)
    assert few["slope"] == many["slope"]


def test_a_game_that_is_cut_off_has_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brettwerk.search.calibration.MOST_PLIES", 3)
    assert play_one("bedraengnis", 20, 1) is None


def test_measuring_again_gives_the_same() -> None:
    first = measure("bedraengnis", games=6, nodes=50, seed=1)
    assert first == measure("bedraengnis", games=6, nodes=50, seed=1)
    assert json.loads(first)["found"]["how"].startswith("brettwerk chances bedraengnis")


@pytest.fixture
def drei_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], GameDefinition]:
    """Die Drei with this text as its file of chances."""

    def with_chances(text: str) -> GameDefinition:
        file = tmp_path / "chances.json"
        file.write_text(text)
        monkeypatch.setattr(type(definition("drei")), "file", lambda _self, _name: file)
        return definition("drei")

    return with_chances


def test_a_file_of_the_time_when_all_games_counted_is_read(
    drei_with: Callable[[str], GameDefinition],
) -> None:
    assert chances_in(drei_with('{"slope": 2, "drawn": -0.5}')) == Chances(2.0, -0.5)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"slope": 1.5}', '{"slope": "steep", "drawn": 0, "if_ended": true}']
)
def test_another_file_of_chances_says_how_to_measure_them(
    text: str, drei_with: Callable[[str], GameDefinition]
) -> None:
    with pytest.raises(BadOptions, match="brettwerk chances drei") as refused:
        chances_in(drei_with(text))
    assert "chances.json" in refused.value.localized("de")
