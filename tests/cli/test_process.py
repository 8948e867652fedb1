"""What the program promises to those around it: signals, pipes, the end of input, a quick start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from brettwerk.cli.terminal.saving import load
from cli.helpers import SOURCE

if TYPE_CHECKING:
    from pathlib import Path

BRETTWERK = [sys.executable, "-m", "brettwerk"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    names = {"PYTHONPATH": SOURCE, "PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"}
    return os.environ | names | {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}


def saved_games(folder: Path) -> list[Path]:
    return list(folder.rglob("*.pgn"))


@pytest.mark.skipif(os.name == "nt", reason="signals are not sent like this on Windows")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_saves_the_game(number: int, environment: dict[str, str], tmp_path: Path) -> None:
    pipe = subprocess.PIPE
    command = [*BRETTWERK, "play", "drei", "--seed", "1"]
    with subprocess.Popen(
        command,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env=environment,
        # whoever started the tests in the background may have had Ctrl-C ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as table:
        assert table.stdin
        assert table.stdout
        table.stdin.write(b"d4\n")
        table.stdin.flush()
        seen = b""
        while b"played" not in seen or not seen.endswith(b"White > "):
            seen += table.stdout.read(1)
        table.send_signal(number)
        told, faults = table.communicate(timeout=20)
    assert table.returncode == 130
    assert faults == b""
    assert b"brettwerk play --resume " in told
    (file,) = saved_games(tmp_path)
    assert load(file)[0].match.moves[0] == "d4"


def test_the_end_of_input_saves_the_game(environment: dict[str, str], tmp_path: Path) -> None:
    command = [*BRETTWERK, "play", "abalone", "--lang", "de"]
    ended = subprocess.run(
        command, input=b"a1b2\n\xff\xfe\n", capture_output=True, env=environment, timeout=60
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert "So geht es später weiter:" in ended.stdout.decode()
    assert len(saved_games(tmp_path)) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
@pytest.mark.parametrize(
    ("arguments", "reader"),
    [
        ("board list", "head -c 1"),
        ("board list", "true"),
        ("show abalone", "head -c 1"),
        ("rules drei --raw", "true"),
        ("games", "head -c 1"),
        ("show drei --svg -", "true"),
    ],
)
def test_a_reader_that_stops_is_not_an_error(
    arguments: str, reader: str, environment: dict[str, str]
) -> None:
    line = f"{sys.executable} -m brettwerk {arguments} | {reader} >/dev/null"
    ended = subprocess.run(line, shell=True, capture_output=True, env=environment, timeout=60)
    assert ended.stderr == b""


def test_a_terminal_that_lacks_characters_is_not_an_error(environment: dict[str, str]) -> None:
    plain = environment | {"PYTHONIOENCODING": "ascii"}
    command = [*BRETTWERK, "games", "--lang", "de"]
    ended = subprocess.run(command, capture_output=True, env=plain, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_help_loads_nothing_heavy(environment: dict[str, str]) -> None:
    code = (
        "import sys, brettwerk.cli; "
        "print(sorted({'numba', 'numpy', 'rich.markdown', 'resvg_py'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert found.stdout.strip() == b"[]"
