"""Games of a match: openings, seatings, clocks and programs that misbehave."""

from __future__ import annotations

import itertools
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import brettwerk
from arena.programs import program
from brettwerk.arena.config import BadMatch, MatchConfig
from brettwerk.arena.contestants import parse_contestant
from brettwerk.arena.openings import random_start
from brettwerk.arena.results import Result
from brettwerk.arena.runner import MatchWorker
from brettwerk.errors import BadOptions
from brettwerk.match import TimeControl
from brettwerk.records import Record
from brettwerk.search.report import Limit

NODES = Limit(nodes=5)


def configure(game: str, *contestants: str, **more: Any) -> MatchConfig:
    limit = {} if "time_control" in more else {"limit": NODES}
    return MatchConfig(game, contestants or ("a=random", "b=random"), **{**limit, **more})


def played(config: MatchConfig, number: int = 0) -> Record:
    with closing(MatchWorker(config)) as worker:
        return worker.play(number)


# -- who plays ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "name", "kind", "argument"),
    [
        ("random", "random", "random", ""),
        (" Level:7 ", "level:7", "level", "7"),
        ("new=command:./x --a=b", "new", "command", "./x --a=b"),
        ("command:./x a=b", "command:./x a=b", "command", "./x a=b"),
        ("strong=engine", "strong", "engine", ""),
    ],
)
def test_contestants_are_parsed(text: str, name: str, kind: str, argument: str) -> None:
    found = parse_contestant(text)
    assert (found.name, found.kind, found.argument) == (name, kind, argument)
    assert parse_contestant(found.full_text) == found


@pytest.mark.parametrize(
    "text", ["", "level:11", "level:", "level:x", "mcts:3", "command:", "command:'a", "stockfish"]
)
def test_unknown_contestants_are_refused(text: str) -> None:
    with pytest.raises(BadOptions):
        parse_contestant(text)


def seated(config: MatchConfig) -> list[str]:
    return ["".join(entry.name for entry in seating) for seating in config.seatings]


def test_everyone_meets_everyone_in_every_seat() -> None:
    assert seated(configure("drei")) == ["ab", "ba"]
    three = configure("drei", "a=random", "b=random", "c=random")
    assert seated(three) == ["ab", "ba", "ac", "ca", "bc", "cb"]
    assert sorted(seated(configure("triapon", "a=random", "b=random", "b=random"))) == [
        "abb",
        "bab",
        "bba",
    ]
    every = ["".join(p) for p in itertools.permutations("abc")]
    assert sorted(seated(configure("triapon", "a=random", "b=random", "c=random"))) == every
    assert len(seated(configure("triapon"))) == 6
    assert configure("triapon").round_up(7) == 12


def test_impossible_matches_are_refused() -> None:
    with pytest.raises(BadMatch, match="two different"):
        configure("drei", "mcts", "mcts")
    with pytest.raises(BadMatch, match="same name"):
        configure("drei", "a=mcts", "a=random", "b=random")
    with pytest.raises(BadMatch, match="how long"):
        MatchConfig("drei", ("random", "mcts"))
    with pytest.raises(BadOptions):
        configure("drei", options={"lines": "many"})
    with pytest.raises(brettwerk.UnknownGame):
        configure("chess")


# -- openings -------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_openings_are_the_same_for_all_seatings_and_differ_from_each_other(name: str) -> None:
    config = configure(name)
    found = [random_start(config, number) for number in range(6)]
    assert [random_start(config, number).position for number in range(6)] == [
        opening.position for opening in found
    ]
    assert len({opening.position for opening in found}) > 3
    assert all(len(opening.moves) == 4 and not opening.position.outcome for opening in found)


def test_an_opening_never_ends_the_game() -> None:
    found = random_start(configure("bedraengnis", opening_plies=100), 0)
    assert not found.position.outcome
    assert len(found.moves) > 3
    assert random_start(configure("drei", opening_plies=0), 0).moves == ()


def test_given_options_override_those_for_engines() -> None:
    abalone = random_start(
        configure("abalone", options={"setup": "belgian-daisy"}), 0
    ).position.game
    assert abalone.options["setup"] == "belgian-daisy"
    assert abalone.repetition == 3


# -- games ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_game_is_a_record_that_replays(name: str) -> None:
    names = "abc"[: brettwerk.game(name).players]
    record = played(configure(name, *(f"{n}=random" for n in names), most_plies=60))
    record.check()
    assert record.players == tuple(names)
    assert record == played(configure(name, *(f"{n}=random" for n in names), most_plies=60))
    result = Result.of(record)
    assert sum(result.shares) == 1
    if record.outcome() is None:
        assert record.tags["Termination"] == "ply-bound"
        assert result.plies == 60
        assert len(set(result.shares)) == 1
    else:
        assert record.outcome().points is None or (  # type: ignore[union-attr]
            result.points == record.outcome().points  # type: ignore[union-attr]
        )


def test_the_clock_runs_and_a_contestant_out_of_time_loses() -> None:
    record = played(configure("bedraengnis", "mcts", "random", time_control=TimeControl(30, 0.5)))
    clocks = [ply.clock for ply in record.plies[4:]]
    assert all(clock is not None and 0 < clock < 40 for clock in clocks)
    late = played(configure("bedraengnis", "mcts", "random", time_control=TimeControl(1e-9)))
    assert late.plies[-1].text == "flag:0"
    assert late.result == "0-1"
    late.check()


# -- external programs -----------------------------------------------------------------------------
def test_a_program_plays_whole_games(tmp_path: Path) -> None:
    config = configure("bedraengnis", program(tmp_path, "plays"), program(tmp_path, "chatters"))
    with closing(MatchWorker(config)) as worker:
        for number in range(2):
            record = worker.play(number)
            record.check()
            assert not Result.of(record).forfeits
            assert record.outcome()


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("dies", "exit code 3"),
        ("hangs", "did not answer within"),
        ("babbles", "names no move: I resign"),
        ("mumbles", "names no move: null"),
        ("refuses", "no idea"),
        ("lists", "names no move"),
        ("cheats", "cannot be played"),
        ("repeats", "cannot be played"),
        ("floods", "names no move: xxx"),
    ],
)
def test_a_program_that_misbehaves_forfeits_that_game_only(
    how: str, reason: str, tmp_path: Path
) -> None:
    limit = Limit(seconds=0.01)
    grace = 0.3 if how == "hangs" else 60
    config = configure("bedraengnis", program(tmp_path, how), "random", limit=limit, grace=grace)
    with closing(MatchWorker(config)) as worker:
        for number, seat in ((0, 0), (1, 1)):
            record = worker.play(number)
            record.check()
            assert record.plies[-1].text == f"forfeit:{seat}"
            assert reason in record.plies[-1].comment
            assert record.result == ("0-1", "1-0")[seat]


def test_a_program_that_does_not_start_loses(tmp_path: Path) -> None:
    config = configure("bedraengnis", f"none=command:{tmp_path}/none", "random")
    record = played(config)
    assert record.result == "0-1"
    assert "cannot be started" in record.plies[-1].comment
    record.check()


def test_the_other_two_of_three_play_on(tmp_path: Path) -> None:
    config = configure("triapon", program(tmp_path, "dies"), "a=random", program(tmp_path, "plays"))
    record = played(config)
    record.check()
    assert sum(ply.is_event for ply in record.plies) == 1
    assert record.plies[4].text == "forfeit:1" or record.plies[-1].text != "forfeit:1"
    (forfeit,) = Result.of(record).forfeits
    assert "exit code 3" in forfeit[1]
    assert Result.of(record).shares[forfeit[0]] == 0


def test_the_only_program_that_starts_wins(tmp_path: Path) -> None:
    none = f"none=command:{tmp_path}/none"
    record = played(configure("triapon", "random", none, none))
    record.check()
    winner = record.players.index("random")
    assert Result.of(record).shares[winner] == 1
    assert len(Result.of(record).forfeits) == 2
