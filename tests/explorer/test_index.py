"""What an index tells is what a plain count of the games says."""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from abalone_archive import make_archive

import brettwerk
from brettwerk.core.game import Position
from brettwerk.core.registry import definition
from brettwerk.core.symmetry import image_of, image_tables
from brettwerk.errors import BadRecord, MissingPart
from brettwerk.explorer import GameIndex, own_index
from brettwerk.explorer.keys import key_of_position
from brettwerk.explorer.own_games import own_games
from brettwerk.explorer.values import move_values
from brettwerk.findings.files import game_files, read_games
from brettwerk.findings.plans import collection_plans, plans_of
from brettwerk.records import Record, import_games

DAISY = brettwerk.game("abalone", setup="belgian-daisy")
DREI = brettwerk.game("drei")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Record]:
    migs = make_archive(tmp_path_factory.mktemp("archive"), 40, 1200)[0]
    return list(import_games(migs.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def index(games: list[Record]) -> GameIndex:
    made = GameIndex.open(":memory:")
    assert made.add(games, source="migs.apgn") == len(games)
    return made


def test_counts_and_results_are_those_of_the_games(games: list[Record], index: GameIndex) -> None:
    """Every position of every game, counted by comparing positions."""
    played: dict[Position, Counter[tuple[str, str]]] = {}
    for game in games:
        for position, ply in zip(game.positions(), game.plies, strict=False):
            played.setdefault(position, Counter())[ply.text, game.result] += 1
    for position, counts in list(played.items())[:300]:
        found = {
            (one.move, result): count
            for one in index.moves(position)
            for result, count in one.results.items()
        }
        assert found == counts


def test_shares_have_wilsons_interval(index: GameIndex) -> None:
    for one in index.moves(DAISY.start()):
        assert len(one.shares) == (2 if one.decided else 0)
        for share in one.shares:
            assert 0 <= share.low <= share.value <= share.high <= 1
            assert share.high - share.low > 0.1  # few games are never certain


def test_the_strength_is_the_movers(games: list[Record], index: GameIndex) -> None:
    first = index.moves(DAISY.start())[0]
    known = [int(g.tags["BlackElo"]) for g in games if g.plies[0].text == first.move]
    assert first.strength == pytest.approx(sum(known) / len(known))
    reply = index.moves(DAISY.start().play(first.move))[0]
    assert reply.strength is None  # only Black's is known


def test_transpositions_are_joined() -> None:
    index = GameIndex.open(":memory:")
    index.add(
        [
            Record.of(DAISY, moves.split())
            for moves in (
                "a1b2 i5h5 a2b3 i6h6 b2c3",
                "a2b3 i6h6 a1b2 i5h5 b2c3",
            )
        ]
    )
    after = Record.of(DAISY, ["a1b2", "i6h6", "a2b3", "i5h5"]).final()
    joined = {one.move: one.games for one in index.moves(after)}
    same = Record.of(DAISY, ["a1b2", "i5h5", "a2b3", "i6h6"]).final()
    assert joined == {one.move: one.games for one in index.moves(same)}
    assert sum(joined.values()) == (2 if after == same else 0)


def test_images_are_joined_by_choice() -> None:
    """The standard set-up is its own mirror image: a1b1 and a5b6 are the same opening."""
    standard = brettwerk.game("abalone")
    index = GameIndex.open(":memory:")
    index.add([Record.of(standard, ["a1b1"]), Record.of(standard, ["a5b6"])])
    start = standard.start()
    assert [(m.move, m.games, m.same) for m in index.moves(start)] == [
        ("a1b1", 1, ()),
        ("a5b6", 1, ()),
    ]
    assert [(m.move, m.games, m.same) for m in index.moves(start, joined=True)] == [
        ("a1b1", 2, ("a5b6",))
    ]


@pytest.mark.parametrize("name", ["abalone", "triapon"])
def test_images_have_the_same_key_and_others_do_not(name: str) -> None:
    game = brettwerk.game(name)
    position, seen = game.start(), set()
    for step in range(12):
        position = position.play(position.moves[step * 5 % len(position.moves)])
        key = key_of_position(position, joined=True)
        assert key not in seen
        seen.add(key)
        sets = game.definition.cell_sets
        for symmetry in game.definition.symmetries(game.options):
            tables = image_tables(symmetry)
            words = [image_of(tables, word) for word in position.state[:sets]]
            kind: Any = type(position.state)
            image = Position(game, kind(*words, *position.state[sets:]))
            assert key_of_position(image, joined=True) == key
            assert len(image.moves) == len(position.moves)


def test_an_index_is_a_file_that_can_be_shared(tmp_path: Path, games: list[Record]) -> None:
    path = tmp_path / "games.sqlite"
    with GameIndex.open(path) as made:
        made.add(games[:5], source="one")
    (tmp_path / "copy.sqlite").write_bytes(path.read_bytes())
    with GameIndex.open(tmp_path / "copy.sqlite") as copy:
        assert copy.games == 5
        assert copy.record(3) == games[2]
        assert copy.add(games[5:8], source="two") == 3
        found = copy.games_with(DAISY.start(), 100)
        assert {one.source for one in found} == {"one", "two"}
        assert all(one.ply == 0 for one in found)


def test_a_file_that_is_no_index_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.sqlite"
    path.write_text("no database at all, but long enough to look like one" * 50)
    with pytest.raises(BadRecord, match="not an index"):
        GameIndex.open(path)
    other = tmp_path / "newer.sqlite"
    GameIndex.open(other).close()
    with sqlite3.connect(other) as connection:
        connection.execute("UPDATE meta SET value = '99'")
    connection.close()
    with pytest.raises(BadRecord, match="99"):
        GameIndex.open(other)


def test_only_the_first_plies_are_indexed_if_wished(games: list[Record]) -> None:
    index = GameIndex.open(":memory:")
    index.add(games[:3], plies=2)
    assert index.moves(DAISY.start())
    third = list(games[0].positions())[2]
    assert index.moves(third) == []


def test_events_are_no_moves() -> None:
    index = GameIndex.open(":memory:")
    index.add([Record.of(DREI, ["d4", "resign:1"])])
    assert index.moves(DREI.start().play("d4")) == []


def test_the_engine_says_what_moves_are_worth() -> None:
    start = brettwerk.game("bedraengnis").start()
    values = move_values(start, ["a1", "b2"], 500, "en")
    assert values["a1"].is_exact
    assert values["a1"].words
    searched = move_values(DAISY.start(), ["a1b2"], 200, "de")["a1b2"]
    assert not searched.is_exact
    assert len(searched.score) == 2


@pytest.mark.parametrize("name", ["drei", "bedraengnis"])
def test_the_built_in_collection_has_the_engines_games(name: str) -> None:
    index = own_index(name)
    assert index.games >= sum(plan.games for plan in plans_of(name)) > 0


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_the_engine_has_played_every_game_with_every_set_up(name: str) -> None:
    files = game_files(definition(name))
    assert files
    first = [next(read_games(file)) for file in files]
    for record in first:
        record.check()
    for option in definition(name).option_specs:
        if option.control == "pictures":
            played = {record.game.options[option.name] for record in first}
            assert played == set(option.choices or ())


def test_every_set_up_has_a_plan_for_games() -> None:
    names = {plan.name for plan in plans_of("abalone")}
    more = {plan.name for plan in collection_plans("abalone", 1, 1, 1)}
    setups = set(DAISY.definition.option_specs[0].choices or ())
    assert names | more == setups
    assert not names & more


def test_fewer_games_are_counted_of_set_ups_without_a_sample() -> None:
    played = Counter(record.game.options["setup"] for record in own_games("abalone", 2))
    samples = {plan.name: plan.games for plan in plans_of("abalone")}
    assert played == dict.fromkeys(DAISY.definition.option_specs[0].choices or (), 2) | samples


def test_a_game_without_games_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brettwerk.explorer.own_games.game_files", lambda _: [])
    with pytest.raises(MissingPart):
        own_index("drei")
