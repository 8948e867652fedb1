"""Where an analysis begins: a position, a record that was pasted, a game that was played here.

All of them become an `Opening`: a position, and moves from there with variations and comments, in
the form in which records keep them as JSON; which is also how an analysis becomes a record again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from brettwerk.errors import BadRecord, MatchError
from brettwerk.games.catalogue import game_of, position
from brettwerk.records import (
    Ply,
    Record,
    from_json,
    read_jsonl,
    read_records,
    to_json,
    write_jsonl,
    write_record,
)
from brettwerk.records.replay import steps
from brettwerk.server.exports import records_in

if TYPE_CHECKING:
    from brettwerk.games.core import Position
    from brettwerk.server.host import Host
    from brettwerk.server.table import Table

_POSITION = re.compile(r"\s*[a-z]+/[0-9]+\s")


@dataclass(frozen=True)
class Opening:
    """Moves from a position on; `ply` is how many of the main line are to be shown at first."""

    begin: Position
    moves: tuple[Ply, ...] = ()
    ply: int | None = None

    @property
    def shown(self) -> list[str]:
        """The moves that lead to what is shown at first."""
        return [ply.text for ply in self.moves[: self.ply]]

    def as_json(self) -> dict[str, Any]:
        """For the page."""
        record = Record(self.begin.game, self.moves)
        told = to_json(record)["moves"]
        game = self.begin.game.name
        return {"game": game, "begin": self.begin.text, "moves": told, "ply": self.ply}


# -- texts ----------------------------------------------------------------------------------------
def read_text(text: str) -> Opening | Record:
    """What somebody has pasted: the text of a position, or a record as text or JSON."""
    if _POSITION.match(text):
        return Opening(position(" ".join(text.split())))
    lines = text.strip()
    found = (
        read_jsonl(lines) if lines[:1] in ("{", "[") and _is_json(lines) else read_records(lines)
    )
    record = next(iter(found), None)
    if record is None:
        raise BadRecord("study-nothing")
    return record


def _is_json(text: str) -> bool:
    """Whether a text that begins with a bracket is JSON, and not the first tag of a record."""
    return text[0] == "{" or re.match(r"\[\s*[\[{]", text) is not None


def opening_of(record: Record, ply: int | None = None) -> Opening:
    """The moves of a record; what was before somebody left, or went on after a draw, is left out.

    Of such a game one analyses what came then; the position knows who is out.
    """
    before, *made = steps(record.game, record.start, (one.text for one in record.plies))
    begin, moves, shown = before.position, list[Ply](), 0
    for number, (one, step) in enumerate(zip(record.plies, made, strict=True), start=1):
        if not one.is_event:
            moves.append(replace(one, text=step.text))
        elif step.position != before.position:
            begin, moves = step.position, []
        before = step
        if number == ply:
            shown = len(moves)
    return Opening(begin, tuple(moves), None if ply is None else min(shown, len(moves)))


# -- games of this server -------------------------------------------------------------------------
def opening_from(host: Host, number: int | None, ply: int | None) -> Opening:
    """A round of a game that was played here, unless somebody else's moves still depend on it."""
    table = host.table
    records = records_in(host)
    number = len(records) if number is None else number
    if not 1 <= number <= len(records):
        raise MatchError("page-number", first=1, last=len(records))
    going = number > len(table.match.rounds)
    if going and not may_help(table):
        raise MatchError("study-still-played")
    record = records[number - 1]
    if ply is not None and not 0 <= ply <= len(record.plies):
        raise MatchError("page-number", first=0, last=len(record.plies))
    return opening_of(record, ply)


def may_help(table: Table) -> bool:
    """Whether nobody else is played against: at most one person, the others computers."""
    return len(table.terms.people) <= 1


# -- and back -------------------------------------------------------------------------------------
class Kept(Struct, forbid_unknown_fields=True):
    """An analysis to be written as a record: where it begins, moves as in `Opening`."""

    begin: str
    moves: list[Any] = []
    ending: str = "pgn"


def told_in(kept: Kept) -> Record:
    """An analysis as it is told; whether its moves are legal is not known yet."""
    name, options = game_of(kept.begin)
    begin = position(kept.begin)
    plain = begin.game.start().text == begin.text
    start = {} if plain else {"position": begin.text}
    return from_json({"game": name, "options": options, **start, "moves": kept.moves})


def plies_in(record: Record) -> int:
    """How many plies there are, those of variations included."""
    count, todo = 0, [record.plies]
    while todo:
        line = todo.pop()
        count += len(line)
        todo += [variation for ply in line for variation in ply.variations]
    return count


def written(told: Record, ending: str) -> str:
    """The record of an analysis, all of whose moves must be legal; how they end is found out."""
    record = Record.of(told.game, told.plies, start=told.start)
    record.check()
    return "".join(write_jsonl([record])) if ending == "json" else write_record(record)
