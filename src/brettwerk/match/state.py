"""The state of a match: its rounds and fields, what is derived from them, checks of actions."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from brettwerk.core.game import Game, Position
from brettwerk.core.outcome import Outcome
from brettwerk.errors import MatchError
from brettwerk.match.clock import Clock, check_player

DepartureReason = Literal["resignation", "forfeit", "time"]
OfferKind = Literal["draw", "continuation"]
Now = float | None  # seconds from any fixed point; needed only with a clock


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
class PlayedRound:
    """What has been played of a round; `seats[person]` is a person's seat."""

    game: Game
    seats: tuple[int, ...]
    moves: tuple[str, ...]
    departures: tuple[Departure, ...]


@dataclass(frozen=True, slots=True)
class Round(PlayedRound):
    """A finished round; `outcome` is by seat, `points` are by person."""

    outcome: Outcome
    points: tuple[int, ...]


@dataclass(frozen=True)
class MatchState:
    """A match at one point in time.

    `seats[person]` is a person's seat in this round. `moves`, `departures` and `position` belong
    to the current round until the next begins; `previous` are the positions that moves can be
    taken back to. The winners of `outcome` are people, not seats.
    """

    names: tuple[str, ...]
    target: int | None
    board_seed: int | None
    seats: tuple[int, ...]
    position: Position
    clock: Clock | None = None
    round: int = 1
    moves: tuple[str, ...] = ()
    previous: tuple[Position, ...] = ()
    departures: tuple[Departure, ...] = ()
    rounds: tuple[Round, ...] = ()
    offer: Offer | None = None
    outcome: Outcome | None = None

    # -- derived state ------------------------------------------------------------------------
    @property
    def game(self) -> Game:
        """Return the game of this round; the next may be on another board."""
        return self.position.game

    @property
    def players(self) -> int:
        """Return the number of people."""
        return len(self.names)

    @property
    def scores(self) -> tuple[int, ...]:
        """Return each person's points in the finished rounds."""
        return tuple(sum(done.points[person] for done in self.rounds) for person in self.people)

    @property
    def round_over(self) -> bool:
        """Return whether this round has ended: the match has too, or `next_round` is due."""
        return len(self.rounds) == self.round

    @property
    def all_rounds(self) -> tuple[PlayedRound, ...]:
        """Return the finished rounds, and the one that goes on."""
        current = PlayedRound(self.game, self.seats, self.moves, self.departures)
        return self.rounds if self.round_over else (*self.rounds, current)

    @cached_property
    def to_move(self) -> int | None:
        """Return the person to move, if any."""
        return None if self.round_over or self.position.outcome else self.turn

    @cached_property
    def still_in(self) -> tuple[int, ...]:
        """Return the people not eliminated from this round."""
        seats = self.game.definition.still_in(self.position)
        return tuple(person for person in self.people if self.seats[person] in seats)

    def person_at(self, seat: int) -> int:
        """Return the person who has this seat in this round."""
        return self.seats.index(seat)

    @property
    def people(self) -> range:
        """Return the numbers of all people."""
        return range(self.players)

    @property
    def turn(self) -> int:
        """Return the person to move, ignoring whether the round has ended."""
        return self.person_at(self.position.turn)

    @property
    def required_clock(self) -> Clock:
        """Return the clock; raise if there is none."""
        if not self.clock:
            raise MatchError("match-no-clock")
        return self.clock

    # -- checks -------------------------------------------------------------------------------
    def check_active(self, person: int, now: Now) -> None:
        """Raise unless this person can act in this round."""
        self.check_round_running(now)
        self.check_still_in(person)

    def check_round_running(self, now: Now) -> None:
        """Raise if the round has ended, or should have by the clock."""
        self.check_not_over()
        if self.round_over:
            raise MatchError("match-round-over")
        self.check_time(now)

    def check_not_over(self) -> None:
        """Raise if the match has ended."""
        if self.outcome:
            raise MatchError("match-over")

    def check_time(self, now: Now) -> None:
        """Raise if time has run out and `flag` has not been called yet."""
        if self.clock:
            self.clock.check_not_flagged(required_time(now))

    def check_still_in(self, person: int) -> None:
        """Raise unless this person is still in the round."""
        check_player(person, self.players)
        if person not in self.still_in:
            raise MatchError("match-out")


def required_time(now: Now) -> float:
    """Return the current time; raise if it was not given."""
    if now is None:
        raise MatchError("match-needs-now")
    return now
