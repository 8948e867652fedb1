"""How the tree search values leaves by an evaluation of every player.

A leaf gets all its children at once, each judged. So every child has a first
opinion, which makes its prior as well, and the leaf is worth what the child that its player likes
best is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.kernels.contract import counts, player_evaluation, rules, states
from brettwerk.kernels.elementary import exp, tanh
from brettwerk.kernels.primitives import (
    ctz,
    popcount,
    return_of,
    share_of,
    winners_of,
    word,
)
from brettwerk.kernels.repetition import REPEATED, is_irreversible, note, repeated
from brettwerk.search.mcts_kernels import (
    DEEPEST,
    FAMILY,
    FEATURES,
    FULL,
    LARGEST,
    MOST_DEPTH,
    MOST_NODES,
    MOST_WALKS,
    MOVE,
    NODE,
    NODES,
    PARTIAL,
    PAST,
    PRIOR,
    SEATS,
    SETTINGS,
    STATUS,
    STOP,
    TEMPERATURE,
    USED,
    VISITS,
    WALKS,
    WORTH,
    adopt,
    back_up,
    descend,
    end_at,
    last_room,
    proof_of,
    settled,
    write_node,
)

if TYPE_CHECKING:
    from brettwerk.kernels.types import Floats, Numbers, State, Words
    from brettwerk.search.mcts_kernels import Values

    Step = tuple[State, int]

MARGIN = 0.1  # refinements of moves that are worse by more than that are left out


# -- shared ---------------------------------------------------------------------------------------
def goes_on(tree: Numbers, notes: Numbers) -> bool:
    """Return whether the search is to take another walk."""
    if notes[STOP] or notes[DEEPEST] >= notes[MOST_DEPTH] or proof_of(0, tree):
        return False
    return notes[NODES] < notes[MOST_NODES] and notes[WALKS] < notes[MOST_WALKS]


def play(state: State, ctx: Words, move: int, seen: Words, first: int, ply: int) -> Step:
    """Return the state after a move, and the ply from which on positions can come back."""
    after = rules.make_move(state, ctx, move)
    if ctx[0]:
        note(state, seen, ply)
        if is_irreversible(after, state):
            first = ply + 1
    return after, first


def replay(
    rows: Words, ctx: Words, tree: Numbers, path: Numbers, length: int, seen: Words, past: int
) -> Step:
    """Return what `play` returns at the end of a way.

    `seen` has so many positions of the game before the root; those of the way follow.
    """
    state, first = states.load(rows, 0), 0
    for at in range(length):
        move = tree[path[at + 1] * NODE + STATUS] >> MOVE
        state, first = play(state, ctx, move, seen, first, past + at)
    return state, first


def values_of(code: int, seats: int) -> Values:
    """Return what an outcome is worth to each player."""
    share = share_of(code)
    third = return_of(share, seats, 2) if seats > 2 else 0.0
    return return_of(share, seats, 0), return_of(share, seats, 1), third


def winner_of(code: int) -> int:
    """Return the only winner, from 1, or 0."""
    winners = word(winners_of(code))
    return 1 + ctz(winners) if popcount(winners) == 1 else 0


def outcome_of(state: State, ctx: Words, seen: Words, first: int, ply: int) -> int:
    """Return the outcome code of a position, ignoring 'no legal moves'; 0 while it goes on."""
    if ctx[0] and repeated(state, ctx, seen, first, ply):
        return REPEATED
    return rules.status(state, ctx)


# -- leaves judged by an evaluation ---------------------------------------------------------------
def expected(
    state: State, ctx: Words, settings: Floats, facts: Floats, seats: int, features: int
) -> Values:
    """Return what players may expect: the one to move, the next, the one after.

    A player's score is its features times their weights. The chance to come out above another is
    the logistic function of the difference of scores, and what a player may expect is the mean
    over the others, as the returns of a game add up. Players who are out have lost already, so
    that the others play for 1 against the same.
    """
    weights = SETTINGS + player_evaluation.player_features(state, ctx, facts) * features
    a, b, c = 0.0, 0.0, 0.0
    for k in range(features):
        weight = settings[weights + k]
        a += weight * facts[k]
        b += weight * facts[features + k]
        c += weight * facts[2 * features + k]
    ab, bc, ca = tanh((a - b) / 2), tanh((b - c) / 2), tanh((c - a) / 2)
    out = counts.out(state)
    if seats == 3 and out == 0:
        return (ab - ca) / 2, (bc - ab) / 2, (ca - bc) / 2
    if seats == 2:
        return ab, -ab, 0.0
    if out >> (rules.to_move(state) + 2) % 3 & 1:
        return 0.25 + 0.75 * ab, 0.25 - 0.75 * ab, -0.5
    return 0.25 - 0.75 * ca, -0.5, 0.25 + 0.75 * ca


def root_features(rows: Words, ctx: Words, facts: Floats) -> int:
    """Write the features of each player in the first row's position; return the phase."""
    return player_evaluation.player_features(states.load(rows, 0), ctx, facts)


def judge(
    node: int,
    state: State,
    code: int,
    ctx: Words,
    settings: Floats,
    facts: Floats,
    tree: Numbers,
    worth: Floats,
    notes: Numbers,
) -> None:
    """Write what a new node is worth: the outcome of the game, or an evaluation."""
    seats, at = notes[SEATS], node * WORTH
    tree[node * NODE + VISITS] = 1
    if code:
        end_at(node, values_of(code, seats), winner_of(code), tree, worth)
        return
    side = rules.to_move(state)
    a, b, c = expected(state, ctx, settings, facts, seats, notes[FEATURES])
    worth[at + 2] = 0.0
    worth[at + (side + 2) % seats] = c
    worth[at + (side + 1) % seats] = b
    worth[at + side] = a


def add_children(
    state: State,
    count: int,
    first: int,
    ply: int,
    ctx: Words,
    settings: Floats,
    facts: Floats,
    tree: Numbers,
    worth: Floats,
    buf: Numbers,
    seen: Words,
    notes: Numbers,
) -> tuple[int, int]:
    """Make and judge the children; return how many, and whether some moves are left out.

    Refinements come second, and only after moves that are about as good as the best without.
    """
    side, node = rules.to_move(state), notes[USED] + 1
    end, partial, best, refined = node, 0, -9.0, False
    for second in range(2):
        base = node - 1
        for at in range(count):
            move = buf[at]
            extra = player_evaluation.is_refinement(move)
            refined = refined or extra
            base += 0 if extra else 1
            if extra != (second == 1):
                continue
            dull = extra and worth[base * WORTH + side] < best - MARGIN
            if dull or end - node >= LARGEST:
                partial = PARTIAL
                continue
            after = rules.make_move(state, ctx, move)
            since = ply + 1 if ctx[0] and is_irreversible(after, state) else first
            code = outcome_of(after, ctx, seen, since, ply + 1)
            write_node(end, move, tree)
            judge(end, after, code, ctx, settings, facts, tree, worth, notes)
            if not extra:
                best = max(best, worth[end * WORTH + side])
            end += 1
        if not refined:
            break
    return end - node, partial


def set_priors(first: int, count: int, side: int, worth: Floats, temperature: float) -> int:
    """Turn first opinions into priors; return the child that the player to move likes best."""
    best = first
    for child in range(first, first + count):
        if worth[child * WORTH + side] > worth[best * WORTH + side]:
            best = child
    total = 0.0
    for child in range(first, first + count):
        lag = worth[child * WORTH + side] - worth[best * WORTH + side]
        worth[child * WORTH + PRIOR] = exp(lag / temperature)
        total += worth[child * WORTH + PRIOR]
    for child in range(first, first + count):
        worth[child * WORTH + PRIOR] /= total
    return best


def expand(
    leaf: int,
    length: int,
    rows: Words,
    ctx: Words,
    settings: Floats,
    facts: Floats,
    tree: Numbers,
    worth: Floats,
    path: Numbers,
    buf: Numbers,
    seen: Words,
    notes: Numbers,
) -> Values:
    """Give a leaf its children, and return its values."""
    past = notes[PAST]
    state, since = replay(rows, ctx, tree, path, length, seen, past)
    if ctx[0]:
        note(state, seen, past + length)
    moves = rules.gen_moves(state, ctx, buf, 0)
    if moves == 0:
        code = rules.no_moves_outcome(state, ctx)
        end_at(leaf, values_of(code, notes[SEATS]), winner_of(code), tree, worth)
        return values_of(code, notes[SEATS])
    side = rules.to_move(state)
    count, partial = add_children(
        state, moves, since, past + length, ctx, settings, facts, tree, worth, buf, seen, notes
    )
    first = adopt(leaf, side, count, partial, tree, notes)
    notes[NODES] += count
    best = set_priors(first, count, side, worth, settings[TEMPERATURE]) * WORTH
    return worth[best], worth[best + 1], worth[best + 2]


def search_judged(
    rows: Words,
    ctx: Words,
    settings: Floats,
    facts: Floats,
    tree: Numbers,
    worth: Floats,
    path: Numbers,
    buf: Numbers,
    seen: Words,
    notes: Numbers,
) -> int:
    """Walk, expand and back up until a limit, a stop, a full tree or a proof at the root.

    Nodes judged and walks are counted, so that a search which finds nothing new ends, too.
    """
    room = last_room(LARGEST, tree)
    while goes_on(tree, notes):
        if notes[USED] > room:
            notes[FULL] = 1
            return 0
        length = descend(tree, worth, path, settings, notes)
        leaf = path[length]
        grows = tree[leaf * NODE + FAMILY] < 0 and proof_of(leaf, tree) == 0
        if grows:
            values = expand(
                leaf, length, rows, ctx, settings, facts, tree, worth, path, buf, seen, notes
            )
        else:
            values = settled(leaf, notes[SEATS], tree, worth)
        back_up(length, values, True, tree, worth, path)
    return 0
