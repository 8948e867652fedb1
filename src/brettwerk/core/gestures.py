"""Gestures: moves as the cells that a player touches one after the other on a board.

A gesture is a text of steps, each a sign and a cell: `.b1` picks up a piece, `>b4` puts it down,
`!g3` takes a piece, `+b2` places another one: `.e5>e6!g3`. A move can have several gestures;
`~a1>b2` is one that can only be dragged. The gesture of a pass is empty.

`:c3:c4:c5>d3>d4>d5` is a row with the target of each piece: one touches its ends, or all of it from
end to end, and then any of the targets, or drags a piece to its own. A cell that is a target of
several moves of a row is meant for its middle piece, or else for the end touched last. A row that
goes along itself has one target, that of the piece in front.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from brettwerk.core.effects import Effects
from brettwerk.i18n import Language, Translator
from brettwerk.notation.typed_text import normalize_move

MAX_LENGTH = 80
_STEP = re.compile(r"([.>!+])([a-z0-9-]{1,16})")
_SIGNS = {".": "", ">": "-", "!": "x", "+": "+"}

GestureStep = tuple[str, str]  # sign and cell


@dataclass(frozen=True, slots=True)
class Note:
    """A message about a cell: its key and its details."""

    key: str
    details: Mapping[str, object] = field(default_factory=dict)

    def localized(self, language: Language) -> str:
        """Return the message in a language."""
        return Translator(language)(self.key, **self.details)


def gesture_of(effects: Effects) -> str:
    """Return the gesture of a move of at most one piece."""
    gesture, target = "", ""
    placed, moved, taken = effects
    if moved:
        origin, target = moved[0]
        gesture = f".{origin}>{target}"
    elif placed:
        target, placed = placed[0][0], placed[1:]
        gesture = f">{target}"
    for cell in taken:
        if cell != target:
            gesture += f"!{cell}"
    for cell, _ in placed:
        gesture += f"+{cell}"
    return gesture


def parse_gesture(gesture: str) -> list[GestureStep]:
    """Parse a gesture into (sign, cell) steps; empty if malformed."""
    plain = gesture if len(gesture) <= MAX_LENGTH else ""
    found = _STEP.findall(plain)
    return found if "".join(sign + cell for sign, cell in found) == plain else []


def text_steps(text: str, cells: Sequence[str]) -> list[GestureStep]:
    """Return the cells of a move's text, each with the sign before it, a space before the first.

    A sign that was left out is `-`; the list is empty if the text has anything else.

    >>> text_steps("b2 x c3", ["b2", "c3"]), text_steps("b2?", ["b2"])
    ([(' ', 'b2'), ('x', 'c3')], [])
    """
    names = "|".join(sorted(map(re.escape, cells), key=len, reverse=True))
    plain = normalize_move(text)
    found = re.findall(f"([-x+]?)({names})", plain)
    if "".join(sign + cell for sign, cell in found) != plain:
        return []
    return [(sign or ("-" if at else " "), cell) for at, (sign, cell) in enumerate(found)]


def gesture_text(gesture: str) -> str:
    """Return the text of the move that a gesture means, legal or not."""
    return "".join(_SIGNS[sign] + cell for sign, cell in parse_gesture(gesture)).removeprefix("-")
