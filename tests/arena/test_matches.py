"""Whole matches: results, ratings, resumed files, several processes."""

from __future__ import annotations

from contextlib import closing
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brettwerk.arena.config import BadMatch, MatchConfig
from brettwerk.arena.match_file import MatchFile
from brettwerk.arena.ratings import ratings
from brettwerk.arena.report import MatchReport
from brettwerk.arena.results import Result, Scoreboard
from brettwerk.arena.runner import MatchWorker, play_match
from brettwerk.arena.statistics import Sprt
from brettwerk.errors import BrettwerkError
from brettwerk.records import Record, read_jsonl
from brettwerk.search.report import Limit


def configure(game: str = "bedraengnis", *contestants: str, **more: Any) -> MatchConfig:
    return MatchConfig(game, contestants or ("a=random", "b=random"), limit=Limit(nodes=20), **more)


def match(
    config: MatchConfig, games: int, path: Path | None = None, **more: Any
) -> dict[int, Record]:
    with closing(MatchFile(path, config)) as file:
        play_match(config, games, file, **more)
        return file.records


# -- results --------------------------------------------------------------------------------------
def result(number: int, names: str, shares: str, opening: int = 0, points: str = "0 0") -> Result:
    return Result(
        number,
        opening,
        10,
        tuple(names),
        tuple(map(Fraction, shares.split())),
        tuple(map(int, points.split())),
        (),
    )


def test_games_are_added_up_by_contestant() -> None:
    games = [
        result(0, "ab", "1 0", points="7 0"),
        result(1, "ba", "1/2 1/2"),
        result(2, "ba", "0 1", points="0 4"),
    ]
    a, b = Scoreboard("ab", games).tallies
    assert (a.games, a.wins, a.shared, a.losses, a.points) == (3, 2, 1, 0, 11)
    assert (b.games, b.wins, b.shared, b.losses, b.points) == (3, 0, 1, 2, 0)
    assert (a.score, b.score) == (Fraction(5, 2), Fraction(1, 2))


def test_two_seats_of_one_contestant_count_both() -> None:
    a, b = Scoreboard("ab", [result(0, "abb", "0 1 0", points="0 0 0")]).tallies
    assert (a.games, b.games, b.wins, b.losses) == (1, 2, 1, 1)


def test_only_complete_pairs_are_counted() -> None:
    games = [
        result(0, "ab", "1 0", opening=0),
        result(1, "ba", "0 1", opening=0),
        result(2, "ab", "1/2 1/2", opening=1),
        result(3, "ba", "1 0", opening=1),
        result(4, "ab", "1 0", opening=2),
    ]
    assert Scoreboard("ab", games).pairs == [0, 1, 0, 0, 1]
    assert Scoreboard("ba", games).pairs == [1, 0, 0, 1, 0]


def test_ratings_find_the_stronger_player_and_margins_shrink() -> None:
    random = Random(1)
    seatings = ["abc", "bca", "cab"]
    games = []
    for number in range(60):
        names = seatings[number % 3]
        best = "a" if random.random() < 0.7 else random.choice("bc")
        shares = " ".join("1" if name == best else "0" for name in names)
        games.append(result(number, names, shares))
    few, many = ratings("abc", games[:6]), ratings("abc", games)
    assert many["a"].strength - many["a"].margin > max(many["b"].strength, many["c"].strength)
    assert many["a"].margin < few["a"].margin
    assert ratings("abc", games[::-1]) == many  # in the order of their numbers


def test_a_draw_of_equals_changes_no_rating() -> None:
    found = ratings("ab", [result(0, "ab", "1/2 1/2")])
    assert found["a"].strength == pytest.approx(25)
    assert found["b"].strength == pytest.approx(25)


# -- playing --------------------------------------------------------------------------------------
def test_uct_beats_random() -> None:
    config = configure("bedraengnis", "mcts", "random")
    report = MatchReport.of(config, match(config, 20).values())
    mcts, _ = report.scores.tallies
    assert mcts.wins > 14
    assert report.elo is not None
    assert report.elo.value > 0
    facts: Any = report.as_json()
    assert facts["games"] == sum(facts["pairs"]) * 2 == 20
    assert facts["contestants"][0]["points"] > facts["contestants"][1]["points"]


def test_a_decided_sequential_test_ends_the_match() -> None:
    config = configure("bedraengnis", "mcts", "random")
    sprt = Sprt(0, 100)
    with closing(MatchFile(None, config)) as file:

        def is_decided() -> bool:
            report = MatchReport.of(config, file.records.values(), sprt)
            return sprt.verdict(report.scores.pairs) != "open"

        play_match(config, 10_000, file, is_decided=is_decided)
        report = MatchReport.of(config, file.records.values(), sprt)
    facts: Any = report.as_json()
    assert facts["sprt"]["verdict"] == "accepted"
    assert len(report.results) < 200


def test_several_processes_play_the_same_games() -> None:
    config = configure("bedraengnis", "mcts", "random")
    assert match(config, 4, jobs=2) == match(config, 4)


def test_matches_with_three_seats_get_ratings() -> None:
    config = configure("triapon", "a=random", "b=random", "b=random")
    report = MatchReport.of(config, match(config, 6).values())
    assert not report.config.is_duel
    facts: Any = report.as_json()
    assert "elo" not in facts
    assert len(facts["contestants"][0]["openskill"]) == 2
    assert [entry["games"] for entry in facts["contestants"]] == [6, 12]


# -- files ----------------------------------------------------------------------------------------
class Killed(BaseException):
    """Stands for Ctrl-C or a power failure."""


def test_an_interrupted_match_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    config = configure()
    whole = match(config, 10)
    played: list[Record] = []

    def interrupt(record: Record) -> None:
        played.append(record)
        if len(played) == 3:
            raise Killed

    with pytest.raises(Killed):
        match(config, 10, path, on_game=interrupt)
    assert list(read_jsonl(path.read_text())) == played
    again: list[Record] = []
    assert match(config, 10, path, on_game=again.append) == whole
    assert len(again) == 7
    assert len(list(read_jsonl(path.read_text()))) == 10
    assert match(config, 12, path, on_game=again.append).keys() == set(range(12))


@pytest.mark.parametrize("cut", [1, 30, 400])
def test_a_game_whose_line_is_incomplete_is_played_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "games.jsonl"
    whole = match(configure(), 4, path)
    text = path.read_bytes()
    path.write_bytes(text[:-cut])
    assert match(configure(), 4, path) == whole
    assert path.read_bytes() == text


def test_games_of_another_match_are_refused_with_the_difference(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match(configure(), 2, path)
    before = path.read_bytes()
    with pytest.raises(BadMatch, match="seed is 0, here 7"):
        match(configure(seed=7), 2, path)
    with pytest.raises(BadMatch, match="contestants"):
        match(configure("bedraengnis", "mcts", "random"), 2, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"Dear diary, today", b'{"game": "drei", "moves": []}\n', b"[1, 2]\n"]
)
def test_other_files_are_not_changed(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    with pytest.raises(BrettwerkError, match=r"something other|Line 1"):
        match(configure(), 2, path)
    assert path.read_bytes() == content


# -- our own engine -------------------------------------------------------------------------------
def test_the_engine_and_levels_take_part_and_the_order_of_games_does_not_matter() -> None:
    config = configure("katarenga", "engine", "level:1")
    games = match(config, 4)
    with closing(MatchWorker(config)) as worker:
        again = {number: worker.play(number) for number in (3, 1, 0, 2)}
    assert games == again
    engine, level = MatchReport.of(config, games.values()).scores.tallies
    assert engine.score > level.score
