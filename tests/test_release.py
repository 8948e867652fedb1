"""The files of a release name one version and one list of dependencies."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
import release_check  # noqa: E402


def test_all_files_of_a_release_name_the_version() -> None:
    assert release_check.disagreements() == []


def test_the_recipe_for_conda_needs_what_the_package_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    recipe = yaml.safe_load((ROOT / "packaging/conda-recipe.yaml").read_text("utf-8"))
    needed = {_key(line) for line in project["dependencies"]}
    listed = {_key(line) for line in recipe["requirements"]["run"]}
    assert needed - listed == set()
    assert listed - needed == {("python", ">=3.11"), ("greenlet", "")}


@pytest.mark.skipif(os.name == "nt", reason="The commands are scripts of a shell.")
def test_a_python_is_found_that_only_pyenv_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def command(file: Path, text: str) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)

    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert release_check.found("python3.99") is None
    command(tmp_path / "python3.99", "exit 127")  # as pyenv's own are, where none is chosen
    assert release_check.found("python3.99") is None
    kept = tmp_path / "versions/3.99.1/bin/python3.99"
    command(kept, "exit 0")
    command(tmp_path / "pyenv", f'[ $1 = whence ] && echo 3.99.1 || echo "{kept.parents[1]}"')
    assert release_check.found("python3.99") == str(kept)
    command(tmp_path / "python3.99", "exit 0")
    assert release_check.found("python3.99") == "python3.99"


def _key(requirement: str) -> tuple[str, str]:
    """A name, written one way, and its versions."""
    text = requirement.partition(";")[0]
    found = re.match(r"([\w.-]+)(?:\[\w+\])?\s*([<>=.,\d]*)", text)
    assert found
    name = found[1].lower().replace("_", "-")
    return name.removesuffix("-py"), found[2]
