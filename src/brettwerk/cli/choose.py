"""A game from what was typed: its name, `--set name=value`, `--board`, `--setup`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from brettwerk.errors import BadOptions
from brettwerk.games.catalogue import face, find_name
from brettwerk.games.core import Game
from brettwerk.texts import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

YES = ("true", "yes", "on", "1", "ja", "an", "y", "j")
NO = ("false", "no", "off", "0", "nein", "aus", "n")
NONE = ("none", "off", "no", "keine", "aus")


def chosen_game(
    name: str, sets: Iterable[str] | None = (), board: str | None = None, setup: str | None = None
) -> Game:
    """The game with these options, checked."""
    return Game(face(find_name(name)), chosen_options(name, sets, board, setup))


def chosen_options(
    name: str, sets: Iterable[str] | None, board: str | None, setup: str | None
) -> dict[str, Any]:
    """The options given, each as the kind of value that its default is."""
    defaults = {option.name: option.default for option in face(find_name(name)).known}
    texts = dict(map(_split, sets or ()))
    texts |= {k: v for k, v in (("board", board), ("setup", setup)) if v is not None}
    return {k: read_value(defaults.get(k), v) for k, v in texts.items()}


def _split(item: str) -> tuple[str, str]:
    name, sign, value = item.partition("=")
    if not sign:
        raise BadOptions("cli-set-form", given=shown(item))
    return name.strip().lower().replace("-", "_"), value.strip()


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
