"""Tree search for any game and any number of players, many trees side by side.

A tree starts from a game's row. Each simulation replays it from the root down to a leaf, always by
the edge with the largest

    Q + c * P * sqrt(1 + visits of the node) / (1 + visits of the edge),

where Q is the mean value for the player who moves there, P the prior of the edge. The leaf is then
valued by random play, or from outside by a network, and its value, one number a player, is added
to every edge on the way. Positions are not shared between branches.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from brettwerk.kernels.contract import states
from brettwerk.kernels.primitives import choose, inlined, number, view, xorshift
from brettwerk.research.core import (
    STORED,
    Variants,
    advance,
    legal_actions,
    observe,
    to_move,
    variants_of,
    write_returns,
)

if TYPE_CHECKING:
    from brettwerk.kernels.types import Array, Floats, Floats32, Numbers, T, Words

UNKNOWN, ENDED = -1, 0  # instead of a number of edges
NODES, EDGES, LEAF, DEPTH = 0, 1, 2, 3  # places in `counters`
SEARCH, PLANT, SET_PRIORS, DESCEND, BACK_UP = 0, 1, 2, 3, 4  # what `run` does


class BatchTree(NamedTuple):
    """The arrays of one tree."""

    root: Words  # the row at the root
    root_past: Words
    row: Words  # where a simulation has got to
    past: Words
    random: Words
    counters: Numbers  # nodes, edges, and the leaf and the length of this simulation
    first: Numbers  # by node: the first edge,
    counts: Numbers  # the number of edges,
    codes: Numbers  # and the outcome code
    actions: Numbers  # by edge: the action,
    children: Numbers  # the node it leads to (0: none yet),
    visits: Numbers
    sums: Floats32  # of the values for the player who moves,
    priors: Floats32
    path: Numbers  # the edges of this simulation, and who moved
    movers: Numbers
    acts: Numbers  # room for legal actions
    values: Floats  # the value of the leaf for each player


def plant(variants: Variants, tree: BatchTree) -> None:
    """Begin a tree with its root expanded, all priors the same."""
    tree.counters[NODES] = 1
    tree.counters[EDGES] = 0
    tree.counts[0] = UNKNOWN
    copy_row(tree)
    expand(variants, tree, 0)


def copy_row(tree: BatchTree) -> None:
    """Go back to the root."""
    for at in range(len(tree.root)):
        tree.row[at] = tree.root[at]


def expand(variants: Variants, tree: BatchTree, node: int) -> None:
    """Give a node its edges, if there is room; see first whether the game has ended there."""
    code, count = legal_actions(variants, tree.row, tree.acts)
    tree.codes[node] = code
    if code:
        tree.counts[node] = ENDED
        return
    edge = tree.counters[EDGES]
    if edge + count > len(tree.actions):
        return
    tree.first[node] = edge
    tree.counts[node] = count
    tree.counters[EDGES] = edge + count
    for at in range(count):
        tree.actions[edge + at] = tree.acts[at]
        tree.children[edge + at] = 0
        tree.visits[edge + at] = 0
        tree.sums[edge + at] = 0
        tree.priors[edge + at] = 1 / count


def best_edge(tree: BatchTree, node: int, c: float) -> int:
    """Return the edge to follow."""
    first, count = tree.first[node], tree.counts[node]
    total = 1
    for edge in range(first, first + count):
        total += tree.visits[edge]
    push = c * sqrt(total)
    best, highest = first, -1e9
    for edge in range(first, first + count):
        visits = tree.visits[edge]
        score = push * tree.priors[edge] / (1 + visits)
        if visits:
            score += tree.sums[edge] / visits
        if score > highest:
            best, highest = edge, score
    return best


def descend(variants: Variants, tree: BatchTree, c: float) -> None:
    """Go down to a leaf, which is expanded."""
    copy_row(tree)
    stored = number(tree.root[len(states.load(tree.root, 0)) + STORED])
    for at in range(2 * stored):
        tree.past[at] = tree.root_past[at]
    node, depth = 0, 0
    while tree.counts[node] > 0 and depth < len(tree.path):
        edge = best_edge(tree, node, c)
        tree.path[depth] = edge
        tree.movers[depth] = to_move(tree.row)
        depth += 1
        advance(variants, tree.row, tree.past, tree.acts, tree.actions[edge])
        node = tree.children[edge]
        if node == 0:
            node = tree.counters[NODES]
            tree.counters[NODES] = node + 1
            tree.children[edge] = node
            tree.counts[node] = UNKNOWN
            expand(variants, tree, node)
            break
    tree.counters[LEAF] = node
    tree.counters[DEPTH] = depth


def back_up(tree: BatchTree) -> None:
    """Add the leaf's values to the edges on the way."""
    for at in range(tree.counters[DEPTH]):
        edge = tree.path[at]
        tree.visits[edge] += 1
        tree.sums[edge] += tree.values[tree.movers[at]]


def roll_out(variants: Variants, tree: BatchTree, longest: int) -> None:
    """Value the leaf by random play; by 0 if that does not end the game within `longest`."""
    for _ in range(longest):
        code, count = legal_actions(variants, tree.row, tree.acts)
        if code:
            write_returns(code, tree.values)
            return
        tree.random[0] = xorshift(tree.random[0])
        action = tree.acts[choose(tree.random[0], count)]
        advance(variants, tree.row, tree.past, tree.acts, action)
    write_returns(0, tree.values)


def set_priors(tree: BatchTree, node: int, policy: Floats) -> None:
    """Set the priors of a node's edges to the policy of its legal actions, scaled to one."""
    first, count = tree.first[node], tree.counts[node]
    total = 0.0
    for edge in range(first, first + count):
        total += policy[tree.actions[edge]]
    for edge in range(first, first + count):
        share = policy[tree.actions[edge]] / total if total > 0 else 1 / count
        tree.priors[edge] = share


def value_leaf(tree: BatchTree, policy: Floats, estimates: Floats) -> None:
    """Value the leaf by a network: a policy over actions, values from the player to move on."""
    node = tree.counters[LEAF]
    if tree.codes[node]:
        write_returns(tree.codes[node], tree.values)
        return
    players, player = len(estimates), to_move(tree.row)
    for ahead in range(players):
        tree.values[(player + ahead) % players] = estimates[ahead]
    set_priors(tree, node, policy)


def run_tree(
    variants: Variants,
    tree: BatchTree,
    planes: Floats32,
    policy: Floats,
    estimates: Floats,
    c: float,
    simulations: int,
    longest: int,
    phase: int,
) -> None:
    """Search one tree by random play, or do one step of a search with a network."""
    if phase == SEARCH:
        plant(variants, tree)
        for _ in range(simulations):
            descend(variants, tree, c)
            roll_out(variants, tree, longest)
            back_up(tree)
    elif phase == SET_PRIORS:
        set_priors(tree, 0, policy)
    elif phase == BACK_UP:
        value_leaf(tree, policy, estimates)
        back_up(tree)
    else:
        if phase == PLANT:
            plant(variants, tree)
        else:
            descend(variants, tree, c)
        observe(variants, tree.row, to_move(tree.row), planes)


@inlined
def part(array: Array[T], i: int, count: int) -> Array[T]:
    """Return the part of an array that belongs to tree `i`."""
    size = len(array) // count
    return view(array, i * size, size)


def run(
    contexts: Words,
    starts: Words,
    roots: Words,
    root_pasts: Words,
    rows: Words,
    pasts: Words,
    random: Words,
    counters: Numbers,
    firsts: Numbers,
    counts: Numbers,
    codes: Numbers,
    actions: Numbers,
    children: Numbers,
    visits: Numbers,
    sums: Floats32,
    priors: Floats32,
    paths: Numbers,
    movers: Numbers,
    acts: Numbers,
    values: Floats,
    planes: Floats32,
    policy: Floats,
    estimates: Floats,
    exploration: Floats,
    limit: int,
    simulations: int,
    longest: int,
    phase: int,
    first: int,
    last: int,
) -> int:
    """Do one phase in the trees from `first` to `last`."""
    variants = variants_of(contexts, starts, limit)
    n = len(random)
    for i in range(first, last):
        tree = BatchTree(
            part(roots, i, n),
            part(root_pasts, i, n),
            part(rows, i, n),
            part(pasts, i, n),
            part(random, i, n),
            part(counters, i, n),
            part(firsts, i, n),
            part(counts, i, n),
            part(codes, i, n),
            part(actions, i, n),
            part(children, i, n),
            part(visits, i, n),
            part(sums, i, n),
            part(priors, i, n),
            part(paths, i, n),
            part(movers, i, n),
            part(acts, i, n),
            part(values, i, n),
        )
        run_tree(
            variants,
            tree,
            part(planes, i, n),
            part(policy, i, n),
            part(estimates, i, n),
            exploration[0],
            simulations,
            longest,
            phase,
        )
    return last - first
