"""Where compiled code is kept: keyed by the sources, and usable where nothing can be written."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from brettwerk.core.registry import definition
from brettwerk.games.bedraengnis import rules
from brettwerk.games.katarenga_family import reach
from brettwerk.kernels import cache, entries, link, perft, primitives
from brettwerk.kernels.choice import VARIABLE

RULES = """
from typing import NamedTuple

class Pair(NamedTuple):
    me: int
    opp: int

def gen_moves(state, ctx, buf, base):
    return {count}

MAX_MOVES = 4
"""
SHARED = """
from __future__ import annotations
from brettwerk.kernels.contract import rules, states

def total(rows, ctx, buf, depth):  # calls itself, so that it is not put into its caller
    if depth < 2:
        return rules.gen_moves(states.load(rows, 0), ctx, buf, 0)
    return total(rows, ctx, buf, depth - 1) + total(rows, ctx, buf, depth - 2)

def entry(rows: Words, ctx: Words, buf: Numbers) -> int:
    return total(rows, ctx, buf, 3)
"""
RUN = """
import {games}, shared
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.game import KernelRunner
from brettwerk.kernels.native import Native

for rules in ({games},):
    kernels = GameKernels(rules.__name__, rules.Pair, rules)
    game = KernelRunner(kernels, [0], Native(kernels))
    print(game.run(shared.entry, game.rows([0, 0]), game.ctx, game.numbers(4)), end=" ")
"""
COUNT = RUN.format(games="one")


@pytest.fixture
def path(tmp_path: Path) -> str:
    """The search path with two games that are soon compiled."""
    files = {"one": RULES.format(count=1), "two": RULES.format(count=2), "shared": SHARED}
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    return os.pathsep.join([str(tmp_path), *sys.path])


def run(code: str, **environment: str) -> str:
    """What a new Python prints."""
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, VARIABLE: "numba", **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.strip()


def test_compiled_code_is_kept_and_used_again(tmp_path: Path, path: str) -> None:
    assert run(COUNT, PYTHONPATH=path, BRETTWERK_CACHE=str(tmp_path)) == "3"
    kept = sorted(tmp_path.rglob("*.nbc"))
    assert kept
    times = [file.stat().st_mtime_ns for file in kept]
    assert run(COUNT, PYTHONPATH=path, BRETTWERK_CACHE=str(tmp_path)) == "3"
    assert sorted(tmp_path.rglob("*.nbc")) == kept
    assert [file.stat().st_mtime_ns for file in kept] == times


def test_the_digest_changes_with_the_sources_and_constants_that_go_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kernels = definition("bedraengnis").kernels
    before = link.digest(kernels, perft.count)
    assert link.digest(kernels, perft.count) == before
    assert link.digest(kernels, entries.legal_moves) != before
    assert link.digest(definition("schlacht").kernels, perft.count) != before
    monkeypatch.setattr(rules, "ALL_FIELDS", 0xFFFE)
    assert link.digest(kernels, perft.count) != before
    monkeypatch.undo()
    plain_digest = link._file_digest
    for module in (rules, reach, perft, primitives):
        edited = str(module.__file__)
        monkeypatch.setattr(
            link, "_file_digest", lambda name, e=edited: plain_digest(name) + "x" * (name == e)
        )
        assert link.digest(kernels, perft.count) != before
        monkeypatch.undo()
    assert link.digest(kernels, perft.count) == before


def test_a_folder_that_cannot_be_written_is_not_needed(tmp_path: Path, path: str) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("a file is no folder")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    found = run(
        COUNT,
        PYTHONPATH=path,
        BRETTWERK_CACHE=str(nowhere / "x"),
        HOME=str(nowhere),
        XDG_CACHE_HOME=str(nowhere / "y"),
        TMPDIR=str(temporary),
    )
    assert found == "3"
    assert list(temporary.glob("brettwerk-*"))


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owners here")
def test_the_temporary_folder_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    folder = cache._temporary("digest")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_importing_loads_no_other_package() -> None:
    code = (
        "import sys, brettwerk\n"
        "heavy = {'babel', 'msgspec', 'numba', 'numpy', 'rich', 'starlette', 'typer',"
        "'wasmtime'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert run(code) == "[]"


def test_backends_are_not_loaded_before_they_are_needed() -> None:
    code = (
        "import sys, brettwerk\n"
        "for name in brettwerk.NAMES:\n"
        "    position = brettwerk.game(name).start()\n"
        "    str(position.play(position.moves[0])), position.svg()\n"
        "print([name for name in ('numba', 'numpy', 'rich', 'typer', 'wasmtime')"
        "if name in sys.modules])"
    )
    assert run(code) == "[]"


def test_code_of_two_games_that_was_compiled_apart_is_used_together(
    tmp_path: Path, path: str
) -> None:
    found = [
        run(RUN.format(games=games), PYTHONPATH=path, BRETTWERK_CACHE=str(tmp_path / "cache"))
        for games in ("one", "two", "one, two")
    ]
    assert found == ["3", "6", "3 6"]


COUNTED = """
import numba.core.compiler as compiler
compiled, compile_extra = [], compiler.compile_extra
def counting(*args, **kwargs):
    compiled.append(1)
    return compile_extra(*args, **kwargs)
compiler.compile_extra = counting
{count}
print(len(compiled))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there both compile")
def test_of_two_processes_that_want_the_same_only_one_compiles(tmp_path: Path, path: str) -> None:
    command = [sys.executable, "-c", COUNTED.format(count=COUNT)]
    here = {"PYTHONPATH": path, "BRETTWERK_CACHE": str(tmp_path)}
    environment = {**os.environ, VARIABLE: "numba", **here}
    two = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    compiled = [int(one.communicate()[0].split()[-1]) for one in two]
    assert min(compiled) == 0 < max(compiled)
