"""Moves as the cells that a hand touches one after the other, for those who show a board.

A way is a text of steps, each a sign and a cell: `.b1` take up a piece of one's own, `>b4` set it
down, `!g3` take a piece away, `+b2` put something more. `.e5>e6!g3` is a move of Triapon that
takes. A move can have several ways; `~a1>b2` is one that is only dragged. Passing has none: its
way is empty.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from brettwerk.texts import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.games.face import Effects
    from brettwerk.texts import Language

LONGEST = 80
_STEP = re.compile(r"([.>!+])([a-z0-9-]{1,16})")
_SIGNS = {".": "", ">": "-", "!": "x", "+": "+"}

Step = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth knowing about a cell: the key of a sentence, and its details."""

    key: str
    details: Mapping[str, object] = field(default_factory=dict)

    def in_words(self, language: Language) -> str:
        """The sentence in a player's language."""
        return say(self.key, language, **self.details)


def way_of(effects: Effects) -> str:
    """The steps of a move that takes up one piece or none."""
    way, target = "", ""
    placed = effects.placed
    if effects.moved:
        origin, target = effects.moved[0]
        way = f".{origin}>{target}"
    elif placed:
        target, placed = placed[0][0], placed[1:]
        way = f">{target}"
    way += "".join(f"!{cell}" for cell in effects.taken if cell != target)
    return way + "".join(f"+{cell}" for cell, _ in placed)


def steps_of(way: str) -> list[Step]:
    """The signs and cells of a way; nothing of what is none."""
    plain = way if len(way) <= LONGEST else ""
    found = _STEP.findall(plain)
    return found if "".join(sign + cell for sign, cell in found) == plain else []


def text_of(way: str) -> str:
    """The steps written as a move, legal or not, for asking why not."""
    return "".join(_SIGNS[sign] + cell for sign, cell in steps_of(way)).removeprefix("-")
