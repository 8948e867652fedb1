"""Two benchmark records compared: what has become faster or slower."""

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from brettwerk.errors import BadOptions

NOTABLE = 0.05  # a smaller change is noise
NOT_COMPARED = (
    "threads",
    "standard_deviation",
)  # what a row is about, and how sure its numbers are


class BenchChange(NamedTuple):
    """One number of both records."""

    name: str
    what: str
    before: float
    after: float

    @property
    def ratio(self) -> float:
        """Return how many times as much it is now."""
        return self.after / self.before if self.before else 1.0

    @property
    def is_notable(self) -> bool:
        """Return whether the change is more than noise."""
        return abs(self.ratio - 1) > NOTABLE


def read_bench(file: str, text: str) -> list[dict[str, object]]:
    """Return a record as `brettwerk bench --json` writes it; BadOptions for another file."""
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    rows = [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []
    if not rows or not all(isinstance(row.get("name"), str) for row in rows):
        raise BadOptions("cli-bench-file", file=file)
    return rows


def compare_benches(
    before: list[dict[str, object]], after: list[dict[str, object]]
) -> Iterator[BenchChange]:
    """Yield the numbers that both records have, in the order of the second."""
    known = {_key(row): row for row in before}
    for row in after:
        old = known.get(_key(row), {})
        for what, number in _numbers(row).items():
            if what in (earlier := _numbers(old)):
                yield BenchChange(_key(row), what, earlier[what], number)


def _key(row: Mapping[str, object]) -> str:
    threads = row.get("threads")
    return f"{row['name']} ×{threads}" if threads else str(row["name"])


def _numbers(row: Mapping[str, object]) -> dict[str, float]:
    """Return the measured numbers, those of inner objects by both names."""
    found: dict[str, float] = {}
    for name, value in row.items():
        if name in NOT_COMPARED:
            continue
        if isinstance(value, dict):
            found |= {f"{name}.{inner}": one for inner, one in _numbers(value).items()}
        elif isinstance(value, int | float):
            found[name] = value
    return found
