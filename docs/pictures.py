"""Draws the pictures of the README: the showcase of each game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import brettwerk
from brettwerk.core.game import Position
from brettwerk.core.registry import definition

FOLDER = Path(__file__).parent / "pictures"


def showcase(name: str) -> tuple[dict[str, Any], list[str]]:
    """Return the options and the moves that show what a game is like."""
    file = definition(name).file("data/showcase.json")
    assert file is not None
    shown = json.loads(file.read_bytes())
    return shown["options"], shown["moves"].split()


def position(name: str) -> Position:
    """The position that shows a game, reached by moves from the start."""
    options, moves = showcase(name)
    found = brettwerk.game(name, **options).start()
    for move in moves:
        found = found.play(move)
    return found


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name in brettwerk.NAMES:
        svg = position(name).svg(size=320)
        (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
