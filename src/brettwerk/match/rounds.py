"""Parts of a match: finished rounds, departures and offers."""

from dataclasses import dataclass
from typing import Literal

from brettwerk.core.game import Game
from brettwerk.core.outcome import Outcome

DepartureReason = Literal["resignation", "forfeit", "time"]
OfferKind = Literal["draw", "continuation"]


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer, and the people for it: first its maker, then those who accepted."""

    kind: OfferKind
    wanted_by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Departure:
    """A person who left a round early: after how many of its moves, and why."""

    person: int
    ply: int
    reason: DepartureReason


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round; `outcome` is by seat, `points` are by person."""

    game: Game
    seats: tuple[int, ...]
    moves: tuple[str, ...]
    departures: tuple[Departure, ...]
    outcome: Outcome
    points: tuple[int, ...]
