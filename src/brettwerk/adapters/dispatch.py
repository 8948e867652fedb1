"""A game's encoding by the type of its marker, chosen when the calling code is compiled.

Every file in `encoding` has a marker: a NamedTuple of a name of its own that holds what stays the
same through a game. `words` are the rules' contexts, one row for each variant that is played
(boards, set-ups), and `starts` the states in which these begin. The functions here stand for those
of the marker's file; as in `brettwerk.compiled.dispatch`, they are Numba's templates. Called from
plain Python they raise: there is no plain version of an encoding.
"""

from __future__ import annotations

import sys
from typing import Any

from numba.extending import overload


def state_of(game: Any, row: Any) -> Any:
    """The rules' state whose words begin a row."""
    raise NotImplementedError


def gen_actions(game: Any, state: Any, ctx: Any, part: Any, acts: Any) -> Any:
    """Write the legal actions into `acts` in ascending order; how many there are.

    `part` is what has been played of a turn of several parts, 0 at its beginning.
    """
    raise NotImplementedError


def act(game: Any, state: Any, ctx: Any, part: Any, action: Any) -> Any:
    """The state and the part after a legal action; the part is 0 when the turn is complete."""
    raise NotImplementedError


def observe(
    game: Any, state: Any, ctx: Any, part: Any, seen: Any, gone: Any, player: Any, out: Any
) -> Any:
    """Write what a player sees into `out`, which is all zeros.

    `seen` is the occurrence of the position that this is, `gone` the share of the plies that
    the environment allows.
    """
    raise NotImplementedError


def _kernel(name: str, game: Any) -> Any:
    cls = getattr(game, "instance_class", None)
    return getattr(sys.modules[cls.__module__], name) if cls is not None else None


@overload(state_of, strict=False)
def _state_of(game: Any, row: Any) -> Any:
    if f := _kernel("state_of", game):
        return lambda game, row: f(row)
    return None


@overload(gen_actions, strict=False)
def _gen_actions(game: Any, state: Any, ctx: Any, part: Any, acts: Any) -> Any:
    if f := _kernel("gen_actions", game):
        return lambda game, state, ctx, part, acts: f(state, ctx, part, acts)
    return None


@overload(act, strict=False)
def _act(game: Any, state: Any, ctx: Any, part: Any, action: Any) -> Any:
    if f := _kernel("act", game):
        return lambda game, state, ctx, part, action: f(state, ctx, part, action)
    return None


@overload(observe, strict=False)
def _observe(
    game: Any, state: Any, ctx: Any, part: Any, seen: Any, gone: Any, player: Any, out: Any
) -> Any:
    if f := _kernel("observe", game):
        return lambda game, state, ctx, part, seen, gone, player, out: f(
            state, ctx, part, seen, gone, player, out
        )
    return None
