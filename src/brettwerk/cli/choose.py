"""A game from what was typed: its name, `--set name=value`, `--board`, `--setup`."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from brettwerk.errors import BadOptions, UnknownGame
from brettwerk.games.catalogue import NAMES, face, find_name
from brettwerk.games.core import Game
from brettwerk.notation.words import folded
from brettwerk.texts import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

YES = ("true", "yes", "on", "1", "ja", "an", "y", "j")
NO = ("false", "no", "off", "0", "nein", "aus", "n")
NONE = ("none", "off", "no", "keine", "aus")
BY_LOT = ("random", "zufall")


def chosen_game(
    name: str, sets: Iterable[str] | None = (), board: str | None = None, setup: str | None = None
) -> Game:
    """The game with these options, checked."""
    return Game(face(find_name(name)), chosen_options(name, sets, board, setup))


def named(text: str) -> str:
    """The id of a game by one of its names, or by a beginning that only this game has."""
    try:
        return find_name(text)
    except UnknownGame:
        fitting = [name for name in NAMES if _begins(name, folded(text))]
        if len(fitting) != 1:
            raise
        return fitting[0]


def _begins(name: str, beginning: str) -> bool:
    names = (name, *face(name).aliases)
    return bool(beginning) and any(folded(known).startswith(beginning) for known in names)


def chosen_options(
    name: str,
    sets: Iterable[str] | None,
    board: str | None,
    setup: str | None,
    rng: Random | None = None,
) -> dict[str, Any]:
    """The options given, each as the kind of value that its default is; `random` is drawn."""
    game = face(find_name(name))
    defaults = {option.name: option.default for option in game.known}
    texts = dict(map(_split, sets or ()))
    texts |= {k: v for k, v in (("board", board), ("setup", setup)) if v is not None}
    if any(text.lower() in BY_LOT for text in texts.values()):
        lots = game.by_lot((rng or Random()).randrange(10**6))
        texts |= {k: lots[k] for k, v in texts.items() if v.lower() in BY_LOT and k in lots}
    return {k: read_value(defaults.get(k), v) for k, v in texts.items()}


def _split(item: str) -> tuple[str, str]:
    name, sign, value = item.partition("=")
    if not sign:
        raise BadOptions("cli-set-form", given=shown(item))
    return name.strip().lower().replace("-", "_"), _unquoted(value.strip())


def _unquoted(text: str) -> str:
    """Without the quotes that some write around a value."""
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1].strip() if quoted else text


def read_value(default: object, text: str) -> Any:
    """A switch or a number where the default is one; a text that is neither is refused later."""
    small = text.lower()
    if isinstance(default, bool):
        return True if small in YES else False if small in NO else text
    if isinstance(default, int):
        if small in NONE:
            return 0
        return int(small) if small.isascii() and small.isdigit() and len(small) < 10 else text
    return text
