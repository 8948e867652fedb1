"""Many games stepped in one call, everything written in place.

Each array of a batch has a part of the same length for each game.
"""

from __future__ import annotations

from typing import NamedTuple

from brettwerk.kernels.primitives import choose, reason_of, view, xorshift
from brettwerk.kernels.types import Bytes, Floats32, Numbers, Word, Words
from brettwerk.research import core

SAME_STEP, NEXT_STEP, DISABLED, BEGIN = 0, 1, 2, 3
SKIP = -1  # instead of an action: the game is left as it is


class Slot(NamedTuple):
    """The arrays of one game."""

    row: Words
    past: Words
    legal: Numbers
    mask: Bytes
    observation: Floats32


def clear(slot: Slot, count: int) -> None:
    """Clear the mask; only the legal actions are touched, since masks are long."""
    for at in range(count):
        slot.mask[slot.legal[at]] = 0


def show(variants: core.Variants, slot: Slot, count: int) -> int:
    """Write mask and observation of the player to move; return that player."""
    for at in range(count):
        slot.mask[slot.legal[at]] = 1
    player = core.to_move(slot.row)
    if len(slot.observation):
        core.observe(variants, slot.row, player, slot.observation)
    return player


def begin_random(variants: core.Variants, row: Words, random: Word) -> Word:
    """Begin a random variant; return the next random word."""
    if variants.total == 1:
        core.begin(variants, row, 0)
        return random
    random = xorshift(random)
    core.begin(variants, row, choose(random, variants.total))
    return random


def step_games(
    contexts: Words,
    starts: Words,
    rows: Words,
    past: Words,
    legal: Numbers,
    mask: Bytes,
    observation: Floats32,
    rewards: Floats32,
    terminated: Bytes,
    truncated: Bytes,
    over: Bytes,
    counts: Numbers,
    player: Numbers,
    random: Words,
    actions: Numbers,
    limit: int,
    mode: int,
    first: int,
    last: int,
) -> int:
    """Play a legal action in each of the games from `first` to `last`.

    In the mode BEGIN games are begun instead, where the action is not 0. Without room for them no
    observations are written. The arrays are not one named tuple, since taking that apart takes a
    third of the time of a step in a small batch.
    """
    variants = core.variants_of(contexts, starts, limit)
    games = len(actions)
    width, room, most = len(rows) // games, len(past) // games, len(legal) // games
    wide, planes, players = len(mask) // games, len(observation) // games, len(rewards) // games
    for i in range(first, last):
        if actions[i] == SKIP:
            continue
        begins = over[i] != 0
        if mode == BEGIN:
            begins = actions[i] != 0
            if not begins:
                continue
        else:
            for at in range(i * players, (i + 1) * players):
                rewards[at] = 0
            terminated[i] = 0
            truncated[i] = 0
        slot = Slot(
            view(rows, i * width, width),
            view(past, i * room, room),
            view(legal, i * most, most),
            view(mask, i * wide, wide),
            view(observation, i * planes, planes),
        )
        clear(slot, counts[i])
        code, count = 0, 0
        if not begins:
            core.advance(variants, slot.row, slot.past, slot.legal, actions[i])
            code, count = core.legal_actions(variants, slot.row, slot.legal)
            if code:
                core.write_returns(code, view(rewards, i * players, players))
                truncated[i] = reason_of(code) == core.TRUNCATED
                terminated[i] = 1 - truncated[i]
                begins = mode == SAME_STEP
        if begins:
            random[i] = begin_random(variants, slot.row, random[i])
            code, count = core.legal_actions(variants, slot.row, slot.legal)
        over[i] = code != 0
        counts[i] = count
        player[i] = show(variants, slot, count)
    return last - first


def first_illegal(actions: Numbers, mask: Bytes, over: Bytes, mode: int) -> int:
    """Return the first game whose action is not legal, -1 if there is none."""
    games = len(actions)
    wide = len(mask) // games
    for i in range(games):
        if over[i]:
            if mode == DISABLED:
                return i
        elif actions[i] < 0 or actions[i] >= wide or not mask[i * wide + actions[i]]:
            return i
    return -1


def sample(legal: Numbers, counts: Numbers, random: Words, actions: Numbers) -> int:
    """Choose a random legal action for each game; 0 where there is none."""
    games = len(actions)
    most = len(legal) // games
    for i in range(games):
        actions[i] = 0
        if counts[i]:
            random[i] = xorshift(random[i])
            actions[i] = legal[i * most + choose(random[i], counts[i])]
    return games
