"""Kinds of pieces, and how each is shown in pictures, diagrams, bars and terminals."""

from dataclasses import dataclass

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


BLACK = PieceSpec(
    "black",
    "B",
    light=("#8b8680", "#46413d", "#221f1d", "#0c0b0a"),
    dark=("#8d867f", "#3b3632", "#1a1715", "#0a0908"),
    flat=("#3a3a3a", "#ffffff"),
)
WHITE = PieceSpec(
    "white",
    "W",
    light=("#ffffff", "#fbf7ee", "#e0d6c4", "#a3957d"),
    dark=("#fffdf6", "#f6edda", "#d8c8a9", "#8f7b5a"),
    flat=("#f2ead8", "#1c1c1c"),
)
USUAL = (BLACK, WHITE)


def parse_pieces(text: bytes) -> tuple[PieceSpec, ...]:
    """Parse a list of pieces in JSON."""
    import msgspec

    return msgspec.json.decode(text, type=tuple[PieceSpec, ...])
