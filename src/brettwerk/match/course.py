"""The match around a game: people, rounds, points, clocks, offers and resignations, all pure.

People are numbered from 0 and keep their numbers; in each round each of them takes a seat, which
is a colour. Every action gives a new match; a refused one raises and changes nothing.

>>> import brettwerk
>>> match = Match.new(brettwerk.game("bedraengnis"), target=2, names=("Ada", "Bo"))
>>> match = match.play(0, "b2").resign(1)
>>> match.scores, match.seats, match.next_round().seats
((1, 0), (0, 1), (1, 0))
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from brettwerk.errors import MatchError
from brettwerk.games.core import Position
from brettwerk.games.outcome import Outcome
from brettwerk.match.clock import Clock, TimeControl, check_player
from brettwerk.match.rounds import Departure, Offer, Round
from brettwerk.match.standing import Now, Standing, seconds
from brettwerk.match.terms import checked_names, checked_seed, checked_target, next_game
from brettwerk.texts import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brettwerk.games.core import Game, Move
    from brettwerk.match.rounds import Parting, Wish


@dataclass(frozen=True)
class Match(Standing):
    """A match to play; make one with `Match.new`."""

    @classmethod
    def new(
        cls,
        game: Game,
        *,
        target: int | None = None,
        names: Sequence[str] = (),
        starter: int = 0,
        time_control: TimeControl | None = None,
        tableau: str = "keep",
        seed: int | None = None,
        opening: Sequence[str] = (),
    ) -> Match:
        """A match before its first move; `starter` is who takes the seat that begins.

        A game whose rounds bring points is played to `target`, or to the game's own; any other
        is one round. `tableau="new"` lays another tableau for each round, chosen by the seed.
        The first round may begin with moves that nobody chose, as by lot: these take no time and
        cannot be taken back.
        """
        position, moves = game.start(), list[str]()
        for text in opening:
            made = position.parse(text)
            position, moves = position.play(made), [*moves, made.text]
        if position.outcome:
            raise MatchError("match-opening-over")
        people = range(game.players)
        check_player(starter, game.players)
        return cls(
            names=checked_names(names, game.players),
            target=checked_target(game, target),
            tableau_seed=checked_seed(game, tableau, seed),
            seats=tuple((person - starter) % game.players for person in people),
            position=position,
            moves=tuple(moves),
            clock=Clock.new(time_control, game.players) if time_control else None,
        )

    # -- playing ------------------------------------------------------------------------------
    def play(self, person: int, move: str | Move, now: Now = None) -> Match:
        """A move of the person whose turn it is."""
        self.check_active(person, now)
        if person != self.to_move:
            raise MatchError("match-not-your-turn")
        made = self.position.parse(str(move))
        after = replace(
            self,
            position=self.position.play(made),
            moves=(*self.moves, made.text),
            past=(*self.past, _afresh(self.position)),
        )
        if not self._offer_outlasts(person, after):
            after = replace(after, offer=None)
        if self.clock:
            after = replace(after, clock=self.clock.press(seconds(now), after.to_move))
        ended = after.position.outcome
        return after._ended(ended) if ended else after

    def next_round(self, now: Now = None) -> Match:
        """The round after one that has ended: seats change, and the first turn's time runs."""
        self.check_not_over()
        if not self.round_over:
            raise MatchError("match-round-not-over")
        fresh = replace(
            self,
            round=self.round + 1,
            seats=tuple((seat + 1) % self.players for seat in self.seats),
            position=self._next_game.start(),
            moves=(),
            past=(),
            departures=(),
            offer=None,
        )
        return fresh._turn_begun(now)

    @property
    def _next_game(self) -> Game:
        if self.tableau_seed is None:
            return self.game
        return next_game(self.game, self.tableau_seed + self.round + 1)

    def taken_back(self, plies: int, now: Now = None) -> Match:
        """The last moves of this round undone, as all have agreed; time spent stays spent."""
        self.check_going(now)
        if type(plies) is not int or not 1 <= plies <= len(self.past):
            raise MatchError("match-takeback", plies=shown(plies), most=len(self.past))
        back = replace(
            self,
            position=self.past[-plies],
            moves=self.moves[:-plies],
            past=self.past[:-plies],
            offer=None,
        )
        return back._turn_begun(now)

    # -- offers -------------------------------------------------------------------------------
    def offer_draw(self, person: int, now: Now = None) -> Match:
        """Offer to end the round; with an offer of another's this is the same as accepting."""
        self.check_active(person, now)
        return self._wanting("draw", person, now)

    def offer_continuation(self, person: int, now: Now = None) -> Match:
        """Offer to play on after a draw, in games that know how."""
        self.check_in(person)
        self._continued()
        return self._wanting("continuation", person, now)

    def accept(self, person: int, now: Now = None) -> Match:
        """Agree to what is on offer; it happens once all still in have agreed."""
        self.check_in(person)
        if not self.offer:
            raise MatchError("match-no-offer")
        if self.offer.kind == "draw":
            self.check_going(now)
        return self._wanting(self.offer.kind, person, now)

    def decline(self, person: int) -> Match:
        """Refuse what is on offer, or withdraw from it."""
        self.check_in(person)
        if not self.offer:
            raise MatchError("match-no-offer")
        return replace(self, offer=None)

    def _offer_outlasts(self, person: int, after: Match) -> bool:
        """Whether an offer stands after a move: its maker's, if that leaves the same people in."""
        shared = self.offer is not None and person in self.offer.wanted_by
        return shared and after.still_in == self.still_in

    def _wanting(self, kind: Wish, person: int, now: Now) -> Match:
        before = self.offer.wanted_by if self.offer else ()
        if person in before:
            raise MatchError("match-wanted-already")
        wanted_by = (*before, person)
        if set(wanted_by) != set(self.still_in):
            return replace(self, offer=Offer(kind, wanted_by))
        if kind == "draw":
            return self._clock_stopped(now)._ended(self.game.face.agreed(self.position))
        # The draw had ended the match; what it had written down as the end is taken out again.
        resumed = replace(self, position=self._continued(), rounds=self.rounds[:-1])
        return replace(resumed, outcome=None, offer=None)._turn_begun(now)

    def _continued(self) -> Position:
        """The position from which people can agree to play on after a draw."""
        after = self.game.face.continued(self.position) if self.round_over else None
        if not after:
            raise MatchError("match-no-continuation")
        if after.outcome:
            raise MatchError("match-continuation-stuck")
        return after

    # -- leaving ------------------------------------------------------------------------------
    def resign(self, person: int, now: Now = None) -> Match:
        """Give up this round."""
        self.check_active(person, now)
        self.game.face.may_resign(self.position, self.seats[person])
        return self._without(person, "resignation", now)

    def forfeit(self, person: int, now: Now = None) -> Match:
        """Give up the whole match, between rounds too."""
        self.check_not_over()
        self.check_in(person)
        self.check_time(now)
        return self._lost(person, "forfeit", now)

    def flag(self, now: float) -> Match:
        """What follows when the time of the person to move is up."""
        self.check_not_over()
        person = self.the_clock.flagged(now)
        if person is None:
            raise MatchError("match-no-flag")
        return self._lost(person, "time", now)

    def _lost(self, person: int, reason: Parting, now: Now) -> Match:
        """The match without this person: of two the other wins it, three go on as two."""
        if self.players > 2:
            return self._without(person, reason, now)
        winner = 1 - person
        match = self._clock_stopped(now)
        if not self.round_over:
            points = 0 if self.game.face.scores else None
            ended = Outcome.of(2, (self.seats[winner],), reason, points=points)
            match = match._departed(person, reason)._ended(ended)
        return replace(match, outcome=match._with_scores(Outcome.of(2, (winner,), reason)))

    def _without(self, person: int, reason: Parting, now: Now) -> Match:
        """The round without this person: its end, or play goes on among the others."""
        after = self.game.face.without(self.position, self.seats[person])
        left = self._departed(person, reason)
        if isinstance(after, Position):
            left = replace(left, position=after)
        ended = after if isinstance(after, Outcome) else after.outcome
        if ended:
            return left._clock_stopped(now)._ended(ended)
        return left if left.to_move == self.to_move else left._turn_begun(now)

    def _departed(self, person: int, reason: Parting) -> Match:
        """With the departure written down; nobody can take back moves of someone who has left."""
        departure = Departure(person, len(self.moves), reason)
        return replace(self, departures=(*self.departures, departure), past=(), offer=None)

    # -- the end of a round, and of the match ---------------------------------------------------
    def _ended(self, outcome: Outcome) -> Match:
        """The round ended so, and the match with it if that decides it."""
        points = outcome.points or (0,) * self.players
        done = Round(
            game=self.game,
            seats=self.seats,
            moves=self.moves,
            departures=self.departures,
            outcome=outcome,
            points=tuple(points[seat] for seat in self.seats),
        )
        match = replace(self, rounds=(*self.rounds, done), offer=None)
        return replace(match, outcome=match._decided(outcome))

    def _decided(self, last: Outcome) -> Outcome | None:
        if self.target is None:
            winners = tuple(p for p in self.people if self.seats[p] in last.winners)
            return Outcome(winners, None, last.reason, tuple(last.returns[s] for s in self.seats))
        winners = tuple(p for p in self.people if self.scores[p] >= self.target)
        if not winners:
            return None
        return self._with_scores(Outcome.of(self.players, winners, "target"))

    def _with_scores(self, outcome: Outcome) -> Outcome:
        return replace(outcome, points=None if self.target is None else self.scores)

    # -- the clock ------------------------------------------------------------------------------
    def start_clock(self, now: float) -> Match:
        """Let the time of the turn run, before the first move or after `stop_clock`."""
        self.check_going(now)
        clock = self.the_clock
        if clock.turn is None:
            return self._turn_begun(now)
        return replace(self, clock=clock.resume(now))

    def stop_clock(self, now: float) -> Match:
        """Let it stand; a move sets it going again, as `start_clock` does."""
        self.check_going(now)
        if self.the_clock.since is None:
            raise MatchError("match-clock-stands")
        return replace(self, clock=self.the_clock.pause(now))

    def _turn_begun(self, now: Now) -> Match:
        if not self.clock:
            return self
        return replace(self, clock=self.clock.start(self.turn, seconds(now)))

    def _clock_stopped(self, now: Now) -> Match:
        if not self.clock:
            return self
        return replace(self, clock=self.clock.pause(seconds(now)))


def _afresh(position: Position) -> Position:
    """The same position without the lists of moves that it has worked out, to be kept for long."""
    return Position(position.game, position.state, position.past)
