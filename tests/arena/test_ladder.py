"""Ladders: Elo of many players from all their games, and files that can be played on."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from brettwerk.arena.config import MatchConfig
from brettwerk.arena.elo import elo_ratings, game_sets, strengths
from brettwerk.arena.ladder import Ladder, Standings
from brettwerk.arena.ladder_page import html_page, markdown_page, tables
from brettwerk.arena.results import Result
from brettwerk.arena.statistics import elo_of, expected_score
from brettwerk.i18n import Translator
from brettwerk.search.report import Limit


def result(number: int, names: str, *shares: float) -> Result:
    parts = tuple(map(Fraction, shares))
    return Result(number, number // 2, 10, tuple(names), parts, (0,) * len(names), ())


def duels(one: str, other: str, games: int, elo: float, random: Random) -> list[Result]:
    """Games of two players of whom the first is this much stronger, seats swapped."""
    found = []
    for number in range(games):
        share = float(random.random() < expected_score(elo))
        seats = [(one, share), (other, 1 - share)][:: -1 if number % 2 else 1]
        found.append(result(number, seats[0][0] + seats[1][0], seats[0][1], seats[1][1]))
    return found


# -- Elo ------------------------------------------------------------------------------------------
def test_two_players_have_the_elo_of_their_score() -> None:
    sets = game_sets(result(n, "ab", *((1, 0) if n % 4 else (0, 1))) for n in range(4000))
    (_, b) = elo_ratings("ab", sets)
    assert b.value == pytest.approx(elo_of(0.25), abs=0.5)
    assert b.low < b.value < b.high


def test_a_draw_is_half_a_win() -> None:
    drawn = game_sets(result(n, "ab", 0.5, 0.5) for n in range(10))
    assert elo_ratings("ab", drawn)[1].value == pytest.approx(0, abs=0.01)


def test_the_strengths_that_games_were_played_with_are_found_again() -> None:
    random = Random(5)
    true = {"a": 0, "b": 120, "c": 300}
    standings = Standings(("a", "b", "c"))
    for one, other in ("ab", "bc", "ac"):
        games = duels(one, other, 3000, true[one] - true[other], random)
        standings.add("", games)
    rows = {row.name: row for row in standings.rows()}
    assert [row.name for row in standings.rows()] == ["c", "b", "a"]
    for name, elo in true.items():
        assert rows[name].elo.low <= elo <= rows[name].elo.high
        assert rows[name].elo.value == pytest.approx(elo, abs=30)
    assert rows["a"].elo.value == 0


def test_players_who_never_met_are_compared_through_others() -> None:
    random = Random(2)
    sets = game_sets(duels("a", "b", 2000, -200, random))
    sets += game_sets(duels("b", "c", 2000, -200, random))
    assert elo_ratings("abc", sets)[2].value == pytest.approx(400, abs=50)


def test_who_has_won_everything_gets_a_finite_elo_with_wide_bars() -> None:
    few = elo_ratings("ab", game_sets(result(n, "ab", 0, 1) for n in range(4)))[1]
    many = elo_ratings("ab", game_sets(result(n, "ab", 0, 1) for n in range(400)))[1]
    assert 200 < few.value < many.value < 2000


def test_without_games_nobody_is_ahead() -> None:
    assert [elo.value for elo in elo_ratings("ab", [])] == [0, 0]


def test_of_three_seats_every_two_are_compared() -> None:
    games = [result(n, "abc", 1, 0, 0) for n in range(6)]
    found = strengths("abc", game_sets(games))
    assert found["a"] > found["b"] == pytest.approx(found["c"])


# -- the ladder -----------------------------------------------------------------------------------
def ladder(folder: Path, *contestants: str, game: str = "drei") -> Ladder:
    config = MatchConfig(game, contestants, limit=Limit(nodes=5))
    return Ladder(config, folder, {"": {}})


def test_a_player_who_joins_plays_into_new_files_only(tmp_path: Path) -> None:
    def files(*names: str) -> set[Path]:
        found = ladder(tmp_path, *names)
        return {found.file_of(config) for _, config in found.matches()}

    before = files("random", "level:1")
    after = files("random", "level:1", "mcts")
    assert len(before) == 1
    assert len(after) == 3
    assert before < after


def test_three_seats_are_filled_by_all_groups_of_three(tmp_path: Path) -> None:
    names = ("random", "level:1", "level:2", "mcts")
    groups = [c.names for _, c in ladder(tmp_path, *names, game="triapon").matches()]
    assert len(groups) == 4
    assert all(len(group) == 3 for group in groups)


def test_each_set_up_has_a_table_and_names_are_escaped() -> None:
    standings = Standings(("a|b", "<c>"))
    for setup in ("one", "two"):
        games = [
            Result(0, 0, 9, standings.names, (Fraction(1), Fraction(0)), (0, 0), ()),
        ]
        standings.add(setup, games)
    found = tables(Translator("en"), standings)
    assert [table.title for table in found[1:3]] == ["one", "two"]
    assert "| a\\|b |" in markdown_page("Ladder", "About.", found)
    page = html_page("Ladder", "About.", found, "en")
    assert "&lt;c&gt;" in page
    assert "<c>" not in page
    assert "2/2" in page
