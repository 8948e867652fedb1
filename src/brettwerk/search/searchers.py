"""The engines of the games; they are kept, since making one takes time and memory."""

import threading
from functools import lru_cache

from brettwerk.core.game import Game
from brettwerk.search.alphabeta import AlphaBetaSearcher
from brettwerk.search.mcts import TreeSearcher
from brettwerk.search.report import Searcher
from brettwerk.search.styles import USUAL, weights_of_style
from brettwerk.search.weights import Weights


def new_searcher(game: Game, megabytes: int, *, weights: Weights | None = None) -> Searcher:
    """Return the engine of a game: alpha-beta where positions have a score, else tree search."""
    if game.definition.kernels.has_score:
        return AlphaBetaSearcher(game, megabytes=megabytes, weights=weights)
    return TreeSearcher(game, megabytes=megabytes, weights=weights)


def _styled(game: Game, megabytes: int, style: str) -> Searcher:
    return new_searcher(game, megabytes, weights=weights_of_style(game.name, style))


class _Kept(threading.local):
    """The engines of each thread that were used last."""

    def __init__(self) -> None:
        self.searcher = lru_cache(maxsize=4)(_styled)


_KEPT = _Kept()


def forget_searchers() -> None:
    """Drop the engines of this thread, and their memory."""
    _KEPT.searcher.cache_clear()


def searcher_for(game: Game, megabytes: int, style: str = USUAL) -> Searcher:
    """Return the engine of this thread for a game, which remembers earlier searches."""
    return _KEPT.searcher(game, megabytes, style)
