"""Ctrl-C: every command ends, also in compiled code, and keeps what was found."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import IO

import pytest

from cli.helpers import SOURCE

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are others there")
HOURS = "100000"


def interrupted(
    *command: str, until: Callable[[subprocess.Popen[str]], object]
) -> tuple[int, str, str]:
    """Interrupt a command that would take hours: the exit code and what it wrote.

    Nothing is said of how long that takes: one that is not stopped runs into the timeout.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "brettwerk", *command],
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


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc for the time computed")
def test_a_search_in_a_match_ends() -> None:
    def searching(process: subprocess.Popen[str]) -> str:
        """Wait until much has been computed: the first move takes hours."""
        while _cpu_seconds(process.pid) < 4:
            assert process.poll() is None
        return ""

    code, _, err = interrupted(
        "match", "abalone", "mcts", "b=mcts", "--seconds", HOURS, "--games", "2", until=searching
    )
    assert code == 130
    assert "With --save FILE" in err


def _cpu_seconds(process: int) -> float:
    with open(f"/proc/{process}/stat", encoding="utf-8") as file:  # noqa: PTH123
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
