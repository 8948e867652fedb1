"""What is stored of a game: its configuration, the hashes of its keys, and its events."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from brettwerk.version import __version__

HERE, FRIEND, COMPUTER = "here", "friend", "computer"


class Seat(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who plays: a person at this screen, a friend by link, or a computer of a level and style."""

    kind: Literal["here", "friend", "computer"] = "here"
    level: int = 0
    name: str = ""
    style: str = ""


class GameConfig(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The settled configuration of a game, with everything random already drawn.

    `opening` holds the first moves of a fair start: drawn from those after which best play draws.
    """

    game: str
    options: dict[str, Any]
    seats: list[Seat]
    clock: str
    target: int | None
    seed: int
    tableau: str
    starter: int
    takebacks: bool
    opening: tuple[str, ...] = ()

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The players that are not computers."""
        return tuple(p for p, seat in enumerate(self.seats) if seat.kind != COMPUTER)

    @cached_property
    def computers(self) -> tuple[int, ...]:
        """The players that are computers."""
        return tuple(p for p, seat in enumerate(self.seats) if seat.kind == COMPUTER)


class Event(Struct, frozen=True):
    """Something that happened: `people` are all for whom the one who did it plays.

    `at` is the time of the database, by which clocks run, `wall` the time of day of the server.
    `lag` are the seconds of a move that its way over the network took, `version` the state that a
    command names.
    """

    kind: str
    person: int | None = None
    people: tuple[int, ...] = ()
    text: str = ""
    at: float = 0.0
    wall: float = 0.0
    command_id: str | None = None
    lag: float = 0.0
    version: int | None = None


class Custody(NamedTuple):
    """Who looks after a game, before when nothing happens by itself, and whether it is over.

    `due` is 0 if a computer is to move, and None if nothing happens by itself.
    """

    lease: str | None = None
    due: float | None = None
    over: bool = False


@dataclass(frozen=True)
class StoredGame:
    """A game as it is in the database."""

    id: str
    config: GameConfig
    hashes: list[str]
    created: float
    events: list[Event] = field(default_factory=list)
    custody: Custody = field(default_factory=Custody)
    rules: str | None = __version__
    owner: str | None = None  # the hash of its creator's key
