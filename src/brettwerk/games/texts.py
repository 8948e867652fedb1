"""One line for a position: `abalone/1 <rows> <to move> name=value …`.

The name of the game and the version of the format; the pieces, rows as in a diagram from the top,
joined by `/`, a dot for an empty cell; the letter of the player to move; then in any order what a
game needs besides, and the options that differ from their defaults. Documented in
docs/positions.md.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from brettwerk.errors import BadPosition
from brettwerk.games.core import Position
from brettwerk.games.past import Past
from brettwerk.texts import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.games.core import Game
    from brettwerk.games.face import Face

VERSION = "1"
LONGEST = 16_000_000


def write_position(position: Position) -> str:
    """The line of a position."""
    game, face = position.game, position.game.face
    pieces, letters = face.pieces(position.state), face.letters()
    rows = (
        "".join(letters[pieces[cell]] if cell in pieces else "." for cell in row)
        for row in game.board.rows
    )
    words = [f"{face.name}/{VERSION}", "/".join(rows), letters[game.seats[position.turn]]]
    words += [f"{k}={v}" for k, v in face.details(position.state, game.options).items()]
    words += [f"{k}={_written(v)}" for k, v in game.chosen.items()]
    if position.past:
        words.append("seen=" + ",".join(f"{a:x}-{b:x}" for a, b in position.past))
    return " ".join(words)


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def set_up(
    game: Game, pieces: Mapping[str, str], turn: int, details: Mapping[str, str]
) -> Position:
    """A position put together by hand, pieces by the names of cells and spots; BadPosition if none.

    It is written as a text and read like any other.
    """
    face, index = game.face, game.board.index
    spots = {spot.name for spot in game.start().scene.spots}
    letters = face.letters()
    for name, piece in pieces.items():
        if (name not in index and name not in spots) or piece not in letters:
            raise BadPosition("position-piece", piece=shown(piece), cell=shown(name))
    if not 0 <= turn < face.players:
        raise BadPosition("position-seat", last=face.players - 1)
    for name, value in details.items():
        if not re.fullmatch("[a-z]{1,20}", name) or not re.fullmatch("[a-z0-9,/-]{1,99}", value):
            raise BadPosition("position-word", given=shown(f"{name}={value}"))
    cells = {index[name]: piece for name, piece in pieces.items() if name in index}
    known = face.completed(cells, details)
    known |= face.spot_details({name: pieces[name] for name in pieces if name in spots})
    rows = (
        "".join(letters[cells[cell]] if cell in cells else "." for cell in row)
        for row in game.board.rows
    )
    words = [f"{face.name}/{VERSION}", "/".join(rows), letters[game.seats[turn]]]
    return read_position(" ".join(words + [f"{k}={v}" for k, v in known.items()]), game)


def split_position(text: str) -> tuple[str, list[str]]:
    """The name of the game and the other words of a line."""
    if len(text) > LONGEST:
        raise BadPosition("position-too-long", longest=LONGEST)
    words = text.split()
    name, _, version = words[0].partition("/") if words else ("", "", "")
    if len(words) < 3 or not version:
        raise BadPosition("position-form", given=shown(text))
    if version != VERSION:
        raise BadPosition("position-version", version=shown(version), known=VERSION)
    return name, words[1:]


def split_values(face: Face, words: list[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """The `name=value` words as options and details."""
    options: dict[str, Any] = {}
    details: dict[str, str] = {}
    known = {option.name: option for option in face.known}
    for item in words:
        name, sign, value = item.partition("=")
        if not sign or name in options or name in details:
            raise BadPosition("position-word", given=shown(item))
        if name in known:
            plain = isinstance(known[name].default, str)
            options[name] = value if plain else _value(item, value)
        else:
            details[name] = value
    return options, details


def _value(item: str, value: str) -> Any:
    """A switch or a number."""
    if value in ("true", "false"):
        return value == "true"
    if re.fullmatch("[0-9]{1,9}", value):
        return int(value)
    raise BadPosition("position-word", given=shown(item))


def read_position(text: str, game: Game) -> Position:
    """The position of a line of this very game; options in the line must be the game's."""
    name, words = split_position(text)
    face = game.face
    options, details = split_values(face, words[2:])
    if name != face.name or face.options({**game.chosen, **options}) != game.options:
        raise BadPosition("position-other-game", game=repr(game))
    past = _past(details.pop("seen", ""), game)
    pieces = _pieces(face, game, words[0])
    letters = face.letters()
    turns = [letters[seat] for seat in face.seats]
    if words[1] not in turns:
        raise BadPosition("position-turn", given=shown(words[1]), known=", ".join(turns))
    _check(face, details)
    state = face.build(pieces, turns.index(words[1]), details, game.options)
    return Position(game, state, past)


def _check(face: Face, details: dict[str, str]) -> None:
    """Refuse words that mean nothing in this game, and numbers that are none."""
    for name, value in details.items():
        if name in face.detail_numbers:
            if not re.fullmatch("[0-9]{1,9}", value):
                raise BadPosition("position-needs", name=name, example=f"{name}=3")
        elif name not in face.detail_words:
            raise BadPosition("position-word", given=shown(f"{name}={value}"))


def _pieces(face: Face, game: Game, text: str) -> dict[int, str]:
    """The pieces by cell, every row as long as the board's."""
    rows = text.split("/")
    if len(rows) != len(game.board.rows):
        raise BadPosition("position-rows", count=len(rows), wanted=len(game.board.rows))
    pieces_of = {letter: piece for piece, letter in face.letters().items()}
    found: dict[int, str] = {}
    for number, (row, cells) in enumerate(zip(rows, game.board.rows, strict=True), start=1):
        if len(row) != len(cells):
            raise BadPosition("position-row", row=number, count=len(row), wanted=len(cells))
        for letter, cell in zip(row, cells, strict=True):
            if letter in pieces_of:
                found[cell] = pieces_of[letter]
            elif letter != ".":
                listed = " ".join([*pieces_of, "."])
                raise BadPosition("position-letter", letter=shown(letter), row=number, known=listed)
    return found


def _past(text: str, game: Game) -> Past | None:
    """The earlier positions that may still come back, as pairs of sets."""
    if not text:
        return None
    pairs = [pair.split("-") for pair in text.split(",")]
    fine = all(
        len(pair) == 2 and all(re.fullmatch("[0-9a-f]{1,16}", w) for w in pair) for pair in pairs
    )
    if not game.repetition or not fine:
        raise BadPosition("position-seen")
    return Past((int(a, 16), int(b, 16)) for a, b in pairs)
