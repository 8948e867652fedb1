"""Draws the pictures of the README: a position of each of the six games."""

from __future__ import annotations

from pathlib import Path

import brettwerk
from brettwerk.games.core import Position

FOLDER = Path(__file__).parent / "pictures"
# Moves from the start, so that the pictures show positions that can really come about.
GAMES: dict[str, tuple[dict[str, str], str]] = {
    "abalone": (
        {"setup": "belgian-daisy"},
        "c3d3 i5i6 d3e3 a4b5 c2c1 d7e8 g7g8f6 c6d6 i9h9 h4g4 h8g8 f4f5 h9h8 g4g5",
    ),
    "triapon": (
        {},
        "g4 g7 b2 f3 i1 h8 h5xh8 g1 i2 g6 h1xg6 i6 d4 g2 e1 h2xg2 f6 i8 g3 h8xi8 i5",
    ),
    "bedraengnis": ({"board": "2b3"}, "d1 c2 a2 c1 d3 d2"),
    "drei": ({"board": "#12345"}, "g2 g5 c1 c2 d1 h5 h6 g4"),
    "schlacht": (
        {"board": "random:7"},
        "g2 g1 h3 d3 a3 c2 e4 e3 d5 h4 h8 c6 e6 d2 f7 b7 d5xe3 g1xg2",
    ),
    "katarenga": ({"board": "random:7"}, "f1-h3 f8-g7 h3xc8 d8-b6 c8xb8 b6xb8 g1-g6 h8xg6"),
}


def position(name: str) -> Position:
    """The position that shows a game."""
    options, moves = GAMES[name]
    found = brettwerk.game(name, **options).start()
    for move in moves.split():
        found = found.play(move)
    return found


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        svg = position(name).svg(size=320)
        (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
