"""Draws the pictures of the README: the showcase of each game."""

from __future__ import annotations

import json
from pathlib import Path

import brettwerk
from brettwerk.core.game import Position
from brettwerk.core.registry import definition

FOLDER = Path(__file__).parent / "pictures"


def position(name: str) -> Position:
    """The position that shows a game, reached by moves from the start."""
    file = definition(name).file("data/showcase.json")
    assert file is not None
    shown = json.loads(file.read_bytes())
    found = brettwerk.game(name, **shown["options"]).start()
    for move in shown["moves"].split():
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
