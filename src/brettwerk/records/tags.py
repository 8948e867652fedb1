"""The game, its options and where it began as tags: `[Game "abalone"]`, `[PlyLimit "200"]`."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from brettwerk.errors import BadRecord, BrettwerkError
from brettwerk.games.catalogue import face, find_name
from brettwerk.games.catalogue import game as make_game
from brettwerk.texts import shown

from .escapes import closing, escaped, unescaped
from .faults import RecordFault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.games.core import Game
    from brettwerk.games.face import Face

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
# How many moves at the beginning nobody chose: they were made by lot.
OPENING_PLIES = "OpeningPlies"
_OPENING = re.compile(rf'\s*\[\s*({NAME.pattern})\s+"')
_COMMON_KEY = 1000


class Header(NamedTuple):
    """What the tags of a record say."""

    game: Game
    start: str | None
    result: str | None
    tags: dict[str, str]


# -- one tag --------------------------------------------------------------------------------------
def write_tag(name: str, value: str) -> str:
    """The line of a tag."""
    return f'[{name} "{escaped(value, chr(34))}"]'


def tag_name(line: str) -> str | None:
    """The name of the tag that this line has or at least begins, None if it is no tag's."""
    found = _OPENING.match(line)
    return found[1] if found else None


def read_tag(line: str) -> tuple[str, str]:
    """The name and the value of a tag's line."""
    found = _OPENING.match(line)
    end = closing(line, '"', found.end()) if found else -1
    if not found or end < 0 or line[end + 1 :].strip() != "]":
        raise BadRecord("record-tag", given=shown(line.strip()))
    return found[1], unescaped(line[found.end() : end])


# -- options --------------------------------------------------------------------------------------
def option_tag(option: str) -> str:
    """The tag of an option: `ply_limit` is `PlyLimit`."""
    return "".join(word.capitalize() for word in option.split("_"))


def seat_tags(game: Game) -> tuple[str, ...]:
    """The tags with the names of those who play, in the order of their seats."""
    return tuple(option_tag(seat) for seat in game.seats)


def reserved(game: Game) -> frozenset[str]:
    """The tags that a record writes by itself."""
    options = (option_tag(option.name) for option in game.face.known)
    return frozenset({"Game", "Position", "Result", *options})


def write_header(game: Game, start: str | None) -> dict[str, str]:
    """The tags of a game, its chosen options and its beginning."""
    options = {option_tag(name): _option_text(value) for name, value in game.chosen.items()}
    return {"Game": game.name, **options, **({} if start is None else {"Position": start})}


def read_header(tags: Mapping[str, str]) -> Header:
    """The game of these tags, and what else they say."""
    rest = dict(tags)
    name = rest.pop("Game", None)
    if name is None:
        raise BadRecord("record-no-game")
    try:
        known = face(find_name(name))
    except BrettwerkError as reason:
        raise RecordFault("record-game", reason) from reason
    game = game_of(name, _read_options(known, rest))
    return Header(game, rest.pop("Position", None), rest.pop("Result", None), rest)


def _read_options(known: Face, rest: dict[str, str]) -> dict[str, Any]:
    """The options among the tags, which are taken out."""
    options = {}
    for option in known.known:
        text = rest.pop(option_tag(option.name), None)
        if text is not None:
            plain = isinstance(option.default, str) and not text.startswith("{")
            options[option.name] = text if plain else _json_value(option.name, text)
    return options


def _option_text(value: object) -> str:
    """Words as they are, all else as short JSON."""
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _json_value(option: str, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord("record-option", tag=option_tag(option), given=shown(text)) from None


def game_of(name: object, options: Mapping[str, Any]) -> Game:
    """The game of this name with these options, which must be plain values as JSON has them.

    Streams have many records of the same game, and its tables take a while to make.
    """
    try:
        key = json.dumps(options)
        make = _game if len(key) <= _COMMON_KEY else _game.__wrapped__
        return make(find_name(name), key)
    except BrettwerkError as reason:
        raise RecordFault("record-game", reason) from reason


@lru_cache(maxsize=64)
def _game(name: str, options: str) -> Game:
    return make_game(name, **json.loads(options))
