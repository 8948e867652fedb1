"""Tree search for Triapon, compiled: a value for each player, leaves judged and never played out.

The tree grows by whole families: when a leaf is reached, all its children are made and judged
by the evaluation at once. So every child has a first opinion, which is its prior as well, and
the leaf is worth what the child that its mover likes best is worth. A walk down follows, for
player p to move at a node that was visited N times, the child that is greatest in

    mean value for p + EXPLORING * prior * sqrt(N) / visits of the child.

A node is *proven* for a player who wins there whatever the others do: the game has ended so, or
that player is to move and one child is proven for them, or another is and all children are.

A node has six whole numbers in `tree` and four in `worth`: sums of values, and its prior. A
family has in `states` the state of its parent, and the place of that parent in the tree.
"""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any

from brettwerk.compiled.kit import ctz, inner, kernel, number, popcount, word
from brettwerk.engine.three_evaluation import FACTS, expected

_rules = import_module("brettwerk.compiled.triapon")

State = _rules.TriaponState
gen_moves, make_move = _rules.gen_moves, _rules.make_move
status, stuck = _rules.status, _rules.stuck
MAX_MOVES: int = _rules.MAX_MOVES

# a node: whole numbers
MOVE, VISITS, FIRST, COUNT, MARK, FAMILY, NODE = range(7)
UNGROWN, OVER = -1, -2  # in COUNT: no children yet, and none ever
# MARK: who is to move, whether all children are there, who is proven to win (from 1)
SIDE, WHOLE, PROOF = 3, 4, 3
# a node: other numbers
PRIOR, WORTH = 3, 4
# a family: ten words of the state, then the family of its parent and its place in there
STATE, ABOVE, PLACE, FAMILY_WORDS = 10, 10, 11, 12
# what a search notes
NODES, MOST_NODES, STOP, USED, FAMILIES, DEEPEST, FULL, NOTES = range(8)
# `work`: the value to be handed up, the features, the weights of search
VALUE, EXPLORING, WARMTH = FACTS, FACTS + 3, FACTS + 4
WORK = FACTS + 5
DEEP = 1000  # no walk goes deeper
BARRICADE_MARGIN = 0.1  # after moves that are worse by more than that barricades are not tried
MOST_CHILDREN = 1000


@inner
def write_returns(code: Any, values: Any, at: Any) -> Any:
    """Write what a game that ended so is worth to players 0, 1, 2; the sole winner from 1, or 0."""
    winners = number(code) & 7
    share = winners or number(code) >> 3 & 7
    count = popcount(word(share))
    for player in range(3):
        if count == 3:
            values[at + player] = 0.0
        elif share >> player & 1:
            values[at + player] = 1.0 / count
        else:
            values[at + player] = -1.0 / (3 - count)
    return 1 + ctz(word(winners)) if popcount(word(winners)) == 1 else 0


@inner
def _choose(node: Any, tree: Any, worth: Any, exploring: Any) -> Any:
    """The child to follow."""
    side = tree[node + MARK] & SIDE
    reach = exploring * math.sqrt(tree[node + VISITS])
    best, chosen = -9.0, 0
    first = tree[node + FIRST]
    for child in range(first, first + tree[node + COUNT]):
        visits = tree[child * NODE + VISITS]
        proof = tree[child * NODE + MARK] >> PROOF
        if proof == 0:
            at = child * WORTH
            score = worth[at + side] / visits + reach * worth[at + PRIOR] / visits
        else:
            score = 2.0 if proof == 1 + side else -2.0
        if score > best:
            best, chosen = score, child
    return chosen


@inner
def _descend(tree: Any, worth: Any, path: Any, exploring: Any) -> Any:
    """Walk down to a leaf; the length of the way, whose nodes are in `path`."""
    length, node = 0, 0
    path[0] = 0
    while tree[node + COUNT] > 0 and length < DEEP and tree[node + MARK] >> PROOF == 0:
        length += 1
        path[length] = _choose(node, tree, worth, exploring)
        node = path[length] * NODE
    return length


@inner
def _proven(node: Any, tree: Any) -> Any:
    """For whom a node is proven by its children: a player from 1, or 0."""
    mover = 1 + (tree[node + MARK] & SIDE)
    first = tree[node + FIRST]
    same = tree[first * NODE + MARK] >> PROOF if tree[node + MARK] & WHOLE else 0
    for child in range(first, first + tree[node + COUNT]):
        proof = tree[child * NODE + MARK] >> PROOF
        if proof == mover:
            return mover
        if proof != same:
            same = 0
    return same


@inner
def _hand_up(length: Any, tree: Any, worth: Any, path: Any, work: Any) -> Any:
    """Add the value found to all nodes of the way, and proofs as far up as they reach."""
    proving = True
    while length >= 0:
        node, at = path[length] * NODE, path[length] * WORTH
        tree[node + VISITS] += 1
        for player in range(3):
            worth[at + player] += work[VALUE + player]
        if proving and tree[node + COUNT] > 0:
            proof = _proven(node, tree)
            tree[node + MARK] |= proof << PROOF
            proving = proof != 0
        length -= 1


@inner
def _warm(first: Any, count: Any, side: Any, worth: Any, warmth: Any) -> Any:
    """Turn first opinions into priors; the child that the mover likes best."""
    best = first
    for child in range(first, first + count):
        if worth[child * WORTH + side] > worth[best * WORTH + side]:
            best = child
    total = 0.0
    for child in range(first, first + count):
        lag = worth[child * WORTH + side] - worth[best * WORTH + side]
        worth[child * WORTH + PRIOR] = math.exp(lag / warmth)
        total += worth[child * WORTH + PRIOR]
    for child in range(first, first + count):
        worth[child * WORTH + PRIOR] /= total
    return best


@inner
def _state_at(leaf: Any, parent: Any, ctx: Any, tree: Any, states: Any) -> Any:
    """The state at a leaf: the root's own, else its parent's and one move."""
    at = tree[parent * NODE + FAMILY] * FAMILY_WORDS
    state = State(
        states[at],
        states[at + 1],
        states[at + 2],
        states[at + 3],
        states[at + 4],
        states[at + 5],
        states[at + 6],
        states[at + 7],
        states[at + 8],
        states[at + 9],
    )
    return make_move(state, ctx, tree[leaf * NODE + MOVE]) if leaf else state


@inner
def _add_children(
    state: Any,
    count: Any,
    ctx: Any,
    weights: Any,
    tree: Any,
    worth: Any,
    work: Any,
    buf: Any,
    used: Any,
) -> Any:
    """Make and judge the children: how many, and whether these are all.

    Barricades come second, and only after moves that are about as good as the best without.
    """
    first, side = used, number(state.side)
    whole = WHOLE
    best = -9.0
    rounds = 2 if ctx[2] and state.out else 1
    for second in range(rounds):
        base = first - 1
        for at in range(count):
            move = number(buf[at])
            puts = 1 if move >> 19 else 0
            base += 1 - puts
            if puts != second:
                continue
            dull = puts and worth[base * WORTH + side] < best - BARRICADE_MARGIN
            if dull or used - first >= MOST_CHILDREN:
                whole = 0
                continue
            after = make_move(state, ctx, move)
            code = status(after, ctx)
            node = used * NODE
            tree[node + MOVE] = move
            tree[node + VISITS] = 1
            tree[node + COUNT] = OVER if code else UNGROWN
            tree[node + MARK] = 0
            if code:
                tree[node + MARK] = write_returns(code, worth, used * WORTH) << PROOF
            else:
                expected(after, weights, work, worth, used * WORTH)
            if puts == 0:
                best = max(best, worth[used * WORTH + side])
            used += 1
    return used - first, whole


@inner
def _grow(
    leaf: Any,
    parent: Any,
    ctx: Any,
    weights: Any,
    tree: Any,
    worth: Any,
    states: Any,
    work: Any,
    buf: Any,
    notes: Any,
) -> Any:
    """Give a leaf its children, and write the value to be handed up."""
    node = leaf * NODE
    state = _state_at(leaf, parent, ctx, tree, states)
    moves = gen_moves(state, ctx, buf, 0)
    if moves == 0:
        write_returns(stuck(state, ctx), work, VALUE)
        tree[node + COUNT] = OVER
        for player in range(3):  # what was thought of it before is void
            worth[leaf * WORTH + player] = work[VALUE + player] * tree[node + VISITS]
        return
    first, side, family = notes[USED], number(state.side), notes[FAMILIES]
    count, whole = _add_children(state, moves, ctx, weights, tree, worth, work, buf, first)
    best = _warm(first, count, side, worth, work[WARMTH])
    for player in range(3):
        work[VALUE + player] = worth[best * WORTH + player]
    tree[node + FIRST] = first
    tree[node + COUNT] = count
    tree[node + MARK] |= side | whole
    tree[node + FAMILY] = family
    at = family * FAMILY_WORDS
    for place, part in enumerate(state):
        states[at + place] = part
    states[at + ABOVE] = word(tree[parent * NODE + FAMILY])
    states[at + PLACE] = word(leaf - tree[parent * NODE + FIRST])
    notes[USED] += count
    notes[NODES] += count
    notes[FAMILIES] += 1


@inner
def _recall(leaf: Any, tree: Any, worth: Any, work: Any) -> Any:
    """Hand up again what is certain about a node, or as certain as it gets."""
    proof = tree[leaf * NODE + MARK] >> PROOF
    for player in range(3):
        mean = worth[leaf * WORTH + player] / tree[leaf * NODE + VISITS]
        sure = 1.0 if proof == 1 + player else -0.5
        work[VALUE + player] = sure if proof else mean


@kernel
def search(
    ctx: Any,
    weights: Any,
    tree: Any,
    worth: Any,
    states: Any,
    path: Any,
    work: Any,
    buf: Any,
    notes: Any,
) -> Any:
    """Walk down, grow and hand up until a limit, a stop, a full tree or a proof at the root.

    The root and its state are the first node and family, written beforehand. What is counted
    are nodes judged, and walks, so that a search which finds nothing new ends, too.
    """
    room = len(tree) // NODE - MOST_CHILDREN
    families = len(states) // FAMILY_WORDS
    while not notes[STOP] and notes[NODES] < notes[MOST_NODES] and not tree[MARK] >> PROOF:
        if notes[USED] > room or notes[FAMILIES] >= families:
            notes[FULL] = 1
            return
        length = _descend(tree, worth, path, work[EXPLORING])
        leaf = path[length]
        notes[DEEPEST] = max(notes[DEEPEST], length)
        notes[NODES] += 1
        if tree[leaf * NODE + MARK] >> PROOF == 0 and tree[leaf * NODE + COUNT] == UNGROWN:
            parent = path[length - 1] if length else leaf
            _grow(leaf, parent, ctx, weights, tree, worth, states, work, buf, notes)
        else:
            _recall(leaf, tree, worth, work)
        _hand_up(length, tree, worth, path, work)


@kernel
def trim(fewest: Any, tree: Any, worth: Any, states: Any, notes: Any, moved: Any) -> Any:
    """Forget the families of nodes with fewer visits, and close the gaps they leave.

    Families stand in the order in which they were made, parents first: `moved` notes for each
    where its first child now stands and its new number, or -1. A stop may leave it half done:
    what is not moved yet still stands where its parent says, so the tree can be read, not grown.
    """
    used, kept = 1, 0
    for family in range(notes[FAMILIES]):
        if notes[STOP]:
            return
        moved[2 * family] = -1
        at = family * FAMILY_WORDS
        above = number(states[at + ABOVE])
        leaf = 0
        if family:
            if moved[2 * above] < 0:
                continue
            leaf = moved[2 * above] + number(states[at + PLACE])
        node = leaf * NODE
        if family and tree[node + VISITS] < fewest:
            tree[node + COUNT] = UNGROWN
            tree[node + MARK] = tree[node + MARK] >> PROOF << PROOF
            continue
        first, count = tree[node + FIRST], tree[node + COUNT]
        for place in range(count * NODE):
            tree[used * NODE + place] = tree[first * NODE + place]
        for place in range(count * WORTH):
            worth[used * WORTH + place] = worth[first * WORTH + place]
        for place in range(FAMILY_WORDS):
            states[kept * FAMILY_WORDS + place] = states[at + place]
        if family:
            states[kept * FAMILY_WORDS + ABOVE] = word(moved[2 * above + 1])
        tree[node + FIRST] = used
        tree[node + FAMILY] = kept
        moved[2 * family], moved[2 * family + 1] = used, kept
        used += count
        kept += 1
    notes[USED], notes[FAMILIES], notes[FULL] = used, kept, 0
