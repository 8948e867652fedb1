"""Which moves a computer player overlooks: drawn at random, the same from a seed everywhere.

People overlook moves by their kind: a capture next door catches the eye, one across the whole board
does not. So each game tells how often one looks at a move, and a move is overlooked only if it is
missed every time.
"""

from __future__ import annotations

from brettwerk.kernels.contract import states
from brettwerk.kernels.description import evaluation
from brettwerk.kernels.primitives import choose, mix, word
from brettwerk.kernels.types import Numbers, Words


def list_glances(rows: Words, ctx: Words, codes: Numbers, looked: Numbers) -> int:
    """Write how often one looks at each of these moves; return how many moves there are."""
    state = states.load(rows, 0)
    for at in range(len(codes)):
        looked[at] = evaluation.glances(state, ctx, codes[at])
    return len(codes)


def overlook(codes: Numbers, looked: Numbers, percent: int, seed: int) -> int:
    """Bring the moves that are noticed to the front, in random order; return how many they are.

    Each glance misses a move in that percentage of cases. If all moves are missed, one of those
    that one looks at most is noticed.
    """
    count = len(codes)
    random = mix(word(seed), word(count))
    for last in range(count - 1, 0, -1):
        random = mix(random, word(last))
        other = choose(random, last + 1)
        codes[last], codes[other] = codes[other], codes[last]
        looked[last], looked[other] = looked[other], looked[last]
    noticed, plainest = 0, 0
    for at in range(count):
        if looked[at] > looked[plainest]:
            plainest = at
        missed = True
        for glance in range(looked[at]):
            random = mix(random, word(glance))
            missed = missed and choose(random, 100) < percent
        if not missed:
            codes[noticed], codes[at] = codes[at], codes[noticed]
            looked[noticed], looked[at] = looked[at], looked[noticed]
            noticed += 1
    if noticed == 0:
        codes[0], codes[plainest] = codes[plainest], codes[0]
    return max(1, noticed)
