"""One game as a row of words, played by kernels that are the same for all games.

A row is the state of the rules and, behind its `n` words: the part of a turn that has been played
(`PART`), the number of plies (`PLIES`), how often the position has occurred (`OCCURRENCE`), the
number of earlier positions stored in `past` (`STORED`), and the variant (`VARIANT`). `past` has
two words for each position that may come back. An outcome code is 0 while the game goes on, else
as `pack_outcome` makes it; the environment's own limit of plies ends a game as `TRUNCATED`.
"""

from __future__ import annotations

from typing import NamedTuple

from brettwerk.kernels.contract import Perspective, encoding, rules, states
from brettwerk.kernels.primitives import (
    inlined,
    number,
    pack_outcome,
    return_of,
    share_of,
    view,
    word,
)
from brettwerk.kernels.repetition import REPEATED, is_irreversible, note, occurrence
from brettwerk.kernels.types import Floats32, Numbers, Words

PART, PLIES, OCCURRENCE, STORED, VARIANT = 0, 1, 2, 3, 4
EXTRA = 5
TRUNCATED = 15  # a reason that no rules use


class Variants(NamedTuple):
    """The variants of a game: contexts and starting states, one after the other."""

    contexts: Words
    starts: Words
    total: int
    size: int  # of a context
    limit: int  # of plies, 0 for none


def variants_of(contexts: Words, starts: Words, limit: int) -> Variants:
    """Return the variants in these arrays."""
    count = len(starts) // len(states.load(starts, 0))
    return Variants(contexts, starts, count, len(contexts) // count, limit)


@inlined  # compiled kernels cannot return arrays
def context(variants: Variants, row: Words, n: int) -> Words:
    """Return the context of a row."""
    size = variants.size
    return view(variants.contexts, number(row[n + VARIANT]) * size, size)


def begin(variants: Variants, row: Words, variant: int) -> None:
    """Set a row to the start of a variant."""
    state = states.load(variants.starts, variant)
    n = len(state)
    states.store(row, 0, state)
    row[n + PART] = word(0)
    row[n + PLIES] = word(0)
    row[n + OCCURRENCE] = word(1)
    row[n + STORED] = word(0)
    row[n + VARIANT] = word(variant)


def advance(variants: Variants, row: Words, past: Words, buf: Numbers, action: int) -> None:
    """Play a legal action; `buf` is scratch space."""
    state = states.load(row, 0)
    n = len(state)
    ctx = context(variants, row, n)
    after, part = encoding.act(state, ctx, row[n + PART], action, buf)
    row[n + PART] = part
    if part:
        return
    states.store(row, 0, after)
    row[n + PLIES] += word(1)
    if ctx[0]:
        stored = 0
        if not is_irreversible(after, state):
            stored = number(row[n + STORED])
            note(state, past, stored)
            stored += 1
        row[n + STORED] = word(stored)
        row[n + OCCURRENCE] = word(occurrence(after, past, 0, stored))


def legal_actions(variants: Variants, row: Words, acts: Numbers) -> tuple[int, int]:
    """Write the legal actions; return the outcome code and the number of actions."""
    state = states.load(row, 0)
    n = len(state)
    ctx = context(variants, row, n)
    part = row[n + PART]
    if part:
        return 0, encoding.gen_actions(state, ctx, part, acts)
    if ctx[0] and row[n + OCCURRENCE] >= ctx[0]:
        return REPEATED, 0
    code = rules.status(state, ctx)
    if code:
        return code, 0
    count = encoding.gen_actions(state, ctx, part, acts)
    if count == 0:
        return rules.no_moves_outcome(state, ctx), 0
    if variants.limit and number(row[n + PLIES]) >= variants.limit:
        return pack_outcome(0, 0, TRUNCATED, 0), 0
    return 0, count


def to_move(row: Words) -> int:
    """Return the player to move."""
    return rules.to_move(states.load(row, 0))


def observe(variants: Variants, row: Words, player: int, out: Floats32) -> None:
    """Write what a player sees."""
    for at in range(len(out)):
        out[at] = 0
    state = states.load(row, 0)
    n = len(state)
    elapsed = number(row[n + PLIES]) / variants.limit if variants.limit else 0.0
    seen = Perspective(player, row[n + PART], number(row[n + OCCURRENCE]), elapsed)
    encoding.observe(state, context(variants, row, n), seen, out)


def write_returns(code: int, out: Floats32) -> None:
    """Write what an outcome is worth to each player."""
    share, players = share_of(code), len(out)
    for player in range(players):
        out[player] = return_of(share, players, player)


def step(
    contexts: Words, starts: Words, row: Words, past: Words, acts: Numbers, limit: int, action: int
) -> int:
    """Play a legal action, or begin variant `-1 - action`; return the outcome code.

    `acts` gets the legal actions and, in its last two places, their number and the player to move.
    """
    variants = variants_of(contexts, starts, limit)
    if action < 0:
        begin(variants, row, -1 - action)
    else:
        advance(variants, row, past, acts, action)
    code, count = legal_actions(variants, row, acts)
    acts[len(acts) - 2] = count
    acts[len(acts) - 1] = to_move(row)
    return code


def observe_rows(
    contexts: Words, starts: Words, rows: Words, players: Numbers, out: Floats32, limit: int
) -> int:
    """Write what these players see, each of one row."""
    variants = variants_of(contexts, starts, limit)
    count = len(players)
    width, size = len(rows) // count, len(out) // count
    for i in range(count):
        row = view(rows, i * width, width)
        observe(variants, row, players[i], view(out, i * size, size))
    return count
