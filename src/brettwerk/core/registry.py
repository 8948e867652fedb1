"""The registry of games: the folders of `brettwerk.games`, and those of other packages.

A package adds a game by an entry point in the group `brettwerk.games` whose value is its
definition, such as `hex_game.definition:GAME`.
"""

from __future__ import annotations

import copyreg
import re
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from brettwerk.core.faults import check_definition
from brettwerk.core.game import Game, GameDefinition, Position
from brettwerk.core.position_text import is_position, split_position, split_values
from brettwerk.errors import BadPosition, UnknownGame
from brettwerk.i18n import add_catalog, drop_catalogs, has_page, truncate
from brettwerk.notation.typed_text import normalize_name

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
GROUP = "brettwerk.games"
# Names are used in URLs, in texts of positions and in names of Python modules.
_NAME = re.compile(r"[a-z][a-z0-9_]*")


@cache
def _built_in() -> frozenset[str]:
    """Return the names of the built-in games."""
    folders = files(GROUP).iterdir()
    return frozenset(f.name for f in folders if (f / "definition.py").is_file())


@cache
def _definitions() -> dict[str, GameDefinition]:
    """Return the definitions by name, in the order of lists."""
    found = {name: _own(name) for name in _built_in()}
    for entry in _entry_points():
        try:
            game = _checked(entry.load(), found)
        except Exception as error:
            _warn(entry.name, entry.dist.name if entry.dist else entry.module, error)
        else:
            found[game.name] = _with_texts(game)
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))


@cache
def _own(name: str) -> GameDefinition:
    game: GameDefinition = import_module(f"{GROUP}.{name}.definition").GAME
    return _with_texts(game)


def _with_texts(game: GameDefinition) -> GameDefinition:
    for folder in game.pages.values():
        add_catalog(folder / "text")
    return game


def _entry_points() -> list[EntryPoint]:
    from importlib.metadata import entry_points  # slow to import, and most calls do without

    return sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value))


def _checked(game: object, found: dict[str, GameDefinition]) -> GameDefinition:
    """Raise unless this is a game definition with a new name and all that it needs."""
    if not isinstance(game, GameDefinition):
        raise TypeError(f"{game!r} is not an instance of GameDefinition")
    if not _NAME.fullmatch(game.name):
        raise ValueError(f"{game.name!r} is not a name in small letters, digits and underscores")
    if normalize_name(game.name) in _aliases(found):
        raise ValueError(f"there is already a game called {game.name!r}")
    check_definition(game)
    return game


def _aliases(games: dict[str, GameDefinition]) -> dict[str, str]:
    """Return names by normalised name and alias; the first game with an alias gets it."""
    found = {normalize_name(name): name for name in games}
    for name, game in games.items():
        for alias in game.aliases:
            found.setdefault(normalize_name(alias), name)
    return found


def _warn(game: str, package: str, error: Exception) -> None:
    fault = f"{type(error).__name__}: {error}"
    text = f"The game {game!r} of the package {package!r} is left out: {fault}."
    warnings.warn(text, RuntimeWarning, stacklevel=2)


@cache
def _lookup() -> dict[str, str]:
    return _aliases(_definitions())


def reset() -> None:
    """Clear the caches, so that newly installed packages are found, and removed ones forgotten."""
    drop_catalogs()
    for found in (_built_in, _own, _definitions, _lookup, pages):
        found.cache_clear()


def names() -> tuple[str, ...]:
    """Return the names of all games, in the order of lists.

    >>> names()[0]
    'abalone'
    """
    return tuple(_definitions())


def definition(name: str) -> GameDefinition:
    """Return the definition of a game by its name."""
    # Built-in games need no look at installed packages.
    return _own(name) if name in _built_in() else _definitions()[name]


@cache
def pages() -> Mapping[str, Traversable]:
    """Return the folders of all pages of rules by page."""
    found = {name: at for game in _definitions().values() for name, at in game.pages.items()}
    return MappingProxyType(
        {name: folder for name, folder in found.items() if has_page(folder / "text")}
    )


def collect(part: Callable[[GameDefinition], T]) -> list[T]:
    """Return a part of every game, except games of other packages that raise."""
    found = []
    for game in _definitions().values():
        try:
            found.append(part(game))
        except Exception as error:
            if game.name in _built_in():
                raise
            _warn(game.name, type(game).__module__, error)
    return found


def find_name(name: object) -> str:
    """Return the name of a game by its name or an alias."""
    if isinstance(name, str):
        if name in _built_in():
            return name
        found = _lookup().get(normalize_name(name))
        if found:
            return found
    raise UnknownGame("game-unknown", given=truncate(name), known=", ".join(names()))


def game(name: str, /, **options: object) -> Game:
    """Return a game by name, with its options.

    >>> game("drei", lines="any").name
    'drei'
    """
    return Game(definition(find_name(name)), options)


def _rebuilt(name: str, options: dict[str, object]) -> Game:
    return game(name, **options)


# Kernels cannot be pickled; names and options can.
copyreg.pickle(Game, lambda made: (_rebuilt, (made.name, made.chosen)))


def game_of(text: str) -> tuple[str, dict[str, object]]:
    """Return the name and the options of the game of a position's text."""
    name, words = split_position(text)
    found = find_name(name)
    return found, split_values(definition(found).option_specs, words[2:])[0]


def position(text: str) -> Position:
    """Parse the text of a position.

    >>> start = game("drei").start()
    >>> position(start.text) == start
    True
    """
    name, options = game_of(text)
    return Game(definition(name), options).position(text)


def as_position(given: Position | Game | str) -> Position:
    """Return the position that is meant: itself, the start of a game, or the text of either.

    >>> as_position("drei") == as_position(game("drei")) == game("drei").start()
    True
    """
    if isinstance(given, Position):
        return given
    if isinstance(given, Game):
        return given.start()
    if isinstance(given, str):
        return position(given) if is_position(given) else game(given).start()
    raise BadPosition("position-kind", given=truncate(type(given).__name__))
