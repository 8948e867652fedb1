"""The mutation tester changes what is run, and only that."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FunctionType

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from mutations import mutants_of

SOURCE = '''
def half(number: int, most: int = 10) -> int:
    """Return a half, at most 3."""
    found: int = number // 2
    if found > 3 and not number < 0:
        found = 3
    return found
'''
RESULTS = [0, 0, 1, 1, 2, 2, 3, 3, 3]


@pytest.fixture
def half(tmp_path: Path) -> FunctionType:
    file = tmp_path / "halves.py"
    file.write_text(SOURCE, encoding="utf-8")
    made: dict[str, FunctionType] = {}
    exec(compile(SOURCE, file, "exec"), made)
    return made["half"]


def test_every_place_that_is_run_is_changed_once(half: FunctionType) -> None:
    found = [mutant.where.partition("half: ")[2] for mutant in mutants_of(half)]
    assert sorted(found) == [
        "0 → 1",
        "2 → 3",
        "3 → 4",
        "3 → 4",
        "found > 3 and (not number < 0) → or",
        "found > 3 → GtE",
        "found > 3 → LtE",
        "if found > 3 and (not number < 0): → if not",
        "not number < 0 → without its sign",
        "number // 2 → Mult",
        "number < 0 → GtE",
        "number < 0 → LtE",
    ]


def test_a_mutant_is_run_where_the_kernel_was(half: FunctionType) -> None:
    assert [half(number) for number in range(9)] == RESULTS
    different = 0
    for mutant in list(mutants_of(half)):
        mutant.install()
        different += [half(number) for number in range(9)] != RESULTS
    assert different == 9  # the other three differ only below 0, or not at all
