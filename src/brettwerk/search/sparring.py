"""Games of the engine with itself, and with players who judge otherwise: what searches found.

What an evaluation is to say is what a search of some thousand positions finds, where no capture or
push is waiting, and what became of that. Positions must be of all kinds, also those that a good
player would avoid: so in some games one player or both weigh features otherwise, which makes wall
builders and rash attackers, and some moves are random.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from brettwerk.core.game import Position
from brettwerk.search import memory_layout as at
from brettwerk.search.thread import SearchThread
from brettwerk.search.tuning import MEGABYTES, opening, random_game
from brettwerk.search.weights import Weights

MOST_PLIES = 180
_OTHERWISE = 0.3  # how many games are played by somebody who weighs features otherwise
_PERCENT = (0, 50, 100, 100, 150, 250)
_SLIPS = (0.0, 0.0, 0.03, 0.1)  # how many moves of a game are random
_MOST_DEPTH = 30


@dataclass(frozen=True, slots=True)
class Seen:
    """A quiet position: the sets of cells and the features, and what a search found, in logits.

    `result` is what became of it: 1 for a win of the player to move, -1 for a loss.
    """

    sets: tuple[int, ...]
    features: list[int]
    value: float
    result: float = 0.0


class Looker:
    """Looks at positions with weights of its own; it finds no more than the best move."""

    def __init__(self, position: Position, weights: Weights) -> None:
        self._kernels = position.game.kernels.runner(megabytes=MEGABYTES)
        self._thread = SearchThread(self._kernels, weights)
        self._table = self._thread.table((MEGABYTES << 20) // 32)
        self._searches = 0
        # of what a search keeps, what was worked out of the board
        self._facts = [*map(int, self._thread.mem[: at.REDUCTIONS])]

    def look(self, position: Position, nodes: int) -> tuple[int, int]:
        """Return what a position is worth to the player to move, and the best move."""
        self._searches = self._searches % 200 + 1
        self._thread.begin(position, nodes, self._searches)
        for depth in range(1, _MOST_DEPTH):
            if self._thread.deepen(self._table, depth) or self._thread.mem[at.STOP]:
                break
        value, codes = next(self._thread.lines())
        return value, codes[0]

    def seen(self, position: Position, value: int) -> Seen | None:
        """Return what there is to judge; None if a capture or push is waiting."""
        features, noisy = self._thread.features_and_noise(position)
        sets = self._kernels.game.evaluation.sets(position.state, self._kernels.ctx, self._facts)
        return None if noisy else Seen(sets, features, value / 1000)


def varied(weights: Weights, rng: Random) -> Weights:
    """Return weights of a player to whom some features matter less, or more."""
    features = {name: w * rng.choice(_PERCENT) / 100 for name, w in weights.phases[""].items()}
    return replace(weights, phases={"": features})


def spar(name: str, weights: Weights, nodes: int, seed: int) -> list[Seen]:
    """Play a game and return its quiet positions that no search has settled."""
    rng = Random(seed)
    position = opening(random_game(name, rng), rng)
    usual = Looker(position, weights)
    players, slips = _players(usual, position, weights, rng), rng.choice(_SLIPS)
    noted: list[tuple[int, Seen]] = []
    lead = 0.0  # of the first player, when all is over
    for _ in range(MOST_PLIES):
        if position.outcome or not position.legal_codes:
            lead = position.outcome.returns[0] if position.outcome else 0.0
            break
        value, move = usual.look(position, nodes)
        if abs(value) >= at.HIGHEST:
            lead = 1.0 if (value > 0) == (position.turn == 0) else -1.0
            break
        if seen := usual.seen(position, value):
            noted.append((position.turn, seen))
        player = players[position.turn]
        if player is not usual:
            _, move = player.look(position, nodes)
        if rng.random() < slips:
            move = rng.choice(position.legal_codes)
        position = position.play_unchecked(move)
    return [replace(seen, result=-lead if turn else lead) for turn, seen in noted]


def _players(usual: Looker, position: Position, weights: Weights, rng: Random) -> list[Looker]:
    """Return who plays: in some games one or both of them weigh features otherwise."""
    if rng.random() >= _OTHERWISE:
        return [usual, usual]
    one, other = (Looker(position, varied(weights, rng)) for _ in range(2))
    return rng.choice(([one, other], [usual, one], [one, usual]))
