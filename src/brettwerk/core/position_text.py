"""The text of a position: `abalone/1 <rows> <to move> name=value …`.

The name of the game and the version of the format; the pieces, rows from the top joined by `/`, a
dot for an empty cell; the letter of the player to move; then in any order the details of the game
and the options that differ from their defaults. Documented in docs/positions.md.
"""

import json
import re
from collections.abc import Mapping

from brettwerk.core.definition import Definition
from brettwerk.core.details import read_details
from brettwerk.core.history import History
from brettwerk.core.options import Option, Options
from brettwerk.core.spec import P, S
from brettwerk.errors import BadPosition
from brettwerk.i18n import truncate

VERSION = "1"
MAX_LENGTH = 16_000_000
_BITBOARD = re.compile("[0-9a-f]{1,16}")
_BEGINNING = re.compile(r"\s*\w+/[0-9]+(\s|$)")


def is_position(text: str) -> bool:
    """Return whether a text begins like a position, and not like a record."""
    return _BEGINNING.match(text) is not None


def write_position(
    definition: Definition[P, S],
    options: Options,
    chosen: Options,
    state: S,
    turn: int,
    history: History | None,
) -> str:
    """Return the text of a position of a game with these options."""
    words = board_words(definition, options, definition.pieces(state), turn)
    words += [f"{k}={v}" for k, v in definition.details(state, options).items()]
    words += [f"{k}={_option_text(v)}" for k, v in chosen.items()]
    if history:
        words.append("seen=" + ",".join(f"{a:x}-{b:x}" for a, b in history))
    return " ".join(words)


def board_words(
    definition: Definition[P, S], options: Options, pieces: Mapping[int, str], turn: int
) -> list[str]:
    """Return the game, the rows of pieces and the player to move."""
    letters = definition.letters()
    rows = (
        "".join(letters[pieces[cell]] if cell in pieces else "." for cell in row)
        for row in definition.board(options).rows
    )
    return [f"{definition.name}/{VERSION}", "/".join(rows), letters[definition.seats[turn]]]


def _option_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def split_position(text: str) -> tuple[str, list[str]]:
    """Split a text into the name of the game and the other words."""
    if len(text) > MAX_LENGTH:
        raise BadPosition("position-too-long", longest=MAX_LENGTH)
    words = text.split()
    name, _, version = words[0].partition("/") if words else ("", "", "")
    if len(words) < 3 or not version:
        raise BadPosition("position-form", given=truncate(text))
    if version != VERSION:
        raise BadPosition("position-version", version=truncate(version), known=VERSION)
    return name, words[1:]


def split_values(
    specs: tuple[Option, ...], words: list[str]
) -> tuple[dict[str, object], dict[str, str]]:
    """Parse the `name=value` words into options and details."""
    options: dict[str, object] = {}
    details: dict[str, str] = {}
    known = {option.name: option for option in specs}
    for item in words:
        name, sign, value = item.partition("=")
        if not sign or name in options or name in details:
            raise BadPosition("position-word", given=truncate(item))
        if name in known:
            plain = isinstance(known[name].default, str)
            options[name] = value if plain else _value(item, value)
        else:
            details[name] = value
    return options, details


def _value(item: str, value: str) -> bool | int:
    """Parse a boolean or a number."""
    if value in ("true", "false"):
        return value == "true"
    if re.fullmatch("[0-9]{1,9}", value):
        return int(value)
    raise BadPosition("position-word", given=truncate(item))


def read_state(
    definition: Definition[P, S], options: Options, words: list[str], details: dict[str, str]
) -> S:
    """Parse the rows and the player to move; return the state that they and the details make."""
    pieces = _parse_pieces(definition, options, words[0])
    letters = definition.letters()
    turns = [letters[seat] for seat in definition.seats]
    if words[1] not in turns:
        raise BadPosition("position-turn", given=truncate(words[1]), known=", ".join(turns))
    names = definition.board(options).names
    given = read_details(definition.detail_specs, details, names, definition.players)
    return definition.build(pieces, turns.index(words[1]), given, options)


def _parse_pieces(definition: Definition[P, S], options: Options, text: str) -> dict[int, str]:
    """Parse the rows into pieces by cell."""
    rows, places = text.split("/"), definition.board(options).rows
    if len(rows) != len(places):
        raise BadPosition("position-rows", count=len(rows), wanted=len(places))
    pieces_of = {letter: piece for piece, letter in definition.letters().items()}
    found: dict[int, str] = {}
    for number, (row, cells) in enumerate(zip(rows, places, strict=True), start=1):
        if len(row) != len(cells):
            raise BadPosition("position-row", row=number, count=len(row), wanted=len(cells))
        for letter, cell in zip(row, cells, strict=True):
            if letter in pieces_of:
                found[cell] = pieces_of[letter]
            elif letter != ".":
                listed = " ".join([*sorted(pieces_of), "."])
                raise BadPosition(
                    "position-letter", letter=truncate(letter), row=number, known=listed
                )
    return found


def parse_history(text: str) -> History | None:
    """Parse the earlier positions that may recur, as pairs of bitboards."""
    if not text:
        return None
    pairs = [pair.split("-") for pair in text.split(",")]
    if all(len(pair) == 2 and all(map(_BITBOARD.fullmatch, pair)) for pair in pairs):
        return History((int(a, 16), int(b, 16)) for a, b in pairs)
    raise BadPosition("position-seen")
