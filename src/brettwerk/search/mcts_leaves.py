"""How the tree search values leaves by an evaluation of every player.

A leaf gets all its children at once, each judged. So every child has a first
opinion, which makes its prior as well, and the leaf is worth what the child that its player likes
best is worth.
"""

from __future__ import annotations

from brettwerk.kernels.contract import counts, rules, states
from brettwerk.kernels.description import player_evaluation
from brettwerk.kernels.elementary import exp, tanh
from brettwerk.kernels.primitives import inlined, return_of
from brettwerk.kernels.repetition import first_after, note, outcome_of
from brettwerk.kernels.types import Floats, State, Words
from brettwerk.search import mcts_kernels as k
from brettwerk.search.mcts_kernels import Values

MARGIN = 0.1  # refinements of moves that are worse by more than that are left out
TEMPERATURE = 0.4  # how far first opinions may lie apart and still both be followed


def expected(
    state: State, ctx: Words, settings: Floats, facts: Floats, seats: int, features: int
) -> Values:
    """Return what players may expect: the one to move, the next, the one after.

    A player's score is its features times their weights. The chance to come out above another is
    the logistic function of the difference of scores, and what a player may expect is the mean
    over the others, as the returns of a game add up. Players who are out have lost already, so
    that the others play for 1 against the same.
    """
    weights = k.SETTINGS + player_evaluation.player_features(state, ctx, facts) * features
    a, b, c = 0.0, 0.0, 0.0
    for at in range(features):
        weight = settings[weights + at]
        a += weight * facts[at]
        b += weight * facts[features + at]
        c += weight * facts[2 * features + at]
    ab, bc, ca = tanh((a - b) / 2), tanh((b - c) / 2), tanh((c - a) / 2)
    out = counts.out(state)
    if out == 0 and seats == k.PLAYERS:
        return (ab - ca) / 2, (bc - ab) / 2, (ca - bc) / 2
    lost = return_of(1, seats, 1)
    middle, half = (1 + lost) / 2, (1 - lost) / 2
    if out >> (rules.to_move(state) + 1) % seats & 1:
        return middle - half * ca, lost, middle + half * ca
    return middle + half * ab, middle - half * ab, lost if out else 0.0


def root_features(rows: Words, ctx: Words, facts: Floats) -> int:
    """Write the features of each player in the first row's position; return the phase."""
    return player_evaluation.player_features(states.load(rows, 0), ctx, facts)


@inlined  # passing all arrays for every child would take a tenth of the time
def judge(node: int, state: State, code: int, arrays: k.TreeArrays) -> None:
    """Write what a new node is worth: the outcome of the game, or an evaluation."""
    tree, worth, notes = arrays.tree, arrays.worth, arrays.notes
    seats, at = notes[k.SEATS], node * k.WORTH
    tree[node * k.NODE + k.VISITS] = 1
    if code:
        k.end_at(node, k.values_of(code, seats), k.winner_of(code), tree, worth)
        return
    side = rules.to_move(state)
    a, b, c = expected(state, arrays.ctx, arrays.settings, arrays.facts, seats, notes[k.FEATURES])
    worth[at + 2] = 0.0
    worth[at + (side + 2) % seats] = c
    worth[at + (side + 1) % seats] = b
    worth[at + side] = a


def add_children(
    state: State, count: int, first: int, ply: int, arrays: k.TreeArrays
) -> tuple[int, int]:
    """Make and judge the children; return how many, and whether some moves are left out.

    Refinements come second, and only after moves that are about as good as the best without.
    """
    ctx, worth = arrays.ctx, arrays.worth
    side, node = rules.to_move(state), arrays.notes[k.USED] + 1
    end, partial, best, refined = node, 0, -9.0, False
    for second in range(2):
        base = node - 1
        for at in range(count):
            move = arrays.buf[at]
            extra = player_evaluation.is_refinement(move)
            refined = refined or extra
            base += 0 if extra else 1
            if extra != (second == 1):
                continue
            dull = extra and worth[base * k.WORTH + side] < best - MARGIN
            if dull or end - node >= k.LARGEST:
                partial = k.PARTIAL
                continue
            after = rules.make_move(state, ctx, move)
            since = first_after(after, state, ctx, first, ply)
            code = outcome_of(after, ctx, arrays.seen, since, ply + 1)
            k.write_node(end, move, arrays.tree)
            judge(end, after, code, arrays)
            if not extra:
                best = max(best, worth[end * k.WORTH + side])
            end += 1
        if not refined:
            break
    return end - node, partial


def set_priors(first: int, count: int, side: int, worth: Floats) -> int:
    """Turn first opinions into priors; return the child that the player to move likes best."""
    best = first
    for child in range(first, first + count):
        if worth[child * k.WORTH + side] > worth[best * k.WORTH + side]:
            best = child
    total = 0.0
    for child in range(first, first + count):
        lag = worth[child * k.WORTH + side] - worth[best * k.WORTH + side]
        worth[child * k.WORTH + k.PRIOR] = exp(lag / TEMPERATURE)
        total += worth[child * k.WORTH + k.PRIOR]
    for child in range(first, first + count):
        worth[child * k.WORTH + k.PRIOR] /= total
    return best


def expand(leaf: int, length: int, arrays: k.TreeArrays) -> Values:
    """Give a leaf its children, and return its values."""
    ctx, tree, worth, notes = arrays.ctx, arrays.tree, arrays.worth, arrays.notes
    ply = notes[k.PAST] + length
    state, since = k.replay(length, arrays)
    if ctx[0]:
        note(state, arrays.seen, ply)
    moves = rules.gen_moves(state, ctx, arrays.buf, 0)
    if moves == 0:
        code = rules.no_moves_outcome(state, ctx)
        values = k.values_of(code, notes[k.SEATS])
        k.end_at(leaf, values, k.winner_of(code), tree, worth)
        return values
    side = rules.to_move(state)
    count, partial = add_children(state, moves, since, ply, arrays)
    first = k.adopt(leaf, side, count, partial, tree, notes)
    notes[k.NODES] += count
    best = set_priors(first, count, side, worth) * k.WORTH
    return worth[best], worth[best + 1], worth[best + 2]


def search_judged(arrays: k.TreeArrays) -> int:
    """Walk, expand and back up until a limit, a stop, a full tree or a proof at the root.

    Nodes judged and walks are counted, so that a search which finds nothing new ends, too.
    """
    tree, worth, path, notes = arrays.tree, arrays.worth, arrays.path, arrays.notes
    while k.goes_on(tree, notes):
        length = k.descend(tree, worth, path, arrays.settings, notes)
        leaf = path[length]
        if tree[leaf * k.NODE + k.FAMILY] < 0 and k.proof_of(leaf, tree) == 0:
            values = expand(leaf, length, arrays)
        else:
            values = k.settled(leaf, notes[k.SEATS], tree, worth)
        k.back_up(length, values, True, tree, worth, path)
    return 0
