"""An earlier engine, installed beside today's, is the one that answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
import aside  # noqa: E402

pytestmark = pytest.mark.skipif(os.name == "nt", reason="The script is one of a shell.")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository in which `brettwerk` said something else one commit ago."""
    place = tmp_path / "repository"
    (place / "src" / "brettwerk").mkdir(parents=True)
    (place / "src" / "brettwerk" / "__init__.py").touch()
    git = ["git", "-C", str(place), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    for says in ("old", "new"):
        (place / "src" / "brettwerk" / "__main__.py").write_text(f"print({says!r})\n")
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-q", "-m", says], check=True)
    return place


def test_the_engine_of_a_commit_runs_beside_todays(repository: Path, tmp_path: Path) -> None:
    place = aside.unpack("HEAD~1", tmp_path / "aside folder", repository)
    script = aside.install(place, shared=True)
    said = subprocess.run([script], check=True, capture_output=True, text=True).stdout
    assert said == "old\n"
    newer = aside.install(aside.unpack("HEAD", tmp_path / "aside folder", repository), shared=True)
    assert subprocess.run([newer], check=True, capture_output=True, text=True).stdout == "new\n"


def test_a_commit_that_does_not_exist_is_refused_in_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "tools" / "aside.py"), "no-such-commit", "--shared"]
    found = subprocess.run(
        [*command, "--folder", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert found.returncode == 1
    assert "no-such-commit could not be installed" in found.stderr
    assert "Traceback" not in found.stderr
