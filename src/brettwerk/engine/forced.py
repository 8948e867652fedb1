"""Forced wins: who wins whatever the others do, in how many plies at the soonest, and how."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from brettwerk.engine import layout as at
from brettwerk.engine.desk import CompiledDesk
from brettwerk.engine.weights import Weights

if TYPE_CHECKING:
    from brettwerk.engine.report import Stop
    from brettwerk.games.core import Game, Move, Position

NODES = 300_000
MEGABYTES = 8
MOST_PLIES = 40
_MOST_DRAWN = 80


@dataclass(frozen=True, slots=True)
class Forced:
    """`player` wins in `plies`, not sooner if the others resist; `line` is one way it may go."""

    player: int
    plies: int
    line: tuple[Move, ...]


class _ProofDesk(CompiledDesk):
    """A desk for proofs, which need no weights."""

    def _settle(self, weights: Weights) -> None:
        del weights
        self.proof: Any = import_module(f"{self.kernels_at}.proof")


class Prover:
    """Proves wins in one game; what it learns is kept in a table of fixed size."""

    def __init__(self, game: Game, *, megabytes: int = MEGABYTES) -> None:
        import numpy as np

        self._desk = _ProofDesk(game, Weights({}))
        self._table = np.zeros(1 << ((megabytes << 20) // 8).bit_length() - 1, np.uint64)

    def allow(self, position: Position, nodes: int, stop: Stop | None = None) -> None:
        """Let the proofs from now on look at so many positions, all together."""
        self._table[:] = 0  # repetition and limits of plies are those of one position
        self._desk.begin(position, nodes, 0)
        drawn = _used_up(position)
        if len(drawn) > _MOST_DRAWN:  # a proof must know them all
            self._desk.mem[at.STOP] = 1
            return
        self._desk.mem[at.EXCLUDED] = len(drawn)
        for k, (key, turn) in enumerate(drawn):
            self._desk.write(at.SHUT_OUT + 3 * k, [*self._desk.signed(list(key)), turn])
        if stop:
            stop.when_asked(lambda: self._desk.mem.__setitem__(at.STOP, 1))

    @property
    def gave_up(self) -> bool:
        """Whether the nodes allowed have been used up: the last answer says nothing then."""
        return bool(self._desk.mem[at.STOP])

    def wins(self, position: Position, player: int, plies: int, above: int = 0) -> bool:
        """Whether this player wins within so many plies; `above` plies have been played on."""
        desk = self._desk
        found = desk.proof.proves(
            desk.words(position), desk.ctx, desk.mem, self._table, plies, player, above, at.MOVES
        )
        return bool(found) and not self.gave_up

    def soonest(self, position: Position, player: int, most: int) -> int | None:
        """In how many plies at the soonest this player can force a win, at most `most`."""
        for plies in range(1, most + 1):
            if self.wins(position, player, plies):
                return plies
            if self.gave_up:
                return None
        return None

    def line(self, position: Position, player: int, plies: int) -> tuple[Move, ...] | None:
        """One way to win in so many plies, the others resisting as long as they can."""
        line: list[Move] = []
        for left in range(plies - 1, -1, -1):
            move = self._step(position, player, left, len(line) + 1)
            if move is None:
                return None
            line.append(move)
            position = position.play_unchecked(move.code)
        return tuple(line)

    def _step(self, position: Position, player: int, left: int, above: int) -> Move | None:
        """The winner's move after which `left` plies suffice; another's after which no fewer do."""
        mine = position.turn == player
        for move in position.moves:
            after = position.play_unchecked(move.code)
            if after.outcome:
                fits = left == 0 and after.outcome.winners == (player,)
            elif mine:
                fits = self.wins(after, player, left, above)
            else:
                fits = left > 0 and not self.wins(after, player, left - 1, above)
            if self.gave_up:
                return None
            if fits:
                return move
        return None


def _used_up(position: Position) -> list[tuple[tuple[int, int], int]]:
    """The positions that draw when they come back once more, and whether after 1 or 2 plies."""
    past = list(position.past or ())
    counts = Counter((key, (len(past) - number) & 1) for number, key in enumerate(past))
    here = ((position.state[0], position.state[1]), 0)
    if past:
        counts[here] += 1
    return [entry for entry, count in counts.items() if count + 1 >= position.game.repetition]


def forced_win(position: Position, *, plies: int = MOST_PLIES, nodes: int = NODES) -> Forced | None:
    """A forced win of any player from here, the soonest; None if none was found.

    >>> import brettwerk
    >>> game = brettwerk.game("katarenga")
    >>> forced_win(game.start(), nodes=1000) is None
    True
    """
    prover = Prover(position.game)
    players = [position.turn, *(p for p in range(position.game.players) if p != position.turn)]
    for player in players:
        prover.allow(position, nodes)
        found = prover.soonest(position, player, plies)
        if found:
            prover.allow(position, 20 * nodes)
            line = prover.line(position, player, found)
            if line:
                return Forced(player, found, line)
    return None
