"""How the tree search values leaves by random games, in games without an evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.kernels.contract import rules
from brettwerk.kernels.perft import random_game
from brettwerk.kernels.primitives import (
    choose,
    number,
    word,
    xorshift,
)
from brettwerk.search.mcts_kernels import (
    BORN,
    FAMILY,
    FULL,
    LARGEST,
    LONGEST,
    MOVE,
    NODE,
    NODES,
    PARTIAL,
    PAST,
    PRIOR,
    PROVES,
    RANDOM,
    SEATS,
    STATUS,
    UNGROWN,
    USED,
    VISITS,
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
from brettwerk.search.mcts_leaves import goes_on, play, replay, values_of, winner_of

if TYPE_CHECKING:
    from brettwerk.kernels.types import Floats, Numbers, State, Words
    from brettwerk.search.mcts_kernels import Values

    Step = tuple[State, int]


def random_order(born: int, count: int) -> tuple[int, int]:
    """Return where to begin in a list, and in what strides to go through it.

    The order looks random and needs no memory. A stride that has no divisor in common with the
    number of entries meets each of them once.
    """
    mixed = xorshift(word(word(born) * word(0x9E3779B97F4A7C15) + word(0x2545F4914F6CDD1D)))
    stride = 1 + choose(xorshift(mixed), count)
    while divisor(stride, count) > 1:
        stride += 1
    return choose(mixed, count), stride % count


def divisor(a: int, b: int) -> int:
    """Return the greatest common divisor."""
    while b:
        a, b = b, a % b
    return a


def add_untried(
    leaf: int, side: int, count: int, tree: Numbers, buf: Numbers, notes: Numbers
) -> int:
    """Give a leaf children in random order; return the last, which is to be tried first."""
    at, stride = random_order(UNGROWN - tree[leaf * NODE + FAMILY], count)
    size = min(count, LARGEST)
    first = adopt(leaf, side, size, PARTIAL if size < count else 0, tree, notes)
    for node in range(first + size - 1, first - 1, -1):
        write_node(node, buf[at], tree)
        at += stride
        if at >= count:
            at -= count
    return first + size - 1


def roll_out(
    length: int,
    rows: Words,
    ctx: Words,
    tree: Numbers,
    worth: Floats,
    path: Numbers,
    buf: Numbers,
    seen: Words,
    notes: Numbers,
) -> tuple[int, Values]:
    """Go on from the leaf of a way by a random game; return the way's length and the values.

    A leaf that has been visited is expanded first, which makes the way one longer.
    """
    past, leaf, seats = notes[PAST], path[length], notes[SEATS]
    state, first = replay(rows, ctx, tree, path, length, seen, past)
    if leaf == 0 or tree[leaf * NODE + VISITS] > 0:
        count = rules.gen_moves(state, ctx, buf, 0)
        leaf = add_untried(leaf, rules.to_move(state), count, tree, buf, notes)
        move = tree[leaf * NODE + STATUS] >> MOVE
        state, first = play(state, ctx, move, seen, first, past + length)
        length += 1
        path[length] = leaf
    notes[BORN] += 1
    tree[leaf * NODE + FAMILY] = UNGROWN - notes[BORN]
    for at in range(leaf * WORTH, leaf * WORTH + PRIOR):
        worth[at] = 0.0
    code, plies, random = random_game(
        state, ctx, buf, seen, first, past + length, past + notes[LONGEST], word(notes[RANDOM])
    )
    notes[RANDOM] = number(random)
    notes[NODES] += plies
    values = values_of(code, seats)
    if code and plies == 0:
        end_at(leaf, values, winner_of(code) if notes[PROVES] else 0, tree, worth)
    return length, values


def search_by_rollouts(
    rows: Words,
    ctx: Words,
    settings: Floats,
    facts: Floats,  # noqa: ARG001 - the parameters are those of `search_judged`
    tree: Numbers,
    worth: Floats,
    path: Numbers,
    buf: Numbers,
    seen: Words,
    notes: Numbers,
) -> int:
    """Walk, play random games and back up until a limit, a stop, a full tree or a proof."""
    room = last_room(LARGEST, tree)
    while goes_on(tree, notes):
        if notes[USED] > room:
            notes[FULL] = 1
            return 0
        length = descend(tree, worth, path, settings, notes)
        leaf = path[length]
        if tree[leaf * NODE + FAMILY] < 0:
            length, values = roll_out(length, rows, ctx, tree, worth, path, buf, seen, notes)
        else:
            values = settled(leaf, notes[SEATS], tree, worth)
        back_up(length, values, proof_of(path[length], tree) > 0, tree, worth, path)
    return 0
