"""An explorer of games: what was played from a position, how often, and with what results.

>>> import brettwerk
>>> from brettwerk.explorer import GameIndex
>>> index = GameIndex.open(":memory:")
>>> drei = brettwerk.game("drei")
>>> index.add([brettwerk.Record.of(drei, ["d4", "c3", "resign:0"])])
1
>>> [(found.move, found.games) for found in index.moves(drei.start())]
[('d4', 1)]
"""

from brettwerk.explorer.index import ExploredMove, GameIndex, IndexedGame
from brettwerk.explorer.own_games import own_index

__all__ = ["ExploredMove", "GameIndex", "IndexedGame", "own_index"]
