"""How games become numbers: actions and planes."""

from functools import lru_cache

from brettwerk.core.game import GameDefinition
from brettwerk.core.registry import definition, find_name
from brettwerk.research.encoding import generic
from brettwerk.research.encoding.base import Encoding


@lru_cache(maxsize=64)
def generic_encoding(game: GameDefinition) -> Encoding:
    """Return the encoding of a game that brings none."""
    return generic.GenericEncoding(game, generic)


def encoding(name: str) -> Encoding:
    """Return the encoding of a game by its name: its own or, if it has none, the generic one.

    >>> encoding("bedraengnis").num_actions
    16
    """
    game = definition(find_name(name))
    own = game.encoding
    assert own is None or isinstance(own, Encoding)
    return own or generic_encoding(game)
