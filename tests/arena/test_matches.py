"""Whole matches: results, ratings, files that are taken up again, several processes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brettwerk.arena.ratings import ratings
from brettwerk.arena.results import Result, Standing
from brettwerk.arena.run import Hall, play_match
from brettwerk.arena.statistics import Sprt
from brettwerk.arena.store import Store
from brettwerk.arena.terms import BadMatch, Terms
from brettwerk.arena.verdict import Verdict
from brettwerk.engine.report import Limit
from brettwerk.errors import BrettwerkError
from brettwerk.records import Record, read_jsonl


def terms(game: str = "bedraengnis", *contestants: str, **more: Any) -> Terms:
    return Terms(game, contestants or ("a=random", "b=random"), limit=Limit(nodes=20), **more)


def match(agreed: Terms, games: int, path: Path | None = None, **more: Any) -> dict[int, Record]:
    with Store(path, agreed) as store:
        play_match(agreed, games, store, **more)
        return store.records


# -- results --------------------------------------------------------------------------------------
def result(number: int, names: str, shares: str, opening: int = 0, points: str = "0 0") -> Result:
    return Result(
        number,
        opening,
        tuple(names),
        tuple(map(Fraction, shares.split())),
        tuple(map(int, points.split())),
        (),
        10,
    )


def test_games_are_added_up_by_contestant() -> None:
    games = [
        result(0, "ab", "1 0", points="7 0"),
        result(1, "ba", "1/2 1/2"),
        result(2, "ba", "0 1", points="0 4"),
    ]
    a, b = Standing("ab", games).tallies
    assert (a.games, a.wins, a.shared, a.losses, a.points) == (3, 2, 1, 0, 11)
    assert (b.games, b.wins, b.shared, b.losses, b.points) == (3, 0, 1, 2, 0)
    assert (a.score, b.score) == (Fraction(5, 2), Fraction(1, 2))


def test_two_seats_of_one_contestant_count_both() -> None:
    a, b = Standing("ab", [result(0, "abb", "0 1 0", points="0 0 0")]).tallies
    assert (a.games, b.games, b.wins, b.losses) == (1, 2, 1, 1)


def test_only_complete_pairs_are_counted() -> None:
    games = [
        result(0, "ab", "1 0", opening=0),
        result(1, "ba", "0 1", opening=0),
        result(2, "ab", "1/2 1/2", opening=1),
        result(3, "ba", "1 0", opening=1),
        result(4, "ab", "1 0", opening=2),
    ]
    assert Standing("ab", games).pairs == [0, 1, 0, 0, 1]
    assert Standing("ba", games).pairs == [1, 0, 0, 1, 0]


def test_ratings_tell_the_stronger_and_grow_surer() -> None:
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
def test_the_yardstick_beats_chance() -> None:
    agreed = terms("bedraengnis", "mcts", "random")
    verdict = Verdict.of(agreed, match(agreed, 20).values())
    mcts, _ = verdict.tallies
    assert mcts.wins > 14
    assert verdict.elo is not None
    assert verdict.elo.value > 0
    facts = verdict.as_json()
    assert facts["games"] == sum(facts["pairs"]) * 2 == 20
    assert facts["contestants"][0]["points"] > facts["contestants"][1]["points"]


def test_the_test_of_an_improvement_ends_a_match() -> None:
    agreed = terms("bedraengnis", "mcts", "random")
    sprt = Sprt(0, 100)
    with Store(None, agreed) as store:

        def enough() -> bool:
            verdict = Verdict.of(agreed, store.records.values(), sprt)
            return sprt.verdict(verdict.pairs) != "open"

        play_match(agreed, 10_000, store, enough=enough)
        verdict = Verdict.of(agreed, store.records.values(), sprt)
    assert verdict.as_json()["sprt"]["verdict"] == "accepted"
    assert len(verdict.results) < 200


def test_several_processes_play_the_same_games() -> None:
    agreed = terms("bedraengnis", "mcts", "random")
    assert match(agreed, 4, jobs=2) == match(agreed, 4)


def test_three_seats_get_ratings() -> None:
    agreed = terms("triapon", "a=random", "b=random", "b=random")
    verdict = Verdict.of(agreed, match(agreed, 6).values())
    assert not verdict.is_duel
    facts = verdict.as_json()
    assert "elo" not in facts
    assert len(facts["contestants"][0]["openskill"]) == 2
    assert [entry["games"] for entry in facts["contestants"]] == [6, 12]


# -- files ----------------------------------------------------------------------------------------
class Killed(BaseException):
    """Somebody pressed Ctrl-C, or the power failed."""


def test_a_match_goes_on_after_an_interruption(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    agreed = terms()
    whole = match(agreed, 10)
    told: list[Record] = []

    def interrupt(record: Record) -> None:
        told.append(record)
        if len(told) == 3:
            raise Killed

    with pytest.raises(Killed):
        match(agreed, 10, path, told=interrupt)
    assert list(read_jsonl(path.read_text())) == told
    again: list[Record] = []
    assert match(agreed, 10, path, told=again.append) == whole
    assert len(again) == 7
    assert len(list(read_jsonl(path.read_text()))) == 10
    assert match(agreed, 12, path, told=again.append).keys() == set(range(12))  # and a few more


@pytest.mark.parametrize("cut", [1, 30, 400])
def test_half_a_line_at_the_end_is_played_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "games.jsonl"
    whole = match(terms(), 4, path)
    text = path.read_bytes()
    path.write_bytes(text[:-cut])
    assert match(terms(), 4, path) == whole
    assert path.read_bytes() == text


def test_games_of_another_match_are_refused_with_the_difference(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match(terms(), 2, path)
    before = path.read_bytes()
    with pytest.raises(BadMatch, match="seed is 0, here 7"):
        match(terms(seed=7), 2, path)
    with pytest.raises(BadMatch, match="contestants"):
        match(terms("bedraengnis", "mcts", "random"), 2, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"Dear diary, today", b'{"game": "drei", "moves": []}\n', b"[1, 2]\n"]
)
def test_other_files_are_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    with pytest.raises(BrettwerkError, match=r"something other|Line 1"):
        match(terms(), 2, path)
    assert path.read_bytes() == content


# -- our own engine -------------------------------------------------------------------------------
def test_the_engine_and_levels_take_part_and_the_order_of_games_does_not_matter() -> None:
    agreed = terms("bedraengnis", "engine", "level:1")
    games = match(agreed, 4)
    with Hall(agreed) as hall:
        again = {number: hall.play(number) for number in (3, 1, 0, 2)}
    assert games == again
    engine, level = Verdict.of(agreed, games.values()).tallies
    assert engine.score > level.score
