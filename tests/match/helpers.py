"""Matches for the tests: quickly made, quickly played, quickly refused."""

from __future__ import annotations

from typing import Any

import pytest

import brettwerk
from brettwerk.errors import BrettwerkError
from brettwerk.match import Match
from brettwerk.match.clock import TimeControl

ALL_BLUE = "/".join(["b" * 8] * 8)
ALL_GREEN = "/".join(["g" * 8] * 8)
# On a board all green pieces follow each other by knight's moves: sixteen without a Drei.
DRAWN = "e2 g3 f5 h6 g8 e7 c6 a7 c8 b6 d5 e3 g2 f4 e6 d4"
# The last one stands in the corner, and both fields it reaches are taken: nobody can relocate.
STUCK = "g2 e1 c2 d4 e6 f8 d7 c5 a6 c7 e8 d6 b7 a5 b3 a1"
# On a board all blue no piece of these reaches an enemy.
APART = "a1 a8 c1 c8 e1 e8 g1 g8 a3 a6 c3 c6 e3 e6 g3 g6"
TEN = TimeControl(600)


def new(name: str, options: dict[str, Any] | None = None, **terms: Any) -> Match:
    """A new match."""
    return Match.new(brettwerk.game(name, **(options or {})), **terms)


def played(match: Match, moves: str, now: float | None = None) -> Match:
    """Return the match after these moves, each by the person to move."""
    for move in moves.split():
        assert match.to_move is not None
        match = match.play(match.to_move, move, now)
    return match


def drei(moves: str, **terms: Any) -> Match:
    """Die Drei on a board all green after these moves."""
    return played(new("drei", {"board": ALL_GREEN}, **terms), moves)


def schlacht(moves: str = "", **terms: Any) -> Match:
    """Die Schlacht on a board all blue after these moves."""
    return played(new("schlacht", {"board": ALL_BLUE}, **terms), moves)


def bedraengnis_round(match: Match, points: int) -> Match:
    """Resign a round of Das Bedrängnis after this number of pieces."""
    for _ in range(points):
        match = played(match, long_lived(match))
    assert match.to_move is not None
    return match.resign(match.to_move)


def long_lived(match: Match) -> str:
    """A move that leaves the opponent most moves, so that the round lasts."""
    return max(match.position.moves, key=lambda m: len(match.position.play(m).moves)).text


def refused(key: str, action: Any, *given: Any, **named: Any) -> None:
    """The action is refused for this reason, which has words in both languages."""
    with pytest.raises(BrettwerkError) as caught:
        action(*given, **named)
    assert caught.value.key == key
    assert caught.value.localized("de") != caught.value.localized("en")
