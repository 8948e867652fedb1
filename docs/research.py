"""Writes the pages of the research environments and the benchmark report: `make pictures`."""

from __future__ import annotations

from pathlib import Path

import report

from brettwerk.core.registry import names
from brettwerk.research.describe import page
from brettwerk.research.statistics import statistics

GAMES = 2000


def main() -> None:
    """One page a game, counted anew, and the report from the results on file."""
    folder = Path(__file__).parent / "research"
    folder.mkdir(exist_ok=True)
    for name in names():
        text = page(statistics(name, GAMES), name)
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    report.main([])


if __name__ == "__main__":
    main()
