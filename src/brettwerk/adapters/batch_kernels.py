"""Many games stepped in one compiled call, everything written in place."""

from __future__ import annotations

from typing import Any

from brettwerk.adapters.core import CUT, advance, begin, draw, look, mover, see, write_returns
from brettwerk.compiled.kit import array_kernel

SAME_STEP, NEXT_STEP, DISABLED = 0, 1, 2


@array_kernel
def first_bad(actions: Any, mask: Any, over: Any, mode: int) -> Any:
    """The first game whose action is not legal; -1 if there is none."""
    for i in range(len(actions)):
        if over[i]:
            if mode == DISABLED:
                return i
        elif actions[i] < 0 or actions[i] >= mask.shape[1] or not mask[i, actions[i]]:
            return i
    return -1


@array_kernel
def _clear(mask: Any, legal: Any, counts: Any, i: int) -> None:
    """Forget the legal actions; only they are touched, since masks are long."""
    for at in range(counts[i]):
        mask[i, legal[i, at]] = False
    counts[i] = 0


@array_kernel
def _show(
    game: Any, rows: Any, limit: int, i: int, count: int, obs: Any, mask: Any, legal: Any
) -> Any:
    """Write what the player to move sees and may do; who that is."""
    for at in range(count):
        mask[i, legal[i, at]] = True
    player = mover(game, rows[i])
    see(game, rows[i], limit, player, obs[i])
    return player


@array_kernel
def restart(
    game: Any,
    rows: Any,
    limit: int,
    i: int,
    random: Any,
    obs: Any,
    mask: Any,
    legal: Any,
    counts: Any,
    player: Any,
    over: Any,
) -> None:
    """Begin anew with a variant that is drawn by lot where there are several."""
    _clear(mask, legal, counts, i)
    which = 0
    if game.starts.shape[0] > 1:
        random[i], which = draw(random[i], game.starts.shape[0])
    begin(game, rows[i], which)
    code, counts[i] = look(game, rows[i], limit, legal[i])
    player[i] = _show(game, rows, limit, i, counts[i], obs, mask, legal)
    over[i] = code != 0


@array_kernel
def step_games(
    game: Any,
    rows: Any,
    past: Any,
    limit: int,
    lo: int,
    hi: int,
    mode: int,
    actions: Any,
    random: Any,
    obs: Any,
    mask: Any,
    legal: Any,
    counts: Any,
    player: Any,
    over: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
) -> None:
    """Play one legal action in each of the games from `lo` to `hi`."""
    for i in range(lo, hi):
        rewards[i] = 0
        terminated[i] = False
        truncated[i] = False
        if over[i]:  # the step after the end only begins anew
            restart(game, rows, limit, i, random, obs, mask, legal, counts, player, over)
            continue
        _clear(mask, legal, counts, i)
        advance(game, rows[i], past[i], actions[i])
        code, counts[i] = look(game, rows[i], limit, legal[i])
        if code:
            write_returns(code, rewards.shape[1], rewards[i])
            truncated[i] = code >> 6 & 15 == CUT
            terminated[i] = not truncated[i]
            over[i] = True
            if mode == SAME_STEP:
                restart(game, rows, limit, i, random, obs, mask, legal, counts, player, over)
                continue
        player[i] = _show(game, rows, limit, i, counts[i], obs, mask, legal)


@array_kernel
def sample(legal: Any, counts: Any, random: Any, actions: Any) -> None:
    """A legal action for each game by lot; 0 where there is none."""
    for i in range(len(actions)):
        actions[i] = 0
        if counts[i]:
            random[i], at = draw(random[i], counts[i])
            actions[i] = legal[i, at]


@array_kernel
def see_rows(game: Any, rows: Any, limit: int, players: Any, obs: Any) -> None:
    """Write what a player sees of each of these rows."""
    for i in range(len(rows)):
        see(game, rows[i], limit, players[i], obs[i])
