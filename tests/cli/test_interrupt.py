"""Ctrl-C: every command ends, also in compiled code, and keeps what was found."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from ctypes import CDLL, create_string_buffer
from itertools import islice
from pathlib import Path
from threading import Timer
from time import sleep
from typing import IO, Any

import pytest

import brettwerk
import brettwerk.cli.regret
from brettwerk.bench.search import SearchSpeed
from brettwerk.cli.interrupt import quick_interrupts
from brettwerk.cli.workers import Workers
from brettwerk.search.weights import weights_of
from cli.helpers import SOURCE, run

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are others there")
HOURS = "100000"


def interrupted(
    *command: str, until: Callable[[subprocess.Popen[str]], object]
) -> tuple[int, str, str]:
    """Interrupt a command that would take hours: the exit code and what it wrote.

    Nothing is said of how long that takes: one that is not stopped runs into the timeout.
    """
    process = subprocess.Popen(
        [sys.executable, *([] if command[0] == "-c" else ["-m", "brettwerk"]), *command],
        env=os.environ | {"PYTHONPATH": SOURCE, "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        said = until(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert "Traceback" not in err
    return process.returncode, f"{said}{out}", err


def first_line(stream: Callable[[subprocess.Popen[str]], IO[str] | None]) -> Callable[..., str]:
    """Return what waits for the first line on a stream."""

    def wait(process: subprocess.Popen[str]) -> str:
        source = stream(process)
        assert source
        return source.readline()

    return wait


def test_counting_ends_and_what_was_counted_stays() -> None:
    code, out, err = interrupted(
        "perft", "abalone", "12", until=first_line(lambda process: process.stdout)
    )
    assert code == 130
    assert err.strip() == "Interrupted."
    assert out.strip()


def test_an_analysis_ends_with_what_it_has_found() -> None:
    code, out, _ = interrupted(
        "analyse", "abalone", "--seconds", HOURS, "--json", "--lines", "1",
        until=lambda process: first_line(lambda p: p.stderr)(process) and "",
    )  # fmt: skip
    assert code == 0
    assert json.loads(out)["best"]


IN_COMPILED_CODE = """
import brettwerk
from brettwerk.cli.interrupt import keep_on_interrupt, quick_interrupts
with quick_interrupts(), keep_on_interrupt(lambda: print("kept")):
    brettwerk.game("abalone").start().perft(12)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc for the time computed")
def test_what_was_found_is_kept_also_in_compiled_code_that_cannot_be_stopped() -> None:
    code, out, err = interrupted("-c", IN_COMPILED_CODE, until=computing(2))
    assert (code, out, err) == (130, "kept\n", "Interrupted.\n")


@pytest.mark.skipif(sys.platform != "linux", reason="its threads are locked in compiled code")
def test_what_was_found_is_told_once_though_the_main_thread_is_back_meanwhile() -> None:
    libc, mutex, told = CDLL(None), create_string_buffer(64), list[str]()

    def leave() -> None:
        told.append("found")
        libc.pthread_mutex_unlock(mutex)  # compiled code comes to its end just now
        sleep(0.3)
        told.append("left")

    earlier = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with quick_interrupts(leave):
            libc.pthread_mutex_lock(mutex)
            Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
            try:
                libc.pthread_mutex_lock(mutex)  # no signal ends this
            except KeyboardInterrupt:
                told.append("interrupted")
    finally:
        signal.signal(signal.SIGINT, earlier)
    assert told == ["found", "left", "interrupted"]  # `left` is where the process would have ended


NOT_TAKEN_APART = """
import atexit, sys
from brettwerk.cli import main
atexit.register(print, "taken apart")
sys.argv = ["brettwerk", "perft", "abalone", "12"]
main()
"""


def test_no_time_is_lost_with_taking_modules_apart() -> None:
    until = first_line(lambda process: process.stdout)
    code, out, err = interrupted("-c", NOT_TAKEN_APART, until=until)
    assert (code, err) == (130, "Interrupted.\n")
    assert "taken apart" not in out


def test_a_benchmark_shows_what_it_has_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(*_: object, **__: object) -> Iterator[list[SearchSpeed]]:
        yield [SearchSpeed("drei", 1, 1e6, 9.0, {})]
        raise KeyboardInterrupt

    monkeypatch.setattr("brettwerk.bench.search.measure_search", measured)
    ran = run("bench", "--search", "--json")
    assert (ran.exit_code, ran.stderr.strip().splitlines()[-1]) == (130, "Interrupted.")
    assert json.loads(ran.stdout)[0]["nodes_per_second"] == 1_000_000


def test_counts_that_are_known_are_told_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(_: brettwerk.Position, depth: int) -> int:
        if depth > 2:
            raise KeyboardInterrupt
        return 10 * depth

    monkeypatch.setattr(brettwerk.Position, "perft", counted)
    ran = run("perft", "drei", "5", "--json")
    assert (ran.exit_code, ran.stderr.strip()) == (130, "Interrupted.")
    assert json.loads(ran.stdout)["perft"] == [10, 20]


def test_players_that_have_been_examined_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    true = brettwerk.cli.regret._examined

    def examined(asked: Any, player: str, *rest: Any) -> Any:
        if player == "level:1":
            raise KeyboardInterrupt
        return true(asked, player, *rest)

    monkeypatch.setattr("brettwerk.cli.regret._examined", examined)
    ran = run("regret", "drei", "random", "level:1", "--positions", "20", "--json")
    assert (ran.exit_code, ran.stderr.strip()) == (130, "Interrupted.")
    assert [one["policy"] for one in json.loads(ran.stdout)] == ["random"]


def few_games(after: int) -> Callable[[int], Any]:
    """Return workers of which Ctrl-C ends so many games."""

    def played(work: Callable[[int], object], seeds: Iterable[int]) -> Iterator[object]:
        yield from map(work, islice(seeds, after))
        raise KeyboardInterrupt

    return lambda _: nullcontext(Workers(played))


def test_weights_are_fitted_to_the_games_that_were_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brettwerk.cli.tune.workers", few_games(2))
    file = tmp_path / "weights.json"
    ran = run("tune", "bedraengnis", "--out", file, "--nodes", "30")
    assert (ran.exit_code, ran.stderr.strip()) == (130, "Interrupted.")
    assert weights_of(file.read_text()).found["rounds"][-1]["games"] == 2


def test_chances_are_told_of_the_games_that_were_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brettwerk.cli.chances.workers", few_games(2))
    file = tmp_path / "chances.json"
    ran = run("chances", "bedraengnis", "--out", file, "--nodes", "30")
    assert (ran.exit_code, ran.stderr.strip()) == (130, "Interrupted.")
    assert json.loads(file.read_text())["found"]["games"] == 2
    assert json.loads(ran.stdout)["found"]["games"] == 2


@pytest.mark.parametrize("command", ["tune", "chances"])
def test_nothing_is_written_before_the_first_game_has_ended(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"brettwerk.cli.{command}.workers", few_games(0))
    ran = run(command, "bedraengnis", "--out", tmp_path / "x.json")
    assert (ran.exit_code, ran.stdout, ran.stderr.strip()) == (130, "", "Interrupted.")
    assert not (tmp_path / "x.json").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc for the time computed")
def test_a_search_in_a_match_ends() -> None:
    code, _, err = interrupted(
        "match", "abalone", "mcts", "b=mcts", "--seconds", HOURS, "--games", "2", until=computing(3)
    )
    assert code == 130
    assert "With --save FILE" in err


def computing(seconds: float) -> Callable[[subprocess.Popen[str]], str]:
    """Return what waits until so much has been computed that compiled code runs."""

    def wait(process: subprocess.Popen[str]) -> str:
        while _cpu_seconds(process.pid) < seconds:
            assert process.poll() is None
            sleep(0.05)
        return ""

    return wait


def _cpu_seconds(process: int) -> float:
    with open(f"/proc/{process}/stat", encoding="utf-8") as file:  # noqa: PTH123
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
