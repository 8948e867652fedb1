"""Monte-Carlo tree search for two or three players: select, expand, back up, and free memory.

How a leaf gets its value and its children their priors is left to others: `mcts_leaves` asks an
evaluation, `mcts_rollouts` plays random games, and `research.tree_kernels` asks a network, in
many trees at once. A walk from the root follows, where player p is to move, the child that is
greatest in one of

    mean value for p + c * prior * sqrt(visits of the node) / (visits of the child + u)  (PUCT)
    mean value for p + c * sqrt(log(visits of the node) / visits of the child)           (UCB1)

where u is 0 if children are valued when they are made, which counts as a visit, and else 1.

A node is *proven* for a player who wins there whatever the others do: the game has ended so, or
that player is to move and one child is proven for them, or another is and all children are.

A node has three whole numbers in `tree`, and in `worth` the sums of values by player and its
prior. The children of a node are one *family*: neighbours in the arrays, behind a header that
says whose they are. Node 0 is the root.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from brettwerk.kernels.contract import rules, states
from brettwerk.kernels.elementary import log
from brettwerk.kernels.primitives import (
    MOST_PLAYERS,
    ctz,
    inlined,
    popcount,
    return_of,
    share_of,
    winners_of,
    word,
)
from brettwerk.kernels.repetition import first_after, note
from brettwerk.kernels.types import Floats, Numbers, State, Words

Values = tuple[float, float, float]  # by player; of two players the third is always 0
Step = tuple[State, int]

# a node: its move above the bits of its status, its visits, its children
STATUS, VISITS, FAMILY, NODE = range(4)
PROOF, SIDE, PARTIAL, MOVE = 3, 2, 16, 5  # who is proven to win (from 1), who moves, the move
OVER, UNGROWN = 0, -1  # in FAMILY: no children ever, none yet; else the first one and their number
FIRST, COUNT = 16, (1 << 16) - 1
PARENT, SIZE, GONE = 0, 1, -1  # in a header
PLAYERS = MOST_PLAYERS
PRIOR, WORTH = PLAYERS, PLAYERS + 1
# settings of a search; the weights of an evaluation follow
EXPLORATION, UNSEEN, SETTINGS = range(3)
# what a search is told, and notes
NODES, MOST_NODES, WALKS, MOST_WALKS, DEEPEST, MOST_DEPTH, STOP, USED, FULL = range(9)
SEATS, FEATURES, PROVES, UCB1, PAST, LONGEST, RANDOM, BORN, NOTES = range(9, 18)
DEEP = 1000  # no walk goes deeper
LARGEST = 1000  # children of a node, at most


class TreeArrays(NamedTuple):
    """What a search works on."""

    rows: Words  # the state at the root
    ctx: Words
    settings: Floats
    facts: Floats  # room for the features of all players
    tree: Numbers
    worth: Floats
    path: Numbers  # the nodes of the current walk
    buf: Numbers  # room for moves
    seen: Words  # the positions of the game before the root, then those of the walk
    notes: Numbers


# -- the outcome of a game ------------------------------------------------------------------------
def values_of(code: int, seats: int) -> Values:
    """Return what an outcome is worth to each player."""
    share = share_of(code)
    third = return_of(share, seats, 2) if seats == PLAYERS else 0.0
    return return_of(share, seats, 0), return_of(share, seats, 1), third


def winner_of(code: int) -> int:
    """Return the only winner, from 1, or 0."""
    winners = word(winners_of(code))
    return 1 + ctz(winners) if popcount(winners) == 1 else 0


def won_by(winner: int, seats: int) -> Values:
    """Return the values of a game with this one winner."""
    lost = -1.0 / (seats - 1)
    a = 1.0 if winner == 0 else lost
    b = 1.0 if winner == 1 else lost
    c = 1.0 if winner == 2 else lost
    return a, b, c if seats == PLAYERS else 0.0


# -- select ---------------------------------------------------------------------------------------
@inlined
def first_of(node: int, tree: Numbers) -> int:
    """Return the first child of a node that has some."""
    return tree[node * NODE + FAMILY] >> FIRST


@inlined
def count_of(node: int, tree: Numbers) -> int:
    """Return how many children a node has; none while it has not been expanded."""
    family = tree[node * NODE + FAMILY]
    return family & COUNT if family > 0 else 0


@inlined
def side_of(node: int, tree: Numbers) -> int:
    """Return the player to move at an expanded node."""
    return tree[node * NODE + STATUS] >> SIDE & 3


@inlined
def move_of(node: int, tree: Numbers) -> int:
    """Return the move that leads to a node."""
    return tree[node * NODE + STATUS] >> MOVE


@inlined
def proof_of(node: int, tree: Numbers) -> int:
    """Return the player who is proven to win at a node, from 1, or 0."""
    return tree[node * NODE + STATUS] & PROOF


def by_prior(node: int, tree: Numbers, worth: Floats, settings: Floats) -> int:
    """Return the child to follow by PUCT; without a visit, its mean counts as 0."""
    side, unseen = side_of(node, tree), settings[UNSEEN]
    push = settings[EXPLORATION] * sqrt(tree[node * NODE + VISITS])
    best, chosen, first = -9.0, 0, first_of(node, tree)
    for child in range(first, first + count_of(node, tree)):
        proof = proof_of(child, tree)
        if proof == 0:
            at, visits = child * WORTH, tree[child * NODE + VISITS]
            mean = worth[at + side] / max(visits, 1)
            score = mean + push * worth[at + PRIOR] / (visits + unseen)
        else:
            score = 2.0 if proof == 1 + side else -2.0
        if score > best:
            best, chosen = score, child
    return chosen


def by_bound(node: int, tree: Numbers, worth: Floats, settings: Floats) -> int:
    """Return the child to follow by UCB1; the last without a visit comes before all others."""
    side = side_of(node, tree)
    logarithm = log(max(tree[node * NODE + VISITS], 1))
    best, chosen, first = -9.0, 0, first_of(node, tree)
    for child in range(first, first + count_of(node, tree)):
        visits, proof = tree[child * NODE + VISITS], proof_of(child, tree)
        if visits == 0:
            best, chosen = 9e9, child
            continue
        mean = worth[child * WORTH + side] / visits
        score = mean + settings[EXPLORATION] * sqrt(logarithm / visits)
        if proof:
            score = 9.0 if proof == 1 + side else -8.0
        if score > best:
            best, chosen = score, child
    return chosen


def descend(tree: Numbers, worth: Floats, path: Numbers, settings: Floats, notes: Numbers) -> int:
    """Walk down to a leaf; return the length of the way, whose nodes are written into `path`."""
    length, node = 0, 0
    path[0] = 0
    while tree[node * NODE + FAMILY] > 0 and length < DEEP and proof_of(node, tree) == 0:
        if notes[UCB1]:
            node = by_bound(node, tree, worth, settings)
        else:
            node = by_prior(node, tree, worth, settings)
        length += 1
        path[length] = node
    notes[DEEPEST] = max(notes[DEEPEST], length)
    notes[WALKS] += 1
    notes[NODES] += 1
    return length


def goes_on(tree: Numbers, notes: Numbers) -> bool:
    """Return whether the search is to take another walk; note it if there is no room for one."""
    if notes[STOP] or notes[DEEPEST] >= notes[MOST_DEPTH] or proof_of(0, tree):
        return False
    if notes[NODES] >= notes[MOST_NODES] or notes[WALKS] >= notes[MOST_WALKS]:
        return False
    notes[FULL] = 0 if has_room(LARGEST, tree, notes) else 1
    return notes[FULL] == 0


def play(state: State, ctx: Words, move: int, seen: Words, first: int, ply: int) -> Step:
    """Return the state after a move, and the ply from which on positions can come back."""
    after = rules.make_move(state, ctx, move)
    if ctx[0]:
        note(state, seen, ply)
    return after, first_after(after, state, ctx, first, ply)


def replay(length: int, arrays: TreeArrays) -> Step:
    """Return what `play` returns at the end of a walk."""
    state, first = states.load(arrays.rows, 0), 0
    for at in range(length):
        move = move_of(arrays.path[at + 1], arrays.tree)
        state, first = play(state, arrays.ctx, move, arrays.seen, first, arrays.notes[PAST] + at)
    return state, first


# -- expand ---------------------------------------------------------------------------------------
@inlined
def has_room(children: int, tree: Numbers, notes: Numbers) -> bool:
    """Return whether a family of this size fits into the tree."""
    return notes[USED] + 1 + children <= len(tree) // NODE


@inlined
def write_node(node: int, move: int, tree: Numbers) -> None:
    """Write a node that has not been visited; what it is worth is not written yet."""
    at = node * NODE
    tree[at + STATUS] = move << MOVE
    tree[at + VISITS] = 0
    tree[at + FAMILY] = UNGROWN


def adopt(parent: int, side: int, count: int, partial: int, tree: Numbers, notes: Numbers) -> int:
    """Make the nodes behind the used ones the family of a node; return the first."""
    header = notes[USED]
    tree[header * NODE + PARENT] = parent
    tree[header * NODE + SIZE] = count
    tree[parent * NODE + STATUS] |= side << SIDE | partial
    tree[parent * NODE + FAMILY] = (header + 1) << FIRST | count
    notes[USED] = header + 1 + count
    return header + 1


def end_at(node: int, values: Values, winner: int, tree: Numbers, worth: Floats) -> None:
    """Note that the game has ended at a node; what was thought of it before is void."""
    tree[node * NODE + FAMILY] = OVER
    tree[node * NODE + STATUS] |= winner
    for player in range(PLAYERS):
        worth[node * WORTH + player] = values[player] * tree[node * NODE + VISITS]


def settled(node: int, seats: int, tree: Numbers, worth: Floats) -> Values:
    """Return the values of a node that needs no further look: a proof, or the mean."""
    proof, visits = proof_of(node, tree), max(tree[node * NODE + VISITS], 1)
    if proof:
        return won_by(proof - 1, seats)
    at = node * WORTH
    return worth[at] / visits, worth[at + 1] / visits, worth[at + 2] / visits


# -- back up --------------------------------------------------------------------------------------
def proven_by_children(node: int, tree: Numbers) -> int:
    """Return for whom a node is proven by its children: a player from 1, or 0."""
    mover, first = 1 + side_of(node, tree), first_of(node, tree)
    same = 0 if tree[node * NODE + STATUS] & PARTIAL else proof_of(first, tree)
    for child in range(first, first + count_of(node, tree)):
        proof = proof_of(child, tree)
        if proof == mover:
            return mover
        if proof != same:
            same = 0
    return same


def back_up(
    length: int, values: Values, proving: bool, tree: Numbers, worth: Floats, path: Numbers
) -> None:
    """Add the values found to all nodes of the way, and proofs as far up as they reach."""
    while length >= 0:
        node = path[length]
        tree[node * NODE + VISITS] += 1
        for player in range(PLAYERS):
            worth[node * WORTH + player] += values[player]
        if proving and tree[node * NODE + FAMILY] > 0:
            proof = proven_by_children(node, tree)
            tree[node * NODE + STATUS] |= proof
            proving = proof != 0
        length -= 1


# -- free memory ----------------------------------------------------------------------------------
def trim(tree: Numbers, worth: Floats, notes: Numbers, fewest: int) -> int:
    """Forget the families of nodes with fewer visits, and close the gaps they leave.

    Families stand in the order in which they were made, parents first. A stop may leave this half
    done: what is not moved yet still stands where its parent says, so the tree can be read.
    """
    header, used = 1, 1
    while header < notes[USED]:
        if notes[STOP]:
            return 0
        parent, size = tree[header * NODE + PARENT], tree[header * NODE + SIZE]
        if parent != GONE and (parent == 0 or tree[parent * NODE + VISITS] >= fewest):
            move_family(header, used, size, tree, worth)
            used += 1 + size
        else:
            drop_family(header, parent, size, tree)
        header += 1 + size
    notes[USED], notes[FULL] = used, 0
    return 0


def move_family(header: int, to: int, size: int, tree: Numbers, worth: Floats) -> None:
    """Move a family towards the front."""
    parent = tree[header * NODE + PARENT]
    tree[parent * NODE + FAMILY] = (to + 1) << FIRST | size
    back = header - to
    for place in range(to * NODE, (to + 1 + size) * NODE):
        tree[place] = tree[place + back * NODE]
    for place in range(to * WORTH, (to + 1 + size) * WORTH):
        worth[place] = worth[place + back * WORTH]
    for child in range(to + 1, to + 1 + size):
        if tree[child * NODE + FAMILY] > 0:
            tree[(first_of(child, tree) - 1) * NODE + PARENT] = child


def drop_family(header: int, parent: int, size: int, tree: Numbers) -> None:
    """Forget a family, and tell the families below."""
    if parent != GONE:
        tree[parent * NODE + FAMILY] = UNGROWN
        tree[parent * NODE + STATUS] &= ~(3 << SIDE | PARTIAL)
    for child in range(header + 1, header + 1 + size):
        if tree[child * NODE + FAMILY] > 0:
            tree[(first_of(child, tree) - 1) * NODE + PARENT] = GONE
