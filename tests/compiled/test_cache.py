"""Where compiled code is kept: keyed by the sources, and usable where nothing can be written."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from brettwerk.compiled import cache

COUNT = "import brettwerk; print(brettwerk.game('bedraengnis').start().perft(2))"


def run(code: str, **environment: str) -> str:
    """What a new Python prints."""
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.strip()


def test_compiled_code_is_kept_and_used_again(tmp_path: Path) -> None:
    assert run(COUNT, BRETTWERK_CACHE=str(tmp_path)) == "71"
    kept = sorted(tmp_path.rglob("*.nbc"))
    assert kept
    times = [file.stat().st_mtime_ns for file in kept]
    assert run(COUNT, BRETTWERK_CACHE=str(tmp_path)) == "71"
    assert sorted(tmp_path.rglob("*.nbc")) == kept
    assert [file.stat().st_mtime_ns for file in kept] == times


def test_the_folder_is_named_by_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = cache.sources_digest()
    assert cache.sources_digest() == before
    for folder in cache.KERNELS:
        copy = tmp_path / folder
        shutil.copytree(cache.SOURCES / folder, copy / folder)
        with (copy / folder / "__init__.py").open("a") as source:
            source.write("CHANGED = True\n")
        others = {name for name in cache.KERNELS if name != folder}
        for other in others:
            (copy / other).symlink_to(cache.SOURCES / other)
        monkeypatch.setattr(cache, "SOURCES", copy)
        assert cache.sources_digest() != before
        monkeypatch.undo()


def test_a_folder_that_cannot_be_written_is_not_needed(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("a file is no folder")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    found = run(
        COUNT,
        BRETTWERK_CACHE=str(nowhere / "x"),
        HOME=str(nowhere),
        XDG_CACHE_HOME=str(nowhere / "y"),
        TMPDIR=str(temporary),
    )
    assert found == "71"
    assert list(temporary.glob("brettwerk-*"))


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owners here")
def test_the_temporary_folder_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    folder = cache._temporary("digest")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_numba_is_not_loaded_before_it_is_needed() -> None:
    code = (
        "import sys, brettwerk\n"
        "for name in brettwerk.NAMES:\n"
        "    position = brettwerk.game(name).start()\n"
        "    str(position.play(position.moves[0])), position.svg()\n"
        "print([name for name in ('numba', 'numpy', 'rich', 'typer') if name in sys.modules])"
    )
    assert run(code) == "[]"
