"""One game of a match: the contestants take turns, and a record is what remains."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from brettwerk.arena.openings import opening_of
from brettwerk.arena.players import Forfeit, Player, Turn
from brettwerk.games.core import Position
from brettwerk.games.outcome import Outcome
from brettwerk.records import Ply, Record, result_of
from brettwerk.records.tags import OPENING_PLIES
from brettwerk.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from brettwerk.arena.terms import Pairing, Terms

MATCH_TAG, NUMBER_TAG, OPENING_TAG = "Match", "MatchGame", "Opening"
PLY_BOUND = "ply-bound"


@dataclass
class _Course:
    """How a game has gone so far; `outcome` also knows ends that the position does not."""

    terms: Terms
    pairing: Pairing
    position: Position
    now: Callable[[], float]
    plies: list[Ply] = field(default_factory=list)
    outcome: Outcome | None = None
    told_by_moves: bool = True
    left: list[float] | None = None

    @property
    def turn(self) -> Turn:
        """What is asked of whoever is to move."""
        bank, seat = self.terms.bank, self.position.turn
        limit = self.terms.limit_with(self.left[seat] if self.left else None)
        seed = Random(f"{self.terms.seed}/{self.pairing.number}/{len(self.plies)}").getrandbits(32)
        return Turn(
            self.position,
            limit,
            seed,
            tuple(ply.text for ply in self.plies) if self.told_by_moves else None,
            tuple(self.left) if self.left else None,
            bank.increment if bank else 0.0,
        )

    def step(self, player: Player) -> None:
        """One turn: a move, or a contestant leaves."""
        seat, turn = self.position.turn, self.turn
        begun = self.now()
        try:
            move = player.choose(turn)
        except Forfeit as reason:
            self.leave("forfeit", seat, str(reason))
            return
        if not self._time_spent(seat, self.now() - begun):
            self.leave("flag", seat, "")
            return
        self.plies.append(Ply(move.text, clock=self.left[seat] if self.left else None))
        self.position = self.position.play_unchecked(move.code)
        self.outcome = self.position.outcome

    def _time_spent(self, seat: int, seconds: float) -> bool:
        """Take the time off the clock, if there is one; whether it was enough."""
        if not self.left or not self.terms.bank:
            return True
        rest = self.left[seat] - seconds
        self.left[seat] = rest + self.terms.bank.increment
        return rest >= 0

    def leave(self, way: str, seat: int, reason: str) -> None:
        """A contestant loses: the game has ended, or goes on without."""
        self.plies.append(Ply(f"{way}:{seat}", reason))
        self.told_by_moves = False
        after = self.terms.face.without(self.position, seat)
        if isinstance(after, Position):
            self.position, self.outcome = after, after.outcome
        else:
            self.outcome = after

    def record(self, plies_of_opening: int) -> Record:
        """The game as it was played, with what is needed to take up the match again."""
        game = self.position.game
        tags = {
            MATCH_TAG: self.terms.text,
            NUMBER_TAG: str(self.pairing.number),
            OPENING_TAG: str(self.pairing.opening),
            OPENING_PLIES: str(plies_of_opening),
        }
        names = [entry.name for entry in self.pairing.seats]
        if self.outcome:
            return Record.of(game, self.plies, players=names, tags=tags)
        still_in = game.face.still_in(self.position)
        drawn = Outcome.of(game.players, (), PLY_BOUND, still_in=still_in)
        return Record.of(
            game,
            self.plies,
            players=names,
            tags={**tags, "Termination": PLY_BOUND},
            result=result_of(drawn),
            comment=say("arena-ply-bound", "en", plies=len(self.plies)),
        )


def play_game(
    terms: Terms, number: int, players: Mapping[str, Player], now: Callable[[], float]
) -> Record:
    """The game of this number, played by the players of these names; `now` tells the time."""
    pairing = terms.pairing(number)
    opening = opening_of(terms, pairing.opening)
    course = _Course(terms, pairing, opening.position, now)
    course.plies = [Ply(text) for text in opening.moves]
    if terms.bank:
        course.left = [terms.bank.seconds] * terms.face.players
    _begin(course, players)
    while not course.outcome and len(course.plies) < terms.most_plies:
        course.step(players[pairing.seats[course.position.turn].name])
    return course.record(len(opening.moves))


def _begin(course: _Course, players: Mapping[str, Player]) -> None:
    """Let everyone make ready; who cannot has lost."""
    ready: dict[str, str] = {}
    for seat, entry in enumerate(course.pairing.seats):
        if course.outcome:
            return
        if entry.name not in ready:
            ready[entry.name] = ""
            try:
                players[entry.name].begin(course.position.game)
            except Forfeit as reason:
                ready[entry.name] = str(reason)
        if ready[entry.name]:
            course.leave("forfeit", seat, ready[entry.name])
