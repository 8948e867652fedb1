"""Games of the engine that a network learns from: the first rounds of `brettwerk train --teacher`.

The engine plays itself and now and then makes a random move, so that the network also sees what
good play avoids. It learns the engine's move in each position, and what the position is worth: the
mean of the engine's score, which says more at once, and of how the game ended, which is right on
average.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from brettwerk.core.game import Move, Position
from brettwerk.research.environment import Environment, Node
from brettwerk.research.selfplay import PlayedAction, beginnings, shard_of
from brettwerk.research.shards import Shard
from brettwerk.research.tree import VisitCounts
from brettwerk.search.report import Limit, Searcher
from brettwerk.search.searchers import new_searcher

WANDER = 0.15  # the share of random moves
MEGABYTES = 4  # of an engine, which is made anew for each game


class _Taught(NamedTuple):
    """An action of the engine before which a position is stored, and the engine's scores there."""

    node: Node
    action: int
    score: tuple[float, ...]


def taught_games(
    env: Environment, games: int, nodes: int, scatter: int, rng: np.random.Generator, first: int = 0
) -> Shard:
    """Let the engine play games with this many nodes for each move.

    Each position of the shard counts as a game of its own, with a value of its own as its returns.
    """
    found: list[PlayedAction] = []
    values: list[list[float]] = []
    for begun in beginnings(env, games, scatter, rng, first):
        taught, returns = _game(env, begun, Limit(nodes=nodes), rng)
        for node, action, score in taught:
            counts = VisitCounts(
                np.array(node.legal, np.int32), np.equal(node.legal, action).astype(np.int32)
            )
            found.append(PlayedAction(node.row, len(found), node.player, action, counts))
            values.append([(a + b) / 2 for a, b in zip(score, returns, strict=True)])
    return shard_of(env, found, np.array(values, np.float32).reshape(-1, env.players))


def _game(
    env: Environment, node: Node, limit: Limit, rng: np.random.Generator
) -> tuple[list[_Taught], list[float]]:
    """Play a game on; return what the engine would have played, and how the game ended."""
    engine: Searcher | None = None
    taught: list[_Taught] = []
    while not node.code:
        position = env.position(node.row, node.past)
        if env.is_partial(node):  # of a random beginning
            node = env.play(node, node.legal[int(rng.integers(len(node.legal)))])
            continue
        engine = engine or new_searcher(position.game, MEGABYTES)
        line = engine.think(position, limit).lines[0]
        node = _turn(env, node, position, line.move, line.score, taught, rng)
    return taught, env.returns(node.code)


def _turn(
    env: Environment,
    node: Node,
    position: Position,
    best: Move,
    score: tuple[float, ...],
    taught: list[_Taught],
    rng: np.random.Generator,
) -> Node:
    """Play a turn; note the actions of the best move as long as the turn follows it."""
    wanted = env.encoding.actions_of(position, best.code)
    played = wanted
    if rng.random() < WANDER:
        drawn = position.legal_codes[int(rng.integers(len(position.legal_codes)))]
        played = env.encoding.actions_of(position, drawn)
    for at, action in enumerate(played):
        if played[:at] == wanted[:at] and at < len(wanted):
            taught.append(_Taught(node, wanted[at], score))
        node = env.play(node, action)
    return node
