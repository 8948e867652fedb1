"""How a match stands: all that can be seen and asked of it, and what it refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from brettwerk.errors import MatchError
from brettwerk.match.clock import check_player

if TYPE_CHECKING:
    from brettwerk.games.core import Game, Position
    from brettwerk.games.outcome import Outcome
    from brettwerk.match.clock import Clock
    from brettwerk.match.rounds import Departure, Offer, Round

Now = float | None  # seconds on any one scale; needed only where a clock runs


@dataclass(frozen=True)
class Standing:
    """A match at one moment.

    `seats[person]` is the seat that a person has in this round. `moves`, `departures` and
    `position` are those of this round, also when it has ended and until the next begins; `past`
    are the positions that can be gone back to. `outcome` has people for winners, not seats.
    """

    names: tuple[str, ...]
    target: int | None
    tableau_seed: int | None
    seats: tuple[int, ...]
    position: Position
    clock: Clock | None = None
    round: int = 1
    moves: tuple[str, ...] = ()
    past: tuple[Position, ...] = ()
    departures: tuple[Departure, ...] = ()
    rounds: tuple[Round, ...] = ()
    offer: Offer | None = None
    outcome: Outcome | None = None

    # -- how it stands ------------------------------------------------------------------------
    @property
    def game(self) -> Game:
        """The game of this round; its board may be another in the next."""
        return self.position.game

    @property
    def players(self) -> int:
        """How many people play."""
        return len(self.names)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each person in the rounds so far."""
        return tuple(sum(done.points[person] for done in self.rounds) for person in self.people)

    @property
    def round_over(self) -> bool:
        """Whether this round has ended: then the match has, or `next_round` is due."""
        return len(self.rounds) == self.round

    @property
    def to_move(self) -> int | None:
        """The person whose turn it is."""
        return None if self.round_over or self.position.outcome else self.turn

    @property
    def still_in(self) -> tuple[int, ...]:
        """The people who have not been eliminated from this round."""
        seats = self.game.face.still_in(self.position)
        return tuple(person for person in self.people if self.seats[person] in seats)

    def person_at(self, seat: int) -> int:
        """Who has this seat in this round."""
        return self.seats.index(seat)

    @property
    def people(self) -> range:
        """The numbers of all who play."""
        return range(self.players)

    @property
    def turn(self) -> int:
        """The person whose turn it is, or would be if the round had not ended."""
        return self.person_at(self.position.turn)

    @property
    def the_clock(self) -> Clock:
        """The clock, for what cannot be done without one."""
        if not self.clock:
            raise MatchError("match-no-clock")
        return self.clock

    # -- what is refused ----------------------------------------------------------------------
    def check_active(self, person: int, now: Now) -> None:
        """Refuse when nothing can be done in this round, or not by this person."""
        self.check_going(now)
        self.check_in(person)

    def check_going(self, now: Now) -> None:
        """Refuse when the round has ended, or should have by the clock."""
        self.check_not_over()
        if self.round_over:
            raise MatchError("match-round-over")
        self.check_time(now)

    def check_not_over(self) -> None:
        """Refuse when the match has ended."""
        if self.outcome:
            raise MatchError("match-over")

    def check_time(self, now: Now) -> None:
        """Refuse when a flag has fallen that nobody has called yet: that comes first."""
        if self.clock:
            self.clock.refuse_fallen(seconds(now))

    def check_in(self, person: int) -> None:
        """Refuse who does not play, or no longer."""
        check_player(person, self.players)
        if person not in self.still_in:
            raise MatchError("match-out")


def seconds(now: Now) -> float:
    """The time now, for a clock that has to know it."""
    if now is None:
        raise MatchError("match-needs-now")
    return now
