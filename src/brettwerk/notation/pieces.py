"""Kinds of pieces, and how each is shown in pictures, diagrams, bars and terminals."""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

# The four stops of a piece's gradient, lightest first.
Paint = tuple[str, str, str, str]


@dataclass(frozen=True)
class PieceSpec:
    """A kind of piece: its name, its letter in diagrams, and its colours in both themes.

    `flat` is a ground and an ink on it, where a piece is only a colour: in terminals and bars.
    `line` is the stop of its paint that draws its line in charts. Without a `shape` of its own
    ("peg") it is a disc on fields and a marble in pits. `sign` is SVG drawn on it, around the
    origin, that tells it apart without its colour.
    """

    name: str
    letter: str
    light: Paint
    dark: Paint
    flat: tuple[str, str]
    line: int = 1
    shape: str = ""
    sign: str = ""


def parse_pieces(text: bytes) -> tuple[PieceSpec, ...]:
    """Parse a list of pieces in JSON."""
    return tuple(json.loads(text, object_hook=_piece))


def _piece(given: dict[str, Any]) -> PieceSpec:
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in given.items()}
    return PieceSpec(**fields)


USUAL = BLACK, WHITE = parse_pieces((files(__package__) / "pieces.json").read_bytes())
