"""A tree search with a network that plays single positions: `net:FILE` in matches."""

from __future__ import annotations

from time import monotonic

import numpy as np

from brettwerk.core.game import Game, Move, Position
from brettwerk.research.environment import Environment, Node, environment_of
from brettwerk.research.network import PolicyValueNetwork
from brettwerk.research.tree import BatchTreeSearch
from brettwerk.search.report import Limit

MOST_SIMULATIONS = 4096  # with a limit of time alone


class GuidedSearch:
    """Chooses moves by a network: its first choice, or the action that a search visits most."""

    def __init__(self, network: PolicyValueNetwork) -> None:
        self.network = network
        self._game: Game | None = None
        self._search: BatchTreeSearch | None = None

    def choose(self, position: Position, limit: Limit) -> Move:
        """Return a move; nodes are simulations, and one node is the network's first choice."""
        self.network.check_game(position.game.name)
        if self._game != position.game:
            self._game, self._environment = position.game, environment_of(position.game)
            self._search = None
        env = self._environment
        return env.choose_move(position, lambda node: self._action(env, node, limit))

    def _action(self, env: Environment, node: Node, limit: Limit) -> int:
        simulations = limit.nodes or MOST_SIMULATIONS
        if simulations == 1 or len(node.legal) == 1:
            planes = env.observe(node, node.player)[None]
            policy = self.network(planes)[0][0]
            return max(node.legal, key=lambda action: float(policy[action]))
        if self._search is None or self._search.simulations != simulations:
            self._search = BatchTreeSearch(env, 1, simulations)
        end = None if limit.seconds is None else monotonic() + limit.seconds
        counts = self._search.run(
            node.row[None],
            node.past[None],
            self.network,
            stop=lambda: end is not None and monotonic() >= end,
        )[0]
        return int(counts.actions[np.argmax(counts.visits)])
