"""Whether a game's players have their compiled kernels; if not, another process makes them."""

import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from brettwerk.core.game import Position

_BEGUN_LATELY = 120  # seconds: nobody else need begin


def _marker(game: str, what: str) -> Path:
    from brettwerk.core.registry import definition
    from brettwerk.kernels.cache import cache_folder
    from brettwerk.kernels.link import digest
    from brettwerk.search.searchers import main_entry

    kernels = definition(game).kernels
    return cache_folder(digest(kernels, main_entry(kernels))) / what


def is_compiled(game: str) -> bool:
    """Whether a search of this game can begin within moments."""
    return _marker(game, "warm").exists()


def warm(game: str) -> None:
    """Compile what the players of this game need, or load it; then say that it is there."""
    from brettwerk.core.registry import game as make_game
    from brettwerk.search.mcts import TreeSearcher
    from brettwerk.search.mcts_tree import TEXTBOOK
    from brettwerk.search.report import Limit
    from brettwerk.search.searchers import new_searcher
    from brettwerk.solve import solve

    start = make_game(game).start()
    new_searcher(start.game, 1).think(start, Limit(depth=2))
    if start.game.definition.solver:
        solve(_near_the_end(start))
        TreeSearcher(start.game, TEXTBOOK, megabytes=1).visits(start, 1)  # for swindles
    with suppress(OSError):
        _marker(game, "warm").touch()


def _near_the_end(position: Position) -> Position:
    """A late position that is cheap to solve."""
    way = [position]
    while way[-1].legal_codes:
        way.append(way[-1].play_unchecked(way[-1].legal_codes[0]))
    return way[max(0, len(way) - 5)]


def start_compiling(game: str) -> None:
    """Let another process compile, unless one has just begun to."""
    marker = _marker(game, "warming")
    with suppress(OSError):
        if marker.exists() and time.time() - marker.stat().st_mtime < _BEGUN_LATELY:
            return
        marker.touch()
        begun = subprocess.Popen(
            [sys.executable, "-m", "brettwerk.search.jit_warmup", game],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        begun.returncode = 0  # it goes on when this process ends: nobody waits for it


if __name__ == "__main__":
    warm(sys.argv[1])
