"""The tree search of `search.mcts_kernels` for research: many trees side by side, over actions.

Selection, nodes and backing up are shared. What differs is what is walked in: a game is a row, its
moves are actions, of which a turn may take several, and leaves are valued by random actions or
from outside, by a network that is asked about one leaf of every tree at once. So a search with a
network is done in steps: a walk down to a leaf of each tree, and, with the answers, back up.
"""

from __future__ import annotations

from typing import NamedTuple

from brettwerk.kernels.contract import states
from brettwerk.kernels.primitives import choose, inlined, number, view, word, xorshift
from brettwerk.kernels.types import Array, Floats, Floats32, Numbers, T, Words
from brettwerk.research import core
from brettwerk.research.core import Variants
from brettwerk.search import mcts_kernels as k
from brettwerk.search.mcts_kernels import Values

SEARCH, PLANT, SET_PRIORS, DESCEND, BACK_UP = range(5)  # what `run` does
LENGTH = k.NOTES  # a note of its own: the length of the walk whose leaf waits for its value
NOTES = k.NOTES + 1


class BatchTrees(NamedTuple):
    """The arrays of a tree, or of several trees, one after the other."""

    roots: Words  # the row at the root
    root_pasts: Words
    rows: Words  # the row at the leaf
    pasts: Words
    tree: Numbers
    worth: Floats
    paths: Numbers  # the nodes of the current walk
    acts: Numbers  # room for actions
    notes: Numbers
    planes: Floats32  # what the player to move sees at the leaf
    policy: Floats  # what a network answers: a prior for every action,
    estimates: Floats  # and the value for each player, from the one to move on


def plant(variants: Variants, batch: BatchTrees) -> None:
    """Begin a tree with its root expanded, all priors the same."""
    k.write_node(0, 0, batch.tree)
    batch.tree[k.VISITS] = 1
    batch.notes[k.USED] = 1
    go_to_leaf(variants, batch, 0)
    expand(variants, batch, 0)


@inlined
def go_to_leaf(variants: Variants, batch: BatchTrees, length: int) -> None:
    """Play the actions of a walk, from the root on."""
    row, past = batch.rows, batch.pasts
    for at in range(len(row)):
        row[at] = batch.roots[at]
    stored = number(row[len(states.load(row, 0)) + core.STORED])
    for at in range(2 * stored):
        past[at] = batch.root_pasts[at]
    for at in range(length):
        action = k.move_of(batch.paths[at + 1], batch.tree)
        core.advance(variants, row, past, batch.acts, action)


def expand(variants: Variants, batch: BatchTrees, leaf: int) -> None:
    """Give a leaf its children if there is room, or note that the game is over there."""
    tree, worth, notes = batch.tree, batch.worth, batch.notes
    code, count = core.legal_actions(variants, batch.rows, batch.acts)
    if code:
        k.end_at(leaf, k.values_of(code, notes[k.SEATS]), 0, tree, worth)
        return
    if not k.has_room(count, tree, notes):
        return
    first = k.adopt(leaf, core.to_move(batch.rows), count, 0, tree, notes)
    for at in range(count):
        k.write_node(first + at, batch.acts[at], tree)
        for player in range(k.PLAYERS):
            worth[(first + at) * k.WORTH + player] = 0.0
        worth[(first + at) * k.WORTH + k.PRIOR] = 1 / count


@inlined
def descend(variants: Variants, batch: BatchTrees, settings: Floats) -> None:
    """Walk down to a leaf, and expand it unless the game is over there."""
    length = k.descend(batch.tree, batch.worth, batch.paths, settings, batch.notes)
    batch.notes[LENGTH] = length
    go_to_leaf(variants, batch, length)
    leaf = batch.paths[length]
    if batch.tree[leaf * k.NODE + k.FAMILY] == k.UNGROWN:
        expand(variants, batch, leaf)


@inlined
def roll_out(variants: Variants, batch: BatchTrees) -> Values:
    """Return what a random game from the leaf on is worth; one that takes too long is a draw."""
    code = 0
    for _ in range(batch.notes[k.LONGEST]):
        code, count = core.legal_actions(variants, batch.rows, batch.acts)
        if code:
            break
        random = xorshift(word(batch.notes[k.RANDOM]))
        batch.notes[k.RANDOM] = number(random)
        action = batch.acts[choose(random, count)]
        core.advance(variants, batch.rows, batch.pasts, batch.acts, action)
    return k.values_of(code, batch.notes[k.SEATS])


def set_priors(batch: BatchTrees, node: int) -> None:
    """Set the priors of a node's children to the policy for their actions, scaled to one."""
    tree, worth, policy = batch.tree, batch.worth, batch.policy
    count = k.count_of(node, tree)
    first = k.first_of(node, tree)
    total = 0.0
    for child in range(first, first + count):
        total += policy[k.move_of(child, tree)]
    for child in range(first, first + count):
        share = policy[k.move_of(child, tree)] / total if total > 0 else 1 / count
        worth[child * k.WORTH + k.PRIOR] = share


def estimated(variants: Variants, batch: BatchTrees, leaf: int) -> Values:
    """Return what a network, or the outcome of the game, says about a leaf."""
    seats = batch.notes[k.SEATS]
    if batch.tree[leaf * k.NODE + k.FAMILY] == k.OVER:
        code, _ = core.legal_actions(variants, batch.rows, batch.acts)
        return k.values_of(code, seats)
    set_priors(batch, leaf)
    ahead = seats - core.to_move(batch.rows)  # from the player to move on to the first
    third = batch.estimates[(ahead + 2) % seats] if seats == k.PLAYERS else 0.0
    return batch.estimates[ahead % seats], batch.estimates[(ahead + 1) % seats], third


def run_tree(variants: Variants, batch: BatchTrees, settings: Floats, phase: int) -> None:
    """Search one tree by random play, or do one step of a search with a network."""
    tree, worth, paths, notes = batch.tree, batch.worth, batch.paths, batch.notes
    if phase == SEARCH:
        plant(variants, batch)
        for _ in range(notes[k.MOST_WALKS]):
            descend(variants, batch, settings)
            values = roll_out(variants, batch)
            k.back_up(notes[LENGTH], values, False, tree, worth, paths)
    elif phase == SET_PRIORS:
        set_priors(batch, 0)
    elif phase == BACK_UP:
        values = estimated(variants, batch, paths[notes[LENGTH]])
        k.back_up(notes[LENGTH], values, False, tree, worth, paths)
    else:
        if phase == PLANT:
            plant(variants, batch)
        else:
            descend(variants, batch, settings)
        core.observe(variants, batch.rows, core.to_move(batch.rows), batch.planes)


@inlined
def part(array: Array[T], i: int, count: int) -> Array[T]:
    """Return the part of an array that belongs to tree `i`."""
    size = len(array) // count
    return view(array, i * size, size)


def run(
    contexts: Words,
    starts: Words,
    settings: Floats,
    batch: BatchTrees,
    limit: int,
    phase: int,
    first: int,
    last: int,
) -> int:
    """Do one phase in the trees from `first` to `last`."""
    variants = core.variants_of(contexts, starts, limit)
    n = len(batch.notes) // NOTES
    for i in range(first, last):
        one = BatchTrees(
            part(batch.roots, i, n), part(batch.root_pasts, i, n), part(batch.rows, i, n),
            part(batch.pasts, i, n), part(batch.tree, i, n), part(batch.worth, i, n),
            part(batch.paths, i, n), part(batch.acts, i, n), part(batch.notes, i, n),
            part(batch.planes, i, n), part(batch.policy, i, n), part(batch.estimates, i, n),
        )  # fmt: skip
        run_tree(variants, one, settings, phase)
    return last - first
