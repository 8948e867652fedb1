"""`analyse`, its stream, and engines that stay."""

from __future__ import annotations

import asyncio
import math
import shlex
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import brettwerk
from arena.programs import program
from brettwerk.programs import Program
from brettwerk.search.report import LARGEST, Stop

ANALYST = [sys.executable, "-m", "brettwerk", "analyse", "--json"]


@pytest.mark.parametrize("seconds", [math.inf, 1e20, math.nan, 0, -1, "1", True])
def test_a_limit_that_nobody_waits_for_is_refused(seconds: float) -> None:
    with pytest.raises(brettwerk.BadLimit, match="seconds must be a number greater than 0"):
        brettwerk.analyse("bedraengnis", seconds=seconds)
    with pytest.raises(brettwerk.BadLimit, match="seconds must be"):
        brettwerk.analysis("abalone", seconds=seconds)


def test_the_longest_limit_can_be_waited_for() -> None:
    assert LARGEST["seconds"] < threading.TIMEOUT_MAX


@pytest.mark.parametrize("count", [0, -1, 1.5, 10**9])
def test_counts_are_checked(count: int) -> None:
    with pytest.raises(brettwerk.BadLimit, match="lines is a whole number from 1"):
        brettwerk.analyse("abalone", nodes=10, lines=count)
    with pytest.raises(brettwerk.BadLimit, match="threads is a whole number from 1"):
        brettwerk.analyse("abalone", nodes=10, threads=count)


def test_a_game_or_a_text_is_a_position() -> None:
    start = brettwerk.game("abalone").start()
    found = [brettwerk.analyse(at, nodes=200).best for at in (start, start.game, start.text)]
    assert found == [brettwerk.analyse("abalone", nodes=200).best] * 3
    assert brettwerk.choose("abalone", 1) in start.moves
    with pytest.raises(brettwerk.UnknownGame, match="chess"):
        brettwerk.analyse("chess")
    with pytest.raises(brettwerk.BadPosition, match="Give a position, a game"):
        brettwerk.analyse(7)  # type: ignore[arg-type]


# -- streams --------------------------------------------------------------------------------------
def test_a_stream_improves_and_ends() -> None:
    found = list(brettwerk.analysis("abalone", depth=3))
    assert [one.depth for one in found] == [1, 2, 3]
    assert found[-1] == brettwerk.analysis("abalone", depth=3).result() or found[-1].depth == 3


def test_a_stream_without_a_limit_ends_when_it_is_left() -> None:
    with brettwerk.analysis("abalone", lines=2) as stream:
        first = next(iter(stream))
    assert stream.result().depth >= first.depth
    assert len(stream.result().lines) == 2
    assert list(stream)[-1:] in ([], [stream.result()])


@pytest.mark.parametrize("game", ["drei", "triapon"])
def test_a_solver_or_a_tree_can_be_stopped(game: str) -> None:
    with brettwerk.analysis(game) as stream:
        next(iter(stream))
    assert stream.result().best


def test_what_the_thread_raises_is_raised_here() -> None:
    stream = brettwerk.AnalysisStream(lambda _tell, _stop: 1 / 0)  # type: ignore[arg-type, return-value]
    with pytest.raises(ZeroDivisionError):
        stream.result()
    with pytest.raises(ZeroDivisionError):
        list(stream)


def test_streams_are_awaited_and_iterated() -> None:
    async def use() -> list[int]:
        depths = [found.depth async for found in brettwerk.analysis("abalone", depth=3)]
        return [*depths, (await brettwerk.analysis("abalone", depth=2)).depth]

    assert asyncio.run(use()) == [1, 2, 3, 2]


def test_a_cancelled_task_stops_the_search() -> None:
    async def use() -> brettwerk.AnalysisStream:
        stream = brettwerk.analysis("abalone")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(stream, 0.05)
        return stream

    assert asyncio.run(use()).result().best


def test_all_searches_can_be_told_to_stop() -> None:
    one, other = brettwerk.analysis("abalone"), brettwerk.analysis("triapon")
    Stop.ask_all()
    assert one.result().best
    assert other.result().best


# -- engines --------------------------------------------------------------------------------------
def test_an_engine_plays_a_game_and_ends_its_thread() -> None:
    with brettwerk.Engine() as engine:
        position = brettwerk.game("bedraengnis").start()
        while not position.is_over:
            position = position.play(engine.choose(position, nodes=200))
        with pytest.raises(brettwerk.BadLimit, match="game is over"):
            engine.choose(position, nodes=200)
    assert not [one for one in threading.enumerate() if one.name.startswith("brettwerk-engine")]


def test_a_program_is_an_engine() -> None:
    with brettwerk.Engine(ANALYST) as engine:
        found = engine.analyse("bedraengnis", nodes=1000, lines=2)
        ours = brettwerk.analyse("bedraengnis", nodes=1000, lines=2)
        assert found.lines == ours.lines
        assert found.exact == ours.exact
        assert asyncio.run(engine.analysis("bedraengnis", nodes=10)._awaited()).best == found.best
        assert engine.choose("abalone", nodes=200) in brettwerk.game("abalone").start().moves


@pytest.mark.parametrize(
    ("how", "fault"),
    [
        ("dies", "has ended .exit code 3"),
        ("babbles", "names no move: I resign"),
        ("refuses", "names no move: no idea"),
        ("cheats", "cannot be played"),
    ],
)
def test_a_bad_program_gets_a_sentence(tmp_path: Path, how: str, fault: str) -> None:
    command = program(tmp_path, how).partition("command:")[2]
    with brettwerk.Engine(command) as engine:
        engine.analyse("bedraengnis", nodes=1)
        with pytest.raises(brettwerk.ProgramError, match=fault):
            engine.analyse("bedraengnis", nodes=1)


def test_what_a_program_says_before_it_dies_is_kept() -> None:
    dying = "import sys; input(); sys.exit('no weights found')"
    told: list[bytes] = []
    with brettwerk.Engine([sys.executable, "-c", dying], on_stderr=told.append) as engine:
        with pytest.raises(brettwerk.ProgramError, match="It last said: no weights found"):
            engine.analyse("bedraengnis", nodes=1)
        assert engine.errors.strip() == "no weights found"
    assert b"".join(told).strip() == b"no weights found"


# Answers the first request only when it is asked again, and names no ids.
LATE = """
import sys
next(sys.stdin), next(sys.stdin)
print('{"best": "a1"}', flush=True)
print('{"best": "d1"}', flush=True)
for line in sys.stdin:
    print('{"best": "d1"}', flush=True)
"""


def test_an_analysis_by_a_program_is_left_at_once_and_its_late_answer_is_ignored() -> None:
    with brettwerk.Engine([sys.executable, "-c", LATE]) as engine:
        with engine.analysis("bedraengnis", nodes=10) as stream:
            pass
        with pytest.raises(brettwerk.ProgramError, match="stopped before it answered"):
            stream.result()
        for _ in range(2):
            assert str(engine.choose("bedraengnis", nodes=10)) == "d1"


def test_a_program_that_does_not_read_is_too_late_however_much_it_is_asked() -> None:
    """A pipe holds 64 kB, after which writing waits for the reader."""
    late = []
    with closing(Program([sys.executable, "-c", "import time; time.sleep(600)"])) as program:

        def ask() -> None:
            for _ in range(20):
                with pytest.raises(brettwerk.ProgramError, match="did not answer") as fault:
                    program.ask({"position": "x" * 10_000}, 0.01)
                late.append(fault)

        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        asking.join(60)
    assert len(late) == 20


@pytest.mark.parametrize(
    ("limits", "fault"),
    [
        ({}, "Say how long to think"),
        ({"seconds": math.inf}, "seconds must be a number"),
        ({"nodes": 10, "lines": 0}, "lines is a whole number from 1"),
        ({"nodes": 10, "threads": 0}, "threads is a whole number from 1"),
    ],
)
def test_limits_of_a_program_are_checked_before_it_is_asked(
    limits: dict[str, Any], fault: str
) -> None:
    with (
        brettwerk.Engine([sys.executable, "-c", "input()"]) as engine,
        pytest.raises(brettwerk.BadLimit, match=fault),
    ):
        engine.analysis("bedraengnis", **limits)


@pytest.mark.parametrize("command", ["", "'open", []])
def test_a_command_is_needed(command: str) -> None:
    with pytest.raises(brettwerk.BadOptions, match="Say which program plays"):
        brettwerk.Engine(command)


def test_a_program_that_cannot_start_is_named() -> None:
    with pytest.raises(brettwerk.ProgramError, match="no-such-engine” cannot be started"):
        brettwerk.Engine(shlex.quote("no-such-engine"))


def test_limits_that_are_none_are_no_limits() -> None:
    with brettwerk.Engine() as engine:
        assert engine.analyse("bedraengnis", seconds=None, nodes=None).best is not None
