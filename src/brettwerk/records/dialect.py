"""What a game's folder brings to read and write records as other programs write them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from brettwerk.core.game import Game, Move, Position
from brettwerk.core.parts import DialectPart
from brettwerk.core.registry import definition, names
from brettwerk.errors import BadOptions, BadRecord
from brettwerk.i18n import truncate

from .movetext import write_moves
from .record import Ply, Record
from .replay import replay
from .tags import write_tag

# Records as Brettwerk writes them itself.
OWN_FORMATS = ("pgn", "jsonl")


class DialectHeader(NamedTuple):
    """What the tags above the moves say: the game, where it begins, and all other tags."""

    game: Game
    start: str | None
    tags: dict[str, str]


class Dialect(DialectPart, ABC):
    """How other programs write records of a game (`GameDefinition.dialects`).

    Files are like PGN: tags in brackets, then numbered moves; or moves alone. What tags, positions
    and moves look like is the dialect's.
    """

    name: str  # of the format, such as `apgn`, which is also the ending of its files
    game: str
    # That reads and writes it on a device, such as `games/GAME/dialect.js`.
    script: str = ""

    def device_facts(self) -> dict[str, object]:
        """Return what that script must know."""
        return {}

    @abstractmethod
    def recognises(self, tags: Mapping[str, str], moves: str) -> bool:
        """Return whether this looks like the dialect; `moves` begins with the first move."""

    @abstractmethod
    def headers(self, tags: Mapping[str, str], remarks: Sequence[str]) -> Iterator[DialectHeader]:
        """Yield what the tags and the remarks above the moves can mean, the likeliest first.

        The first with which all moves are legal is taken. Raise BadRecord if they mean nothing.
        """

    @abstractmethod
    def read_move(self, position: Position, text: str) -> Move:
        """Return the legal move that a text means; IllegalMove or InvalidMove if there is none."""

    @abstractmethod
    def read_position(self, text: str) -> Position | None:
        """Return the position that a text alone means, None if it is not of this dialect."""

    @abstractmethod
    def write_tags(self, record: Record, start: Position) -> dict[str, str]:
        """Return all tags of a record, in their order."""

    @abstractmethod
    def write_move(self, move: Move) -> str:
        """Return the text of a move."""


def dialects() -> list[Dialect]:
    """Return the dialects of all games."""
    return [dialect for name in names() for dialect in dialects_of(name)]


def dialects_of(game: str) -> list[Dialect]:
    """Return the dialects of a game."""
    found = []
    for dialect in definition(game).dialects:
        assert isinstance(dialect, Dialect)
        found.append(dialect)
    return found


def formats_of(game: str) -> list[str]:
    """Return the names of the formats of other programs in which a game's records can be."""
    return [dialect.name for dialect in dialects_of(game)]


def dialect_named(name: str) -> Dialect | None:
    """Return the dialect of this name, None for a format of our own; raise if it is unknown."""
    if name in OWN_FORMATS:
        return None
    known = dialects()
    for dialect in known:
        if dialect.name == name:
            return dialect
    listed = ", ".join((*OWN_FORMATS, *(dialect.name for dialect in known)))
    raise BadOptions("record-format", given=truncate(name), known=listed)


def read_foreign_position(text: str) -> Position | None:
    """Return the position that another program's text means, None if there is none."""
    found = (dialect.read_position(text) for dialect in dialects())
    return next((position for position in found if position), None)


def write_dialect(record: Record, dialect: Dialect) -> str:
    """Return a record as a dialect writes it; events, which it does not have, are left out."""
    if record.game.name != dialect.game:
        raise BadRecord("record-other-format", format=dialect.name, game=record.game.name)
    before, *made = replay(record.game, record.start, (ply.text for ply in record.plies))
    tags = dialect.write_tags(record, before.position)
    plies = []
    for ply, step in zip(record.plies, made, strict=True):
        if not ply.is_event:
            plies.append(_written(ply, before.position, dialect))
        before = step
    lines = [write_tag(name, value) for name, value in tags.items()]
    return "\n".join([*lines, "", *write_moves(replace(record, plies=tuple(plies))), ""])


def _written(ply: Ply, position: Position, dialect: Dialect) -> Ply:
    """Return a ply in the dialect's notation; variations are left out."""
    text = dialect.write_move(position.move(ply.text))
    return Ply(text, ply.comment, ply.clock)
