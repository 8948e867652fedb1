"""Tree search for any game and any number of players, many trees side by side, compiled.

A tree starts from a game's row. Each simulation replays it from the root down to a leaf, always by
the edge with the largest

    Q + c * P * sqrt(1 + visits of the node) / (1 + visits of the edge),

where Q is the mean value for the player who moves there, P the prior of the edge. The leaf is then
valued by random play, or from outside by a network, and its value, one number a player, is added
to every edge on the way. Positions are not shared between branches.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from brettwerk.adapters.core import KEPT, advance, draw, look, mover, see, write_returns
from brettwerk.compiled.kit import array_kernel, number

UNKNOWN, ENDED = -1, 0  # instead of a number of edges


class Trees(NamedTuple):
    """What so many trees are made of; the first axis is the tree."""

    roots: Any  # rows of the games at the roots
    root_pasts: Any
    rows: Any  # where a simulation has got to
    pasts: Any
    nodes: Any  # how many nodes, how many edges, and the leaf of this simulation
    first: Any  # by node: where its edges begin,
    counts: Any  # how many there are,
    codes: Any  # and how the game ended there
    actions: Any  # by edge: the action,
    children: Any  # the node it leads to (0: none yet),
    visits: Any
    sums: Any  # of the values for who moves,
    priors: Any
    path: Any  # the edges of this simulation, and who moved
    movers: Any
    acts: Any  # room for legal actions
    values: Any  # what the leaf is worth to each player
    random: Any


@array_kernel
def plant(game: Any, trees: Any, limit: int, i: int) -> None:
    """Begin a tree with its root expanded, all priors the same."""
    trees.nodes[i, 0] = 1
    trees.nodes[i, 1] = 0
    trees.counts[i, 0] = UNKNOWN
    trees.rows[i] = trees.roots[i]
    expand(game, trees, limit, i, 0)


@array_kernel
def expand(game: Any, trees: Any, limit: int, i: int, node: int) -> None:
    """Give a node its edges, if there is room; see first whether the game has ended there."""
    code, count = look(game, trees.rows[i], limit, trees.acts[i])
    trees.codes[i, node] = code
    if code:
        trees.counts[i, node] = ENDED
        return
    edge = trees.nodes[i, 1]
    if edge + count > trees.actions.shape[1]:
        return
    trees.first[i, node] = edge
    trees.counts[i, node] = count
    trees.nodes[i, 1] = edge + count
    for at in range(count):
        trees.actions[i, edge + at] = trees.acts[i, at]
        trees.children[i, edge + at] = 0
        trees.visits[i, edge + at] = 0
        trees.sums[i, edge + at] = 0
        trees.priors[i, edge + at] = 1 / count


@array_kernel
def _best(trees: Any, i: int, node: int, c: float) -> Any:
    """The edge to follow."""
    first, count = trees.first[i, node], trees.counts[i, node]
    total = 1
    for edge in range(first, first + count):
        total += trees.visits[i, edge]
    push = c * sqrt(total)
    best, highest = first, -1e9
    for edge in range(first, first + count):
        seen = trees.visits[i, edge]
        score = push * trees.priors[i, edge] / (1 + seen)
        if seen:
            score += trees.sums[i, edge] / seen
        if score > highest:
            best, highest = edge, score
    return best


@array_kernel
def descend(game: Any, trees: Any, limit: int, i: int, c: float) -> Any:
    """Go down to a leaf, which is expanded; the length of the way."""
    n = game.starts.shape[1]
    trees.rows[i] = trees.roots[i]
    kept = 2 * number(trees.roots[i, n + KEPT])
    trees.pasts[i, :kept] = trees.root_pasts[i, :kept]
    node, depth = 0, 0
    while trees.counts[i, node] > 0 and depth < trees.path.shape[1]:
        edge = _best(trees, i, node, c)
        trees.path[i, depth] = edge
        trees.movers[i, depth] = mover(game, trees.rows[i])
        depth += 1
        advance(game, trees.rows[i], trees.pasts[i], trees.actions[i, edge])
        node = trees.children[i, edge]
        if node == 0:
            node = trees.nodes[i, 0]
            trees.nodes[i, 0] = node + 1
            trees.children[i, edge] = node
            trees.counts[i, node] = UNKNOWN
            expand(game, trees, limit, i, node)
            break
    trees.nodes[i, 2] = node
    return depth


@array_kernel
def add(trees: Any, i: int, depth: int) -> None:
    """Add the leaf's values to the edges on the way."""
    for at in range(depth):
        edge = trees.path[i, at]
        trees.visits[i, edge] += 1
        trees.sums[i, edge] += trees.values[i, trees.movers[i, at]]


@array_kernel
def roll(game: Any, trees: Any, limit: int, i: int, longest: int) -> None:
    """Value the leaf by random play of so many actions; if that does not end the game, by 0."""
    players = trees.values.shape[1]
    for _ in range(longest):
        code, count = look(game, trees.rows[i], limit, trees.acts[i])
        if code:
            write_returns(code, players, trees.values[i])
            return
        trees.random[i], at = draw(trees.random[i], count)
        advance(game, trees.rows[i], trees.pasts[i], trees.acts[i, at])
    trees.values[i] = 0


@array_kernel
def search(
    game: Any, trees: Any, limit: int, lo: int, hi: int, simulations: int, c: float, longest: int
) -> None:
    """So many simulations with random play in each of the trees from `lo` to `hi`."""
    for i in range(lo, hi):
        plant(game, trees, limit, i)
        for _ in range(simulations):
            depth = descend(game, trees, limit, i, c)
            roll(game, trees, limit, i, longest)
            add(trees, i, depth)


@array_kernel
def to_leaves(game: Any, trees: Any, limit: int, c: float, depths: Any, planes: Any) -> None:
    """One way down in each tree; what is seen at the leaves by who moves there."""
    for i in range(len(depths)):
        depths[i] = descend(game, trees, limit, i, c)
        see(game, trees.rows[i], limit, mover(game, trees.rows[i]), planes[i])


@array_kernel
def from_leaves(game: Any, trees: Any, depths: Any, policy: Any, values: Any) -> None:
    """Put a network's opinion into the leaves: a policy over actions, values from the mover on."""
    players = values.shape[1]
    for i in range(len(depths)):
        node = trees.nodes[i, 2]
        if trees.codes[i, node]:
            write_returns(trees.codes[i, node], players, trees.values[i])
        else:
            seat = mover(game, trees.rows[i])
            for ahead in range(players):
                trees.values[i, (seat + ahead) % players] = values[i, ahead]
            set_priors(trees, i, node, policy[i])
        add(trees, i, depths[i])


@array_kernel
def set_priors(trees: Any, i: int, node: int, policy: Any) -> None:
    """The policy of a node's legal actions, made to sum to one."""
    first, count = trees.first[i, node], trees.counts[i, node]
    total = 0.0
    for edge in range(first, first + count):
        total += policy[trees.actions[i, edge]]
    for edge in range(first, first + count):
        share = policy[trees.actions[i, edge]] / total if total > 0 else 1 / count
        trees.priors[i, edge] = share


@array_kernel
def see_root(game: Any, trees: Any, limit: int, i: int, planes: Any) -> None:
    """What the player to move sees at the root."""
    see(game, trees.roots[i], limit, mover(game, trees.roots[i]), planes)
