"""What a match writes down of its rounds: how each ended, who left early, what is on offer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from brettwerk.games.core import Game
    from brettwerk.games.outcome import Outcome

Parting = Literal["resignation", "forfeit", "time"]
Wish = Literal["draw", "continuation"]


@dataclass(frozen=True, slots=True)
class Offer:
    """What is on offer, and who wants it: first who offered, then who accepted."""

    kind: Wish
    wanted_by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Departure:
    """Someone who left a round before its end: after how many of its moves, and why."""

    person: int
    ply: int
    reason: Parting


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round; `outcome` is the game's own, by seats, and `points` are by people."""

    game: Game
    seats: tuple[int, ...]
    moves: tuple[str, ...]
    departures: tuple[Departure, ...]
    outcome: Outcome
    points: tuple[int, ...]
