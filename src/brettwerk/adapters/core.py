"""One game as a row of words, stepped by compiled code that is written once for all games.

A row is the rules' state and, behind its `n` words: what has been played of a turn (`PART`), the
plies (`PLIES`), the occurrence of the position that this is (`SEEN`), how many earlier positions
are kept in `past` (`KEPT`), and the variant that is played (`WHICH`). `past` holds two words for
each position that may still come back. How a game stands is a *code*: 0 while it goes on, else as
the rules' `ended`; the environment's own limit of plies ends it with the reason `CUT`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from brettwerk.adapters.dispatch import act, gen_actions, observe, state_of
from brettwerk.compiled.kit import array_kernel, choose, number, popcount, word, xorshift

_rules: Any = import_module("brettwerk.compiled.dispatch")
_drive: Any = import_module("brettwerk.compiled.drive")
status, stuck, to_move, fewer = _rules.status, _rules.stuck, _rules.to_move, _drive.fewer

PART, PLIES, SEEN, KEPT, WHICH = 0, 1, 2, 3, 4
EXTRA = 5
REPEATED, CUT = 14, 15  # reasons that no game's own have


@array_kernel
def put(row: Any, state: Any) -> None:
    """Write a state's words into a row."""
    for at in range(len(state)):
        row[at] = state[at]


@array_kernel
def begin(game: Any, row: Any, which: int) -> None:
    """Set a row to the beginning of a variant."""
    n = game.starts.shape[1]
    for at in range(n):
        row[at] = game.starts[which, at]
    row[n + PART] = word(0)
    row[n + PLIES] = word(0)
    row[n + SEEN] = word(1)
    row[n + KEPT] = word(0)
    row[n + WHICH] = word(which)


@array_kernel
def occurrence(state: Any, past: Any, kept: int) -> Any:
    """Which occurrence of a position this is; the same player is to move in every other one."""
    count = 1
    at = kept - 2
    while at >= 0:
        if past[2 * at] == state[0] and past[2 * at + 1] == state[1]:
            count += 1
        at -= 2
    return count


@array_kernel
def advance(game: Any, row: Any, past: Any, action: int) -> None:
    """Play a legal action."""
    n = game.starts.shape[1]
    ctx = game.words[number(row[n + WHICH])]
    state = state_of(game, row)
    after, part = act(game, state, ctx, row[n + PART], action)
    row[n + PART] = part
    if part:
        return
    put(row, after)
    row[n + PLIES] += word(1)
    if ctx[0]:
        kept: Any = number(row[n + KEPT])
        if fewer(after, state):
            kept = 0
        else:
            past[2 * kept] = state[0]
            past[2 * kept + 1] = state[1]
            kept += 1
        row[n + KEPT] = word(kept)
        row[n + SEEN] = word(occurrence(after, past, kept))


@array_kernel
def look(game: Any, row: Any, limit: int, acts: Any) -> tuple[int, int]:
    """How the game stands, and how many legal actions have been written into `acts`."""
    n = game.starts.shape[1]
    ctx = game.words[number(row[n + WHICH])]
    state = state_of(game, row)
    part = row[n + PART]
    if part:
        return 0, gen_actions(game, state, ctx, part, acts)
    if ctx[0] and row[n + SEEN] >= ctx[0]:
        return REPEATED << 6, 0
    code = status(state, ctx)
    if code:
        return code, 0
    count = gen_actions(game, state, ctx, part, acts)
    if count == 0:
        return stuck(state, ctx), 0
    if limit and number(row[n + PLIES]) >= limit:
        return CUT << 6, 0
    return 0, count


@array_kernel
def mover(game: Any, row: Any) -> Any:
    """The player to move."""
    return to_move(state_of(game, row))


@array_kernel
def see(game: Any, row: Any, limit: int, player: int, out: Any) -> None:
    """Write what a player sees into `out`."""
    n = game.starts.shape[1]
    ctx = game.words[number(row[n + WHICH])]
    out[:] = 0
    gone = number(row[n + PLIES]) / limit if limit else 0.0
    state = state_of(game, row)
    observe(game, state, ctx, row[n + PART], number(row[n + SEEN]), gone, player, out)


@array_kernel
def write_returns(code: int, players: int, out: Any) -> None:
    """What an end is worth to each: +1 shared by who wins or draws, -1 by the rest, or nothing."""
    share = code & 7
    if share == 0:
        share = code >> 3 & 7
    count = popcount(word(share))
    for player in range(players):
        if count == 0 or count == players:
            out[player] = 0
        elif share >> player & 1:
            out[player] = 1 / count
        else:
            out[player] = -1 / (players - count)


@array_kernel
def forward(game: Any, row: Any, past: Any, action: int, limit: int, acts: Any) -> Any:
    """Play an action, if it is not negative: how the game stands then, actions, and the mover."""
    if action >= 0:
        advance(game, row, past, action)
    code, count = look(game, row, limit, acts)
    return code, count, mover(game, row)


@array_kernel
def draw(random: Any, count: int) -> Any:
    """The next random word, and a whole number below `count`."""
    random = xorshift(random)
    return random, choose(random, count)
