"""Whether a game's players have their compiled kernels; if not, another process makes them."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brettwerk.games.core import Position

_BEGUN_LATELY = 120  # seconds: nobody else need begin


def _marker(game: str, what: str) -> Path:
    from brettwerk.compiled.cache import our_folder

    return Path(our_folder()) / f"{what}-{game}"


def is_warm(game: str) -> bool:
    """Whether a search of this game can begin within moments."""
    return _marker(game, "warm").exists()


def warm(game: str) -> None:
    """Compile what the players of this game need, or load it; then say that it is there."""
    from brettwerk.engine.report import Limit
    from brettwerk.engine.thinkers import new_thinker
    from brettwerk.engine.yardstick import TreeSearch
    from brettwerk.games.catalogue import game as make_game
    from brettwerk.solve import SOLVED, solve

    start = make_game(game).start()
    new_thinker(start.game, 1).think(start, Limit(depth=2))
    if game in SOLVED:
        solve(_near_the_end(start))
        TreeSearch(start.game, megabytes=1).tries(start, 1)  # on which traps are tried out
    with suppress(OSError):
        _marker(game, "warm").touch()


def _near_the_end(position: Position) -> Position:
    """A position from which it is not far any more, so that it is soon solved."""
    way = [position]
    while way[-1].codes:
        way.append(way[-1].play_unchecked(way[-1].codes[0]))
    return way[max(0, len(way) - 5)]


def begin_to_warm(game: str) -> None:
    """Let another process compile, unless one has just begun to."""
    marker = _marker(game, "warming")
    with suppress(OSError):
        if marker.exists() and time.time() - marker.stat().st_mtime < _BEGUN_LATELY:
            return
        marker.touch()
        begun = subprocess.Popen(
            [sys.executable, "-m", "brettwerk.engine.warmth", game],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        begun.returncode = 0  # it goes on when this process ends: nobody waits for it


if __name__ == "__main__":
    warm(sys.argv[1])
