"""How the tree search values leaves by random games, in games without an evaluation."""

from __future__ import annotations

from brettwerk.kernels.contract import rules
from brettwerk.kernels.perft import random_game
from brettwerk.kernels.primitives import choose, number, word, xorshift
from brettwerk.kernels.types import Numbers
from brettwerk.search import mcts_kernels as k
from brettwerk.search.mcts_kernels import Values


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
    at, stride = random_order(k.UNGROWN - tree[leaf * k.NODE + k.FAMILY], count)
    size = min(count, k.LARGEST)
    first = k.adopt(leaf, side, size, k.PARTIAL if size < count else 0, tree, notes)
    for node in range(first + size - 1, first - 1, -1):
        k.write_node(node, buf[at], tree)
        at += stride
        if at >= count:
            at -= count
    return first + size - 1


def roll_out(length: int, arrays: k.TreeArrays) -> tuple[int, Values]:
    """Go on from the leaf of a walk by a random game; return the walk's length and the values.

    A leaf that has been visited is expanded first, which makes the walk one longer.
    """
    ctx, tree, worth, notes = arrays.ctx, arrays.tree, arrays.worth, arrays.notes
    buf, seen, past, leaf = arrays.buf, arrays.seen, notes[k.PAST], arrays.path[length]
    state, first = k.replay(length, arrays)
    if leaf == 0 or tree[leaf * k.NODE + k.VISITS] > 0:
        count = rules.gen_moves(state, ctx, buf, 0)
        leaf = add_untried(leaf, rules.to_move(state), count, tree, buf, notes)
        state, first = k.play(state, ctx, k.move_of(leaf, tree), seen, first, past + length)
        length += 1
        arrays.path[length] = leaf
    notes[k.BORN] += 1
    tree[leaf * k.NODE + k.FAMILY] = k.UNGROWN - notes[k.BORN]
    for at in range(leaf * k.WORTH, leaf * k.WORTH + k.PRIOR):
        worth[at] = 0.0
    code, plies, random = random_game(
        state, ctx, buf, seen, first, past + length, past + notes[k.LONGEST], word(notes[k.RANDOM])
    )
    notes[k.RANDOM] = number(random)
    notes[k.NODES] += plies
    values = k.values_of(code, notes[k.SEATS])
    if code and plies == 0:
        k.end_at(leaf, values, k.winner_of(code) if notes[k.PROVES] else 0, tree, worth)
    return length, values


def search_by_rollouts(arrays: k.TreeArrays) -> int:
    """Walk, play random games and back up until a limit, a stop, a full tree or a proof."""
    tree, worth, path, notes = arrays.tree, arrays.worth, arrays.path, arrays.notes
    while k.goes_on(tree, notes):
        length = k.descend(tree, worth, path, arrays.settings, notes)
        if tree[path[length] * k.NODE + k.FAMILY] < 0:
            length, values = roll_out(length, arrays)
        else:
            values = k.settled(path[length], notes[k.SEATS], tree, worth)
        k.back_up(length, values, k.proof_of(path[length], tree) > 0, tree, worth, path)
    return 0
