"""The actions of a match; every one is a pure function of the match.

People are numbered from 0 and keep their numbers; in each round each takes a seat, which is a
colour. Every action returns a new match; one that is not allowed raises.

>>> import brettwerk
>>> match = Match.new(brettwerk.game("bedraengnis"), target=2, names=("Ada", "Bo"))
>>> match = match.play(0, "b2").resign(1)
>>> match.scores, match.seats, match.next_round().seats
((1, 0), (0, 1), (1, 0))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from brettwerk.core.game import Game, Move, Position
from brettwerk.core.outcome import Outcome, SharedReason
from brettwerk.errors import MatchError
from brettwerk.i18n import truncate
from brettwerk.match.clock import Clock, TimeControl, check_player
from brettwerk.match.state import (
    Departure,
    DepartureReason,
    MatchState,
    Now,
    Offer,
    OfferKind,
    Round,
    required_time,
)
from brettwerk.match.validation import checked_names, checked_seed, checked_target, next_game


@dataclass(frozen=True)
class Match(MatchState):
    """A match to play; create one with `Match.new`.

    >>> import brettwerk
    >>> match = Match.new(brettwerk.game("abalone"), names=("Ada", "Bo"))
    >>> match.play(0, "a1b2").resign(1).outcome.sentence()
    'Ada wins. The other side resigned.'
    """

    @classmethod
    def new(
        cls,
        game: Game,
        *,
        target: int | None = None,
        names: Sequence[str] = (),
        starter: int = 0,
        time_control: TimeControl | None = None,
        next_board: str = "keep",
        seed: int | None = None,
        opening: Sequence[str] = (),
    ) -> Match:
        """Return a match before its first move; the person `starter` takes the first seat.

        A game whose rounds have points is played to `target`, or to the game's own; any other is
        one round. `next_board="new"` uses another board for each round, chosen by the seed. The
        moves of `opening` begin the first round; they take no time and cannot be taken back.
        """
        position, moves = game.start(), list[str]()
        for text in opening:
            made = position.move(text)
            position, moves = position.play(made), [*moves, made.text]
        if position.outcome:
            raise MatchError("match-opening-over")
        people = range(game.players)
        check_player(starter, game.players)
        return cls(
            names=checked_names(names, game.players),
            target=checked_target(game, target),
            board_seed=checked_seed(game, next_board, seed),
            seats=tuple((person - starter) % game.players for person in people),
            position=position,
            moves=tuple(moves),
            clock=Clock.new(time_control, game.players) if time_control else None,
        )

    # -- playing ------------------------------------------------------------------------------
    def move(self, person: int, text: str, now: Now = None) -> Move:
        """Return the legal move that a text means for the person to move."""
        self._check_turn(person, now)
        return self.position.move(text)

    def _check_turn(self, person: int, now: Now) -> None:
        self.check_active(person, now)
        if person != self.to_move:
            raise MatchError("match-not-your-turn")

    def play(self, person: int, move: str | Move, now: Now = None, lag: float = 0.0) -> Match:
        """Play a move of the person to move, given as text or as a move from `move`.

        Of the time that it took, `lag` seconds are not charged.
        """
        self._check_turn(person, now - lag if now is not None and lag else now)
        made = self.position.move(move) if isinstance(move, str) else move
        after = replace(
            self,
            position=self.position.play(made),
            moves=(*self.moves, made.text),
            previous=(*self.previous, _without_caches(self.position)),
        )
        if self.offer and not self._offer_survives(person, after):
            after = replace(after, offer=None)
        if self.clock:
            after = replace(after, clock=self.clock.press(required_time(now), after.to_move, lag))
        ended = after.position.outcome
        return after._end_round(ended) if ended else after

    def next_round(self, now: Now = None) -> Match:
        """Begin the next round: rotate the seats and start the first turn's clock."""
        self.check_not_over()
        if not self.round_over:
            raise MatchError("match-round-not-over")
        fresh = replace(
            self,
            round=self.round + 1,
            seats=tuple((seat + 1) % self.players for seat in self.seats),
            position=self._next_game.start(),
            moves=(),
            previous=(),
            departures=(),
            offer=None,
        )
        return fresh._start_turn(now)

    @property
    def _next_game(self) -> Game:
        if self.board_seed is None:
            return self.game
        return next_game(self.game, self.board_seed + self.round + 1)

    def take_back(self, plies: int, now: Now = None) -> Match:
        """Undo the last moves of this round; the time they took is not given back."""
        self.check_round_running(now)
        if type(plies) is not int or not 1 <= plies <= len(self.previous):
            raise MatchError("match-takeback", plies=truncate(plies), most=len(self.previous))
        back = replace(
            self,
            position=self.previous[-plies],
            moves=self.moves[:-plies],
            previous=self.previous[:-plies],
            offer=None,
        )
        return back._start_turn(now)

    # -- offers -------------------------------------------------------------------------------
    def offer_draw(self, person: int, now: Now = None) -> Match:
        """Offer a draw of the round, or accept one that is on offer."""
        self.check_active(person, now)
        return self._support("draw", person, now)

    def offer_continuation(self, person: int, now: Now = None) -> Match:
        """Offer to play on after a draw, in games that allow it."""
        self.check_still_in(person)
        self._continued()
        return self._support("continuation", person, now)

    def accept(self, person: int, now: Now = None) -> Match:
        """Accept the offer; it takes effect once all people still in have accepted."""
        self.check_still_in(person)
        if not self.offer:
            raise MatchError("match-no-offer")
        if self.offer.kind == "draw":
            self.check_round_running(now)
        return self._support(self.offer.kind, person, now)

    def decline(self, person: int) -> Match:
        """Decline the offer, or withdraw it."""
        self.check_still_in(person)
        if not self.offer:
            raise MatchError("match-no-offer")
        return replace(self, offer=None)

    def _offer_survives(self, person: int, after: Match) -> bool:
        """Return whether the offer stands after a move by one of its supporters."""
        shared = self.offer is not None and person in self.offer.wanted_by
        return shared and after.still_in == self.still_in

    def _support(self, kind: OfferKind, person: int, now: Now) -> Match:
        before = self.offer.wanted_by if self.offer else ()
        if person in before:
            raise MatchError("match-wanted-already")
        wanted_by = (*before, person)
        if set(wanted_by) != set(self.still_in):
            return replace(self, offer=Offer(kind, wanted_by))
        if kind == "draw":
            return self._stop_clock(now)._end_round(
                self.game.definition.agreed_outcome(self.position)
            )
        # The draw had ended the match: remove its round and its outcome.
        resumed = replace(self, position=self._continued(), rounds=self.rounds[:-1])
        return replace(resumed, outcome=None, offer=None)._start_turn(now)

    def _continued(self) -> Position:
        """Return the position from which a drawn round can be continued."""
        after = self.game.definition.continuation(self.position) if self.round_over else None
        if not after:
            raise MatchError("match-no-continuation")
        if after.outcome:
            raise MatchError("match-continuation-stuck")
        return after

    # -- leaving ------------------------------------------------------------------------------
    def resign(self, person: int, now: Now = None) -> Match:
        """Resign this round."""
        self.check_active(person, now)
        self.game.definition.check_resignation(self.position, self.seats[person])
        return self._without(person, "resignation", now)

    @property
    def resignation_points(self) -> tuple[int | None, ...] | None:
        """Return what the opponent would score if a person resigned now, by person.

        None for a person who may not resign now; None at all if rounds have no points.
        """
        if self.target is None or self.round_over:
            return None
        return tuple(self._points_lost(self.seats[person]) for person in self.people)

    def _points_lost(self, player: int) -> int | None:
        definition = self.game.definition
        try:
            definition.check_resignation(self.position, player)
        except MatchError:
            return None
        return definition.resignation_points(self.position, player)

    def forfeit(self, person: int, now: Now = None) -> Match:
        """Resign the whole match, possibly between rounds."""
        self.check_not_over()
        self.check_still_in(person)
        self.check_time(now)
        return self._lose_match(person, "forfeit", now)

    def flag(self, now: float) -> Match:
        """Apply the consequence of the person to move having run out of time."""
        self.check_not_over()
        person = self.required_clock.flagged(now)
        if person is None:
            raise MatchError("match-no-flag")
        return self._lose_match(person, "time", now)

    def _lose_match(self, person: int, reason: DepartureReason, now: Now) -> Match:
        """Remove a person from the match: of two the other wins, three go on as two."""
        if not self.game.definition.for_two:
            return self._without(person, reason, now)
        winner = 1 - person
        match = self._stop_clock(now)
        if not self.round_over:
            points = 0 if self.game.definition.scores else None
            ended = Outcome.of(self.game, (self.seats[winner],), reason, points=points)
            match = match._depart(person, reason)._end_round(ended)
        return replace(match, outcome=match._of_people((winner,), reason))

    def _without(self, person: int, reason: DepartureReason, now: Now) -> Match:
        """Remove a person from the round: it ends, or goes on among the others."""
        after = self.game.definition.without(self.position, self.seats[person])
        left = self._depart(person, reason)
        if isinstance(after, Position):
            left = replace(left, position=after)
        ended = after if isinstance(after, Outcome) else after.outcome
        if ended:
            return left._stop_clock(now)._end_round(ended)
        return left if left.to_move == self.to_move else left._start_turn(now)

    def _depart(self, person: int, reason: DepartureReason) -> Match:
        """Record a departure; moves from before it can no longer be taken back."""
        departure = Departure(person, len(self.moves), reason)
        return replace(self, departures=(*self.departures, departure), previous=(), offer=None)

    # -- the end of a round and of the match ----------------------------------------------------
    def _end_round(self, outcome: Outcome) -> Match:
        """End the round with this outcome, and the match if that decides it."""
        points = outcome.points or (0,) * self.players
        by_person = tuple(points[seat] for seat in self.seats)
        done = Round(self.game, self.seats, self.moves, self.departures, outcome, by_person)
        match = replace(self, rounds=(*self.rounds, done), offer=None)
        return replace(match, outcome=match._match_outcome(outcome))

    def _match_outcome(self, last: Outcome) -> Outcome | None:
        if self.target is None:
            winners = tuple(p for p in self.people if self.seats[p] in last.winners)
            returns = tuple(last.returns[seat] for seat in self.seats)
            return replace(last, winners=winners, returns=returns, points=None, seats=self._called)
        winners = tuple(p for p in self.people if self.scores[p] >= self.target)
        if not winners:
            return None
        return self._of_people(winners, SharedReason.TARGET)

    def _of_people(self, winners: tuple[int, ...], reason: str) -> Outcome:
        """Return an outcome of the match, with its scores."""
        points = None if self.target is None else self.scores
        outcome = Outcome.of(self.game, winners, reason)
        return replace(outcome, points=points, game="", seats=self._called)

    @property
    def _called(self) -> tuple[str, ...]:
        """Return the people's names; those without one have a number."""
        numbers = ("one", "two", "three")
        return tuple(name or number for name, number in zip(self.names, numbers, strict=False))

    # -- the clock ------------------------------------------------------------------------------
    def start_clock(self, now: float) -> Match:
        """Start the clock, before the first move or after `stop_clock`."""
        self.check_round_running(now)
        clock = self.required_clock
        if clock.turn is None:
            return self._start_turn(now)
        return replace(self, clock=clock.resume(now))

    def stop_clock(self, now: float) -> Match:
        """Stop the clock; `start_clock` or a move restarts it."""
        self.check_round_running(now)
        if self.required_clock.since is None:
            raise MatchError("match-clock-stands")
        return replace(self, clock=self.required_clock.pause(now))

    def _start_turn(self, now: Now) -> Match:
        if not self.clock:
            return self
        return replace(self, clock=self.clock.start(self.turn, required_time(now)))

    def _stop_clock(self, now: Now) -> Match:
        if not self.clock:
            return self
        return replace(self, clock=self.clock.pause(required_time(now)))


def _without_caches(position: Position) -> Position:
    """Return the position without its cached moves, to save memory."""
    return Position(position.game, position.state, position.history)
