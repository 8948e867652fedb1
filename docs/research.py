"""Writes the pages of the research environments, statistics included: `make pictures`."""

from __future__ import annotations

from pathlib import Path

from brettwerk.core.registry import names
from brettwerk.research.describe import page
from brettwerk.research.statistics import statistics

GAMES = 2000


def main() -> None:
    """One page a game."""
    folder = Path(__file__).parent / "research"
    folder.mkdir(exist_ok=True)
    for name in names():
        text = page(statistics(name, GAMES), name)
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
