"""Levels 1 to 10: how much a computer player looks at, and how much it overlooks.

A level is a number of positions to look at, so it plays the same on every machine. The weaker ones
also overlook moves, as people do: some legal moves they do not notice, those that are hard to see
more often than those that catch the eye, and of the others they play the best as far as they can
see. So they make plausible mistakes, and never silly ones on purpose. The settings of each game are
data, found in the arena (docs/engines.md).
"""

import json
from dataclasses import dataclass
from functools import cache

from brettwerk.core.game import Game, GameDefinition, Move, Position
from brettwerk.core.levels import LEVELS
from brettwerk.core.registry import as_position, definition
from brettwerk.errors import BadLimit
from brettwerk.i18n import truncate
from brettwerk.kernels.choice import PLAIN, usual_backend
from brettwerk.search.analysis import certain, exactly
from brettwerk.search.book import FROM_LEVEL, book_move
from brettwerk.search.overlooking import overlook
from brettwerk.search.report import Limit
from brettwerk.search.searchers import searcher_for
from brettwerk.search.swindles import best_swindle
from brettwerk.solving import Solving, known_move
from brettwerk.solving.solver import solver_of

# What plain Python does in about a second, for games that nothing faster runs.
_PLAIN_NODES = 12_000
_MEGABYTES = 16
_MOST_OVERLOOKED = 200


@dataclass(frozen=True, slots=True)
class Level:
    """`nodes` to look at, `depth` at most, how many of a hundred moves a glance `overlooks`.

    `exact` asks solvers.
    """

    nodes: int
    depth: int = 50
    overlooks: int = 0
    exact: bool = False


# For games whose levels have not been spaced in the arena.
USUAL = (
    *(Level(1000, overlooks=overlooks) for overlooks in (80, 65, 55, 45)),
    *(Level(nodes, overlooks=overlooks) for nodes, overlooks in ((2000, 32), (4000, 22))),
    *(Level(nodes, overlooks=overlooks) for nodes, overlooks in ((10_000, 12), (40_000, 4))),
    Level(160_000),
    Level(1_000_000, exact=True),
)


@cache
def levels_of(game: str) -> tuple[Level, ...]:
    """Return the settings of a game's levels, weakest first."""
    return levels_in(definition(game))


def levels_in(game: GameDefinition) -> tuple[Level, ...]:
    """Return the settings in the folder of a game, or the usual ones."""
    file = game.file("data/levels.json")
    return tuple(Level(**entry) for entry in json.loads(file.read_bytes())) if file else USUAL


def choose(position: Position | Game | str, level: int, seed: int = 0, style: str = "") -> Move:
    """Return the move that a computer player of this level makes; the same for the same seed.

    Levels go from 1, which overlooks a lot, to 10, which plays as well as it can. A `style`, such
    as `attacking`, likes other positions than the usual player (`search.styles`).

    >>> import brettwerk
    >>> position = brettwerk.game("bedraengnis").start()
    >>> choose(position, 10).text
    'd1'
    """
    position = as_position(position)
    if level not in LEVELS:
        raise BadLimit("engine-level", given=truncate(level))
    if position.outcome:
        raise BadLimit("engine-game-over")
    if level >= FROM_LEVEL and not style and (known := book_move(position, seed)):
        return known
    return choose_by(levels_of(position.game.name)[level - 1], position, seed, style)


def choose_by(setting: Level, position: Position, seed: int, style: str = "") -> Move:
    """Return the move that a player with these settings makes, in a game that goes on."""
    exact = setting.exact and solver_of(position.game.definition) is not None
    if exact and (known := known_move(position) or _known(position, setting.nodes)):
        return known
    if not position.game.repetition:  # devices and servers know positions by their texts
        position = position.with_state(position.state)
    missed = overlooked(position, setting.overlooks, seed)
    searcher = searcher_for(position.game, _MEGABYTES, style)
    searcher.forget()
    is_slow = usual_backend(position.game.definition.kernels).name == PLAIN
    nodes = min(setting.nodes, _PLAIN_NODES) if is_slow else setting.nodes
    found = searcher.think(position, Limit(nodes=nodes, depth=setting.depth), without=missed)
    # Whoever overlooks nothing does not miss a forced win either.
    best = found.best if setting.overlooks else certain(found).best
    # A tree that has proven a win by an overlooked move may have tried no other.
    return best or next(move for move in position.moves if move.code not in missed)


def _known(position: Position, nodes: int) -> Move | None:
    """Return the move of a solver; if it cannot win, the best move that is hardest to answer."""
    solve = Solving()
    known = exactly(position, Limit(nodes=nodes), 1, solve=solve)
    if not known:
        return None
    best = known[0]
    if best.score[position.turn] > 0:
        return best.move
    return best_swindle(position, nodes, solve) or best.move


def overlooked(position: Position, percent: int, seed: int) -> list[int]:
    """Return the moves that are overlooked if a glance misses this percentage; never all."""
    codes, game = list(position.legal_codes), position.game.kernels
    looked = [game.game.evaluation.glances(position.state, game.context, code) for code in codes]
    noticed = overlook(codes, looked, percent, seed)
    return codes[noticed:][:_MOST_OVERLOOKED]
