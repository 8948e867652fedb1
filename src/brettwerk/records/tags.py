"""Tags of a record: the game, its options and its start, such as `[PlyLimit "200"]`."""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from brettwerk.core.game import Game, GameDefinition
from brettwerk.core.outcome import Outcome
from brettwerk.core.registry import definition, find_name
from brettwerk.core.registry import game as make_game
from brettwerk.errors import BadRecord, BrettwerkError
from brettwerk.i18n import truncate

from .errors import RecordFault
from .escapes import escape, find_unescaped, unescape

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
# The number of random moves at the beginning.
OPENING_PLIES = "OpeningPlies"
_OPENING = re.compile(rf'\s*\[\s*({NAME.pattern})\s+"')
_COMMON_KEY = 1000


class Header(NamedTuple):
    """The parsed tags of a record."""

    game: Game
    start: str | None
    result: str | None
    tags: dict[str, str]


# -- one tag --------------------------------------------------------------------------------------
def write_tag(name: str, value: str) -> str:
    """Return the line of a tag."""
    return f'[{name} "{escape(value, chr(34))}"]'


def tag_name(line: str) -> str | None:
    """Return the name of the tag that begins in this line; None if there is none."""
    found = _OPENING.match(line)
    return found[1] if found else None


def read_tag(line: str) -> tuple[str, str]:
    """Parse the line of a tag into name and value."""
    found = _OPENING.match(line)
    end = find_unescaped(line, '"', found.end()) if found else -1
    if not found or end < 0 or line[end + 1 :].strip() != "]":
        raise BadRecord("record-tag", given=truncate(line.strip()))
    return found[1], unescape(line[found.end() : end])


# -- options --------------------------------------------------------------------------------------
def option_tag(option: str) -> str:
    """Return the tag of an option: `PlyLimit` for `ply_limit`."""
    return "".join(word.capitalize() for word in option.split("_"))


def seat_tags(game: Game) -> tuple[str, ...]:
    """Return the tags of the players' names, by seat."""
    return tuple(option_tag(seat) for seat in game.seats)


def reserved_tags(game: Game) -> frozenset[str]:
    """Return the tags that are derived from the record."""
    options = (option_tag(option.name) for option in game.definition.option_specs)
    return frozenset({"Game", "Position", "Result", *options})


def outcome_tags(outcome: Outcome | None) -> dict[str, str]:
    """Return the tags of an outcome."""
    if outcome is None:
        return {}
    points = {} if outcome.points is None else {"Points": "-".join(map(str, outcome.points))}
    return {"Termination": outcome.reason, **points}


def write_header(game: Game, start: str | None) -> dict[str, str]:
    """Return the tags of a game, its chosen options and its start."""
    options = {option_tag(name): _option_text(value) for name, value in game.chosen.items()}
    return {"Game": game.name, **options, **({} if start is None else {"Position": start})}


def read_header(tags: Mapping[str, str]) -> Header:
    """Parse the tags of a record."""
    rest = dict(tags)
    name = rest.pop("Game", None)
    if name is None:
        raise BadRecord("record-no-game")
    try:
        found = definition(find_name(name))
    except BrettwerkError as reason:
        raise RecordFault("record-game", reason) from reason
    game = cached_game(name, _pop_options(found, rest))
    return Header(game, rest.pop("Position", None), rest.pop("Result", None), rest)


def _pop_options(definition: GameDefinition, rest: dict[str, str]) -> dict[str, object]:
    """Remove the options from the tags and return them."""
    options = {}
    for option in definition.option_specs:
        text = rest.pop(option_tag(option.name), None)
        if text is not None:
            plain = isinstance(option.default, str) and not text.startswith("{")
            options[option.name] = text if plain else _json_value(option.name, text)
    return options


def _option_text(value: object) -> str:
    """Format an option: text as it is, anything else as compact JSON."""
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _json_value(option: str, text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord("record-option", tag=option_tag(option), given=truncate(text)) from None


def cached_game(name: object, options: Mapping[str, object]) -> Game:
    """Return the game of this name with these options, which must be JSON values.

    It is cached, since a stream has many records of the same game.
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
