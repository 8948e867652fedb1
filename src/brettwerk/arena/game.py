"""Playing one game of a match."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from brettwerk.arena.config import MatchConfig, Pairing
from brettwerk.arena.openings import random_start
from brettwerk.arena.turn import Forfeit, Player, Turn
from brettwerk.core.game import Position
from brettwerk.core.outcome import Outcome
from brettwerk.i18n import SOURCE, Translator
from brettwerk.match import Clock
from brettwerk.records import Ply, Record
from brettwerk.records.tags import OPENING_PLIES

MATCH_TAG, NUMBER_TAG, OPENING_TAG = "Match", "MatchGame", "Opening"
PLY_BOUND = "ply-bound"


@dataclass
class _LiveGame:
    """A game in progress; `outcome` includes forfeits, which the position does not know."""

    config: MatchConfig
    pairing: Pairing
    position: Position
    now: Callable[[], float]
    plies: list[Ply] = field(default_factory=list)
    outcome: Outcome | None = None
    reproducible: bool = True  # whether the moves alone lead to the position
    clock: Clock | None = None

    @property
    def turn(self) -> Turn:
        """Return what the contestant to move is asked."""
        config, clock = self.config, self.clock
        own = self.pairing.seats[self.position.turn].limit
        seed = Random(f"{config.seed}/{self.pairing.number}/{len(self.plies)}").getrandbits(32)
        return Turn(
            self.position,
            own or config.limit_with(clock.left[self.position.turn] if clock else None),
            seed,
            tuple(ply.text for ply in self.plies) if self.reproducible else None,
            clock.left if clock else None,
            clock.control.increment if clock else 0.0,
        )

    def step(self, player: Player) -> None:
        """Play one turn: a move, or the contestant loses."""
        seat, turn = self.position.turn, self.turn
        clock = self.clock and self.clock.start(seat, self.now())
        try:
            move = player.choose(turn)
        except Forfeit as reason:
            self.leave("forfeit", seat, str(reason))
            return
        now = self.now()
        if clock and clock.flagged(now) is not None:
            self.leave("flag", seat, "")
            return
        self.clock = clock and clock.press(now, next_player=None)
        self.plies.append(Ply(move.text, clock=self.clock.left[seat] if self.clock else None))
        self.position = self.position.play_unchecked(move.code)
        self.outcome = self.position.outcome

    def leave(self, event: str, seat: int, reason: str) -> None:
        """Remove a contestant: the game ends, or goes on among the others."""
        self.plies.append(Ply(f"{event}:{seat}", reason))
        self.reproducible = False
        after = self.config.definition.without(self.position, seat)
        if isinstance(after, Position):
            self.position, self.outcome = after, after.outcome
        else:
            self.outcome = after

    def record(self, opening_plies: int) -> Record:
        """Return the record of the game, with the tags from which the match is resumed."""
        game = self.position.game
        tags = {
            MATCH_TAG: self.config.text,
            NUMBER_TAG: str(self.pairing.number),
            OPENING_TAG: str(self.pairing.opening),
            OPENING_PLIES: str(opening_plies),
        }
        names = [entry.name for entry in self.pairing.seats]
        if self.outcome:
            return Record.of(game, self.plies, players=names, tags=tags)
        still_in = game.definition.still_in(self.position)
        drawn = Outcome.of(game, (), PLY_BOUND, still_in=still_in)
        return Record.of(
            game,
            self.plies,
            players=names,
            tags={**tags, "Termination": PLY_BOUND},
            result=drawn.result,
            comment=Translator(SOURCE)("arena-ply-bound", count=len(self.plies)),
        )


def play_game(
    config: MatchConfig, number: int, players: Mapping[str, Player], now: Callable[[], float]
) -> Record:
    """Play the game of this number with the players by name; `now` returns the current time."""
    pairing = config.pairing(number)
    opening = random_start(config, pairing.opening)
    game = _LiveGame(config, pairing, opening.position, now)
    game.plies = [Ply(text) for text in opening.moves]
    if config.time_control:
        game.clock = Clock.new(config.time_control, config.definition.players)
    _begin(game, players)
    while not game.outcome and len(game.plies) < config.most_plies:
        game.step(players[pairing.seats[game.position.turn].name])
    return game.record(len(opening.moves))


def _begin(game: _LiveGame, players: Mapping[str, Player]) -> None:
    """Prepare all players; one that fails to has lost."""
    failures: dict[str, str] = {}
    for seat, entry in enumerate(game.pairing.seats):
        if game.outcome:
            return
        if entry.name not in failures:
            failures[entry.name] = ""
            try:
                players[entry.name].begin(game.position.game)
            except Forfeit as reason:
                failures[entry.name] = str(reason)
        if failures[entry.name]:
            game.leave("forfeit", seat, failures[entry.name])
