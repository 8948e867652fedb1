"""What is known of the games: exact facts, and what engines show that play against themselves.

`brettwerk known make` computes it and writes files; those that come with the package are read by
`shipped.py`, which needs neither the engine nor anything compiled. Every fact has a command that
computes it again.
"""

from brettwerk.known.shipped import facts_of, games_of
from brettwerk.known.told import Section, told

__all__ = ["Section", "facts_of", "games_of", "told"]
