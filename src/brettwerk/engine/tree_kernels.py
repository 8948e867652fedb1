"""The textbook Monte-Carlo tree search as compiled kernels: select, expand, roll out, back up.

A tree is an array of nodes, and for each the sum of what each player got in the games through
it: 1 for a win, ½ for a draw, in between for shared ones. A node is six whole numbers: its first
child and its next sibling (0: none), the move that leads to it, how many of its moves have been
tried and how many there are (-1: not known yet), and its visits. Node 0 is the root.
"""

from __future__ import annotations

from importlib import import_module
from math import log, sqrt
from typing import Any

from brettwerk.compiled.dispatch import gen_moves, make_move, status, stuck, to_move
from brettwerk.compiled.kit import choose, kernel, popcount, word, xorshift

_drive: Any = import_module("brettwerk.compiled.drive")
fewer, repeated = _drive.fewer, _drive.repeated

FIRST, NEXT, MOVE, TRIED, COUNT, VISITS = range(6)
WIDTH = 6
# What the kernels are told and tell: places in `control`.
STOP, ROLLOUTS, MOST_ROLLOUTS, USED, BOUND, PAST, PLAYERS, RANDOM = range(8)
CONTROL = 8
EXPLORATION = sqrt(2)
GOING_ON = -1
DRAWN = 0


@kernel
def judged(end: Any, players: Any, player: Any) -> Any:
    """What a player gets from the end of a game, between 0 and 1; as `Outcome.returns` are made."""
    share = end & 7
    if share == 0:
        share = end >> 3 & 7
    sharing = popcount(word(share))
    if sharing == 0 or sharing == players:
        return 0.5
    if share >> player & 1:
        return 0.5 + 0.5 / sharing
    return 0.5 - 0.5 / (players - sharing)


@kernel
def ended_so(state: Any, ctx: Any, seen: Any, first: Any, ply: Any) -> Any:
    """How the game has ended, DRAWN by repetition, or GOING_ON; notes the position in `seen`."""
    if ctx[0]:
        if repeated(state, ctx, seen, first, ply):
            return DRAWN
        seen[2 * ply] = state[0]
        seen[2 * ply + 1] = state[1]
    end = status(state, ctx)
    return end or GOING_ON


@kernel
def promising(tree: Any, sums: Any, node: Any, player: Any) -> Any:
    """The child with the highest upper bound of what the player to move may expect (UCB1)."""
    logarithm = log(float(tree[node, VISITS]))
    best = -1.0
    found = 0
    child = tree[node, FIRST]
    while child:
        visits = tree[child, VISITS]
        bound = sums[child, player] / visits + EXPLORATION * sqrt(logarithm / visits)
        if bound > best:
            best = bound
            found = child
        child = tree[child, NEXT]
    return found


@kernel
def untried(node: Any, tried: Any, count: Any) -> Any:
    """The next of a node's moves in an order that looks random and needs no memory.

    A stride that has no divisor in common with the number of moves meets each of them once.
    """
    mixed = xorshift(word(node) * word(0x9E3779B97F4A7C15) + word(0x2545F4914F6CDD1D))
    begin = choose(mixed, count)
    stride = 1 + choose(xorshift(mixed), count)
    while True:
        a, b = stride, count
        while b:
            a, b = b, a % b
        if a == 1:
            break
        stride += 1
    return (begin + stride * tried) % count


@kernel
def add_child(tree: Any, sums: Any, node: Any, move: Any, control: Any) -> Any:
    """A new node below another."""
    child = control[USED]
    control[USED] += 1
    tree[child, FIRST] = 0
    tree[child, NEXT] = tree[node, FIRST]
    tree[child, MOVE] = move
    tree[child, TRIED] = 0
    tree[child, COUNT] = -1
    tree[child, VISITS] = 0
    for player in range(control[PLAYERS]):
        sums[child, player] = 0.0
    tree[node, FIRST] = child
    tree[node, TRIED] += 1
    return child


@kernel
def one_game(
    root: Any, ctx: Any, tree: Any, sums: Any, path: Any, buf: Any, seen: Any, control: Any
) -> Any:
    """One game from the root: through the tree, one node beyond it, then at random to its end.

    Writes the nodes it went through into `path`; returns how many, and how the game ended.
    """
    state = root
    past = control[PAST]
    first = 0
    node = 0
    length = 1
    path[0] = 0
    in_tree = True
    random = word(control[RANDOM])
    end = GOING_ON
    for ply in range(past, past + control[BOUND]):
        end = ended_so(state, ctx, seen, first, ply)
        if end != GOING_ON:
            break
        expands = in_tree and tree[node, COUNT] != tree[node, TRIED]
        if expands or not in_tree:
            count = gen_moves(state, ctx, buf, 0)
            if count == 0:
                end = stuck(state, ctx)
                break
        if expands:
            tree[node, COUNT] = count
            in_tree = control[USED] < len(tree)
            if in_tree:
                move = buf[untried(node, tree[node, TRIED], count)]
                path[length] = add_child(tree, sums, node, move, control)
                length += 1
                in_tree = False
            else:
                random = xorshift(random)
                move = buf[choose(random, count)]
        elif in_tree:
            node = promising(tree, sums, node, to_move(state))
            path[length] = node
            length += 1
            move = tree[node, MOVE]
        else:
            random = xorshift(random)
            move = buf[choose(random, count)]
        after = make_move(state, ctx, move)
        if ctx[0] and fewer(after, state):
            first = ply + 1
        state = after
    control[RANDOM] = random
    return length, (DRAWN if end == GOING_ON else end)


@kernel
def grow(
    root: Any, ctx: Any, tree: Any, sums: Any, path: Any, buf: Any, seen: Any, control: Any
) -> None:
    """Play games and keep their results, until enough are played or somebody says stop."""
    players = control[PLAYERS]
    while control[ROLLOUTS] < control[MOST_ROLLOUTS] and control[STOP] == 0:
        length, end = one_game(root, ctx, tree, sums, path, buf, seen, control)
        for player in range(players):
            gain = judged(end, players, player)
            for at in range(length):
                sums[path[at], player] += gain
        for at in range(length):
            tree[path[at], VISITS] += 1
        control[ROLLOUTS] += 1
