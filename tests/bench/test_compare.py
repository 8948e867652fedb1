"""Two records of a benchmark are compared by what they measured."""

from __future__ import annotations

from brettwerk.bench.compare import compare_benches


def test_means_are_compared_and_their_spread_is_not() -> None:
    def row(mean: int, spread: int) -> dict[str, object]:
        return {
            "name": "a",
            "threads": 2,
            "batch": {"steps": mean},
            "standard_deviation": {"batch": spread},
        }

    changes = list(compare_benches([row(100, 7)], [row(150, 3)]))
    assert [(change.what, change.before, change.after) for change in changes] == [
        ("batch.steps", 100, 150)
    ]
