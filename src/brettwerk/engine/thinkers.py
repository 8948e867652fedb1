"""Who thinks about which game; thinkers are kept, since making one takes time and memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from brettwerk.engine.two import TwoPlayerThinker

if TYPE_CHECKING:
    from brettwerk.engine.report import Thinker
    from brettwerk.games.core import Game

_KEPT = 4
_LOCAL = threading.local()


def new_thinker(game: Game, megabytes: int, *, compiled: bool = True) -> Thinker:
    """Somebody who thinks about this game."""
    if game.players == 2:
        return TwoPlayerThinker(game, megabytes=megabytes, compiled=compiled)
    from brettwerk.engine.three import TriaponThinker

    return TriaponThinker(megabytes=megabytes)


def thinker_of(game: Game, megabytes: int, *, compiled: bool = True) -> Thinker:
    """The thinker of this thread for a game: what it learned before is still known to it."""
    kept: OrderedDict[object, Thinker] | None = getattr(_LOCAL, "kept", None)
    if kept is None:
        kept = _LOCAL.kept = OrderedDict()
    key = (game, megabytes, compiled)
    if key not in kept:
        kept[key] = new_thinker(game, megabytes, compiled=compiled)
        while len(kept) > _KEPT:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key]
