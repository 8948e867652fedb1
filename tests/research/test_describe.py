"""The pages of the environments say what is so, and missing packages are named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import brettwerk
from brettwerk.i18n import Translator
from brettwerk.research.describe import HEADINGS, page
from brettwerk.research.encoding import encoding
from brettwerk.research.extras import MissingExtra, needs
from brettwerk.research.statistics import statistics

DOCS = Path(__file__).parent.parent.parent / "docs"
NAME = pytest.mark.parametrize("name", brettwerk.NAMES)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in ("abalone", "congress") else [])
        for name in brettwerk.NAMES  # these two take as long as all others
    ],
)
def test_the_page_on_file_is_the_one_that_the_command_prints(name: str) -> None:
    text = (DOCS / "research" / f"{name}.md").read_text(encoding="utf-8")
    assert text == page(statistics(name, 2000), name)
    heads = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    assert heads == [head.capitalize() for head in HEADINGS]


@NAME
def test_the_page_is_in_every_language_and_says_what_each_plane_shows(name: str) -> None:
    found, t = statistics(name, 10), Translator("de")
    german, english = (page(found, name, Translator(language)) for language in ("de", "en"))
    assert "## Regeln" in german
    for plane in encoding(name).planes:
        assert encoding(name).plane_text(plane, t) != plane.replace("-", " ")
    same = {*german.splitlines()} & {*english.splitlines()}
    assert [line for line in same if line[:1].isalpha()] == []


@NAME
def test_statistics_count_every_game_once(name: str) -> None:
    found = statistics(name, 40, seed=2)
    assert found.shortest <= found.length <= found.longest
    assert 1 <= found.branching <= found.widest
    assert sum(found.wins) + found.drawn + found.cut == pytest.approx(1)


def test_errors_are_as_large_as_means_of_other_games_differ() -> None:
    found = [statistics("bedraengnis", 100, seed=seed) for seed in range(30)]
    for name in ("length", "branching"):
        spread = np.std([getattr(one, name) for one in found], ddof=1)
        error = np.mean([getattr(one, f"{name}_error") for one in found])
        assert 0.6 < error / spread < 1.7


def test_a_missing_package_is_named_with_what_brings_it() -> None:
    with pytest.raises(MissingExtra, match=r'needs no_such_thing.*pip install "brettwerk\[zoo\]"'):
        needs("no_such_thing.inside", "zoo")
    assert issubclass(MissingExtra, ModuleNotFoundError)


def test_the_library_alone_loads_nothing_of_this() -> None:
    code = (
        "import sys, brettwerk, brettwerk.cli;"
        "heavy = {'numba', 'pyspiel', 'pettingzoo', 'gymnasium', 'pyarrow', 'brettwerk.research'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
