"""The engines of the games; they are kept, since making one takes time and memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from brettwerk.search.alphabeta import AlphaBetaSearcher
from brettwerk.search.entries import search_root
from brettwerk.search.mcts import TreeSearcher
from brettwerk.search.mcts_leaves import search_judged
from brettwerk.search.mcts_rollouts import search_by_rollouts

if TYPE_CHECKING:
    from collections.abc import Callable

    from brettwerk.core.game import Game
    from brettwerk.kernels.description import GameKernels
    from brettwerk.kernels.types import S
    from brettwerk.search.report import Searcher
    from brettwerk.search.weights import Weights

_KEPT = 4
_LOCAL = threading.local()


def new_searcher(
    game: Game, megabytes: int, *, weights: Weights | None = None, compiled: bool = True
) -> Searcher:
    """Return the engine of a game: alpha-beta where positions have a score, else tree search."""
    if game.definition.kernels.has_score:
        return AlphaBetaSearcher(game, megabytes=megabytes, weights=weights, compiled=compiled)
    return TreeSearcher(game, megabytes=megabytes, weights=weights, compiled=compiled)


def main_entry(kernels: GameKernels[S]) -> Callable[..., int]:
    """Return the kernel that does most of the engine's work."""
    if kernels.has_score:
        return search_root
    return search_judged if kernels.player_evaluation else search_by_rollouts


def searcher_for(game: Game, megabytes: int, *, compiled: bool = True) -> Searcher:
    """Return the engine of this thread for a game, which remembers earlier searches."""
    kept: OrderedDict[object, Searcher] | None = getattr(_LOCAL, "kept", None)
    if kept is None:
        kept = _LOCAL.kept = OrderedDict()
    key = (game, megabytes, compiled)
    if key not in kept:
        kept[key] = new_searcher(game, megabytes, compiled=compiled)
        while len(kept) > _KEPT:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key]
