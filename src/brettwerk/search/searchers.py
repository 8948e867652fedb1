"""The engines of the games; they are kept, since making one takes time and memory."""

import threading
from collections.abc import Callable
from functools import lru_cache

from brettwerk.core.game import Game
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.types import S
from brettwerk.search.alphabeta import AlphaBetaSearcher
from brettwerk.search.entries import search_root
from brettwerk.search.mcts import TreeSearcher
from brettwerk.search.mcts_leaves import search_judged
from brettwerk.search.mcts_rollouts import search_by_rollouts
from brettwerk.search.report import Searcher
from brettwerk.search.weights import Weights


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


class _Kept(threading.local):
    """The engines of each thread that were used last."""

    def __init__(self) -> None:
        self.searcher = lru_cache(maxsize=4)(new_searcher)


_KEPT = _Kept()


def searcher_for(game: Game, megabytes: int, *, compiled: bool = True) -> Searcher:
    """Return the engine of this thread for a game, which remembers earlier searches."""
    return _KEPT.searcher(game, megabytes, compiled=compiled)
