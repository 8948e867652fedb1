"""The catalogue of games: the one place that lists them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from brettwerk.errors import UnknownGame
from brettwerk.games.core import Game, Position
from brettwerk.games.texts import split_position, split_values
from brettwerk.notation.words import folded
from brettwerk.texts import shown

if TYPE_CHECKING:
    from brettwerk.games.face import Face

# The name of each game is also that of its files; its class there has the name given here.
_CLASSES = {
    "abalone": "Abalone",
    "triapon": "Triapon",
    "bedraengnis": "Bedraengnis",
    "drei": "Drei",
    "schlacht": "Schlacht",
    "katarenga": "Katarenga",
}
NAMES = tuple(_CLASSES)


@cache
def face(name: str) -> Face:
    """The face of a game by its id."""
    module = import_module(f"brettwerk.games.{name}")
    found: Face = getattr(module, _CLASSES[name])()
    return found


@cache
def _lookup() -> dict[str, str]:
    """The ids by folded names and aliases."""
    return {folded(alias): name for name in NAMES for alias in (name, *face(name).aliases)}


def find_name(name: object) -> str:
    """The id of a game by its name or an alias, as people write it."""
    if isinstance(name, str):
        if name in _CLASSES:
            return name
        found = _lookup().get(folded(name))
        if found:
            return found
    raise UnknownGame("game-unknown", given=shown(name), known=", ".join(NAMES))


def game(name: str, /, **options: Any) -> Game:
    """A game by name, with its options.

    >>> game("drei", lines="any").name
    'drei'
    """
    return Game(face(find_name(name)), options)


def game_of(text: str) -> tuple[str, dict[str, Any]]:
    """The id and the options of the game that the text of a position is of."""
    name, words = split_position(text)
    found = find_name(name)
    return found, split_values(face(found), words[2:])[0]


def position(text: str) -> Position:
    """The position of a one-line text, as `Position.text` writes it."""
    name, options = game_of(text)
    return Game(face(name), options).position(text)
