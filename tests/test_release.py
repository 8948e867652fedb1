"""The files of a release name one version and one list of dependencies."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

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


def _key(requirement: str) -> tuple[str, str]:
    """A name, written one way, and its versions."""
    text = requirement.partition(";")[0]
    found = re.match(r"([\w.-]+)(?:\[\w+\])?\s*([<>=.,\d]*)", text)
    assert found
    name = found[1].lower().replace("_", "-")
    return name.removesuffix("-py"), found[2]
