"""The text of a position: `abalone/1 <rows> <to move> name=value …`.

The name of the game and the version of the format; the pieces, rows from the top joined by `/`, a
dot for an empty cell; the letter of the player to move; then in any order the details of the game
and the options that differ from their defaults. Documented in docs/positions.md.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from brettwerk.core.game import Position
from brettwerk.core.history import History
from brettwerk.errors import BadPosition
from brettwerk.i18n import truncate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.core.definition import GameDefinition
    from brettwerk.core.game import Game

VERSION = "1"
MAX_LENGTH = 16_000_000
_BEGINNING = re.compile(r"\s*\w+/[0-9]+(\s|$)")


def is_position(text: str) -> bool:
    """Return whether a text begins like a position, and not like a record."""
    return _BEGINNING.match(text) is not None


def write_position(position: Position) -> str:
    """Return the text of a position."""
    game, definition = position.game, position.game.definition
    words = _board_words(game, definition.pieces(position.state), position.turn)
    words += [f"{k}={v}" for k, v in definition.details(position.state, game.options).items()]
    words += [f"{k}={_option_text(v)}" for k, v in game.chosen.items()]
    if position.history:
        words.append("seen=" + ",".join(f"{a:x}-{b:x}" for a, b in position.history))
    return " ".join(words)


def _board_words(game: Game, pieces: Mapping[int, str], turn: int) -> list[str]:
    """Return the game, the rows of pieces and the player to move."""
    letters = game.definition.letters()
    rows = (
        "".join(letters[pieces[cell]] if cell in pieces else "." for cell in row)
        for row in game.board.rows
    )
    return [f"{game.name}/{VERSION}", "/".join(rows), letters[game.seats[turn]]]


def _option_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def set_up(
    game: Game, pieces: Mapping[str, str], turn: int, details: Mapping[str, str]
) -> Position:
    """Return a position set up by hand, pieces by the names of cells and places off the board.

    It is written as a text, which is then parsed.
    """
    definition, index = game.definition, game.board.index
    off_board = {off_cell.name for off_cell in game.start().board_view.off_board}
    letters = definition.letters()
    for name, piece in pieces.items():
        if (name not in index and name not in off_board) or piece not in letters:
            raise BadPosition("position-piece", piece=truncate(piece), cell=truncate(name))
    if not 0 <= turn < definition.players:
        raise BadPosition("position-seat", last=definition.players - 1)
    for name, value in details.items():
        if not re.fullmatch("[a-z]{1,20}", name) or not re.fullmatch("[a-z0-9,/-]{1,99}", value):
            raise BadPosition("position-word", given=truncate(f"{name}={value}"))
    cells = {index[name]: piece for name, piece in pieces.items() if name in index}
    words = _board_words(game, cells, turn)
    more = definition.complete_details(cells, details) | definition.off_board_details(
        {name: pieces[name] for name in pieces if name in off_board}
    )
    return read_position(" ".join(words + [f"{k}={v}" for k, v in more.items()]), game)


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
    definition: GameDefinition, words: list[str]
) -> tuple[dict[str, object], dict[str, str]]:
    """Parse the `name=value` words into options and details."""
    options: dict[str, object] = {}
    details: dict[str, str] = {}
    known = {option.name: option for option in definition.option_specs}
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


def read_position(text: str, game: Game) -> Position:
    """Parse the text of a position of this game; its options must be those of the game."""
    name, words = split_position(text)
    definition = game.definition
    options, details = split_values(definition, words[2:])
    if name != definition.name or definition.options({**game.chosen, **options}) != game.options:
        raise BadPosition("position-other-game", game=repr(game))
    history = _parse_history(details.pop("seen", ""), game)
    pieces = _parse_pieces(definition, game, words[0])
    letters = definition.letters()
    turns = [letters[seat] for seat in definition.seats]
    if words[1] not in turns:
        raise BadPosition("position-turn", given=truncate(words[1]), known=", ".join(turns))
    _check_details(definition, details)
    state = definition.build(pieces, turns.index(words[1]), details, game.options)
    return Position(game, state, history)


def _check_details(definition: GameDefinition, details: dict[str, str]) -> None:
    """Raise for unknown details and malformed numbers."""
    for name, value in details.items():
        if name in definition.detail_numbers:
            if not re.fullmatch("[0-9]{1,9}", value):
                raise BadPosition("position-needs", name=name, example=f"{name}=3")
        elif name not in definition.detail_words:
            raise BadPosition("position-word", given=truncate(f"{name}={value}"))


def _parse_pieces(definition: GameDefinition, game: Game, text: str) -> dict[int, str]:
    """Parse the rows into pieces by cell."""
    rows = text.split("/")
    if len(rows) != len(game.board.rows):
        raise BadPosition("position-rows", count=len(rows), wanted=len(game.board.rows))
    pieces_of = {letter: piece for piece, letter in definition.letters().items()}
    found: dict[int, str] = {}
    for number, (row, cells) in enumerate(zip(rows, game.board.rows, strict=True), start=1):
        if len(row) != len(cells):
            raise BadPosition("position-row", row=number, count=len(row), wanted=len(cells))
        for letter, cell in zip(row, cells, strict=True):
            if letter in pieces_of:
                found[cell] = pieces_of[letter]
            elif letter != ".":
                listed = " ".join([*pieces_of, "."])
                raise BadPosition(
                    "position-letter", letter=truncate(letter), row=number, known=listed
                )
    return found


def _parse_history(text: str, game: Game) -> History | None:
    """Parse the earlier positions that may recur, as pairs of bitboards."""
    if not text:
        return None
    pairs = [pair.split("-") for pair in text.split(",")]
    fine = all(
        len(pair) == 2 and all(re.fullmatch("[0-9a-f]{1,16}", w) for w in pair) for pair in pairs
    )
    if not game.repetition or not fine:
        raise BadPosition("position-seen")
    return History((int(a, 16), int(b, 16)) for a, b in pairs)
