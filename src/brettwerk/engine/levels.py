"""Levels 1 to 10: how much a computer player looks at, and how much it overlooks.

A level is a number of positions to look at, so it plays the same on every machine. The weaker ones
also overlook moves, as people do: of all legal moves they do not notice some, by lot, and play the
best of the others as far as they can see. So they make plausible mistakes, and never silly ones on
purpose. The settings of each game are data, found in the arena (docs/engines.md).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING

from brettwerk.engine.first_thought import first_thought
from brettwerk.engine.report import Limit
from brettwerk.engine.thinkers import thinker_of
from brettwerk.engine.warmth import begin_to_warm, is_warm
from brettwerk.errors import BadLimit
from brettwerk.solve import at_hand

if TYPE_CHECKING:
    from brettwerk.games.core import Move, Position

LEVELS = range(1, 11)
# What plain Python does in about a second, until the compiled kernels are there.
_PLAIN_NODES = 12_000
_MEGABYTES = 16


@dataclass(frozen=True, slots=True)
class Level:
    """`nodes` to look at, `depth` at most, `overlooks` of a hundred moves; `exact` asks solvers."""

    nodes: int
    depth: int = 50
    overlooks: int = 0
    exact: bool = False


@cache
def levels_of(game: str) -> tuple[Level, ...]:
    """The settings of a game's levels, weakest first."""
    text = (files("brettwerk.engine") / "data" / "levels.json").read_text(encoding="utf-8")
    return tuple(Level(**entry) for entry in json.loads(text)[game])


def choose(position: Position, level: int, seed: int = 0, *, at_once: bool = False) -> Move:
    """The move that a computer player of this level makes; the same for the same seed.

    With `at_once` it answers within moments even where nothing has been compiled yet: the first
    moves then look at less, while the kernels are compiled by another process.

    >>> import brettwerk
    >>> position = brettwerk.game("bedraengnis").start()
    >>> choose(position, 10).text
    'd1'
    """
    if level not in LEVELS:
        raise BadLimit("engine-level", given=level)
    if position.outcome:
        raise BadLimit("engine-game-over")
    setting = levels_of(position.game.name)[level - 1]
    known_at_once = at_hand(position) if setting.exact else None
    if known_at_once:
        return known_at_once
    compiled = not at_once or is_warm(position.game.name)
    if setting.exact and (compiled or not position.game.face.solver_compiles):
        known = _known(position, setting.nodes, compiled=compiled)
        if known:
            return known
    rng = Random(seed)
    overlooked = _overlooked(position, setting.overlooks, rng)
    nodes = setting.nodes
    if not compiled:
        nodes = min(nodes, _PLAIN_NODES)
        if nodes < setting.nodes or position.game.players > 2:
            begin_to_warm(position.game.name)
        if position.game.players > 2:
            return first_thought(position, overlooked, rng)
    thinker = thinker_of(position.game, _MEGABYTES if compiled else 1, compiled=compiled)
    thinker.forget()
    limit = Limit(nodes=nodes, depth=setting.depth)
    best = thinker.think(position, limit, without=overlooked).best
    assert best is not None
    return best


def _known(position: Position, nodes: int, *, compiled: bool) -> Move | None:
    """The move of a solver; where it cannot win, the best one that is hardest to answer.

    To find that one takes compiled kernels: until they are there it is the one that costs least.
    """
    from brettwerk.engine.analysis import exactly
    from brettwerk.solve import Solving

    solve = Solving()
    known = exactly(position, Limit(nodes=nodes), 1, solve=solve)
    if not known:
        return None
    best = known[0]
    if best.score[position.turn] > 0:
        return best.move
    if not compiled:
        begin_to_warm(position.game.name)
        return best.move
    from brettwerk.engine.traps import hardest_to_answer

    return hardest_to_answer(position, nodes, solve) or best.move


def _overlooked(position: Position, percent: int, rng: Random) -> list[int]:
    """The moves that escape notice, so many of a hundred, but never all."""
    codes = list(position.codes)
    rng.shuffle(codes)
    # Rounded by lot, too: where there are few moves, a few percent would else change nothing.
    seen = max(1, int(len(codes) * (100 - percent) / 100 + rng.random()))
    return codes[seen:][:200]
