"""Records as JSON: JSON lines are written and read, a JSON array is read too."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from brettwerk.core.outcome import UNFINISHED
from brettwerk.errors import BadRecord
from brettwerk.i18n import truncate

from .arrays import elements
from .errors import RecordFault, at_line
from .limits import MAX_DEPTH, MAX_LINE_LENGTH
from .lines import SourceLine, chunks, lines, read_each
from .pgn import read_records
from .record import Ply, Record
from .tags import cached_game

_KEYS = ("game", "options", "position", "tags", "comment", "moves", "result")
_JSON = re.compile(r"\s*(\{|\[\s*[\[{\]])")
_PLY_KEYS = ("move", "comment", "clock", "variations")


# -- writing --------------------------------------------------------------------------------------
def to_json(record: Record) -> dict[str, object]:
    """Return the record as JSON values; a move without comment and clock is a string."""
    return _given(
        game=record.game.name,
        options=dict(record.game.chosen),
        position=record.start,
        tags=dict(record.tags),
        comment=record.comment or None,
        moves=[_ply_json(ply) for ply in record.plies],
        result=record.result,
    )


def _ply_json(ply: Ply) -> str | dict[str, object]:
    variations = [[_ply_json(one) for one in line] for line in ply.variations]
    found = _given(comment=ply.comment or None, clock=ply.clock, variations=variations or None)
    return {"move": ply.text} | found if found else ply.text


def _given(**values: object) -> dict[str, object]:
    """Return an object without the values that are None."""
    return {name: value for name, value in values.items() if value is not None}


def write_jsonl(records: Iterable[Record]) -> Iterator[str]:
    """Yield a line per record; raise BadRecord for one that is too long to be read."""
    for record in records:
        line = json.dumps(to_json(record))
        if len(line) > MAX_LINE_LENGTH:
            raise BadRecord("record-line-too-long", longest=MAX_LINE_LENGTH)
        yield line + "\n"


# -- reading --------------------------------------------------------------------------------------
def from_json(value: object) -> Record:
    """Return the record of JSON values; raise BadRecord if they are malformed."""
    _check_plain(value)
    given = _checked_object(value, "record-json-object", _KEYS)
    if "game" not in given:
        raise BadRecord("record-json-needs", name="game")
    moves = given.get("moves", [])
    if not isinstance(moves, list):
        raise BadRecord("record-json-kind", name="moves")
    return Record(
        game=cached_game(
            given["game"], _checked_object(given.get("options", {}), "record-json-options")
        ),
        plies=tuple(_parse_ply(number, move) for number, move in enumerate(moves, start=1)),
        result=given.get("result", UNFINISHED),
        tags=_checked_object(given.get("tags", {}), "record-json-tags"),
        start=given.get("position"),
        comment=given.get("comment", ""),
    )


def _parse_ply(number: int, value: object) -> Ply:
    try:
        if isinstance(value, str):
            return Ply(value)
        given = _checked_object(value, "record-json-move", _PLY_KEYS)
        if "move" not in given:
            raise BadRecord("record-json-needs", name="move")
        variations = _parse_variations(number, given.get("variations", []))
        return Ply(given["move"], given.get("comment", ""), given.get("clock"), variations)
    except BadRecord as reason:
        raise RecordFault("record-json-ply", reason, ply=number) from reason


def _parse_variations(number: int, value: object) -> tuple[tuple[Ply, ...], ...]:
    if not isinstance(value, list) or not all(isinstance(line, list) for line in value):
        raise BadRecord("record-variation")
    return tuple(
        tuple(_parse_ply(at, ply) for at, ply in enumerate(line, start=number)) for line in value
    )


def _checked_object(value: object, key: str, names: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the value if it is an object without unknown names."""
    if not isinstance(value, dict):
        raise BadRecord(key)
    for name in value if names else ():
        if name not in names:
            raise BadRecord("record-json-unknown", name=truncate(name), known=", ".join(names))
    return value


def _check_plain(value: object) -> None:
    """Raise for values that JSON does not have, or that are nested too deeply."""
    todo: list[tuple[object, int]] = [(value, 1)]
    while todo:
        part, depth = todo.pop()
        if isinstance(part, dict):
            if not all(isinstance(name, str) for name in part):
                raise BadRecord("record-json-names")
            todo += [(inner, depth + 1) for inner in part.values()]
        elif isinstance(part, list):
            todo += [(inner, depth + 1) for inner in part]
        elif part is not None and not isinstance(part, str | int | float):
            raise BadRecord("record-json-value", given=truncate(type(part).__name__))
        if depth > MAX_DEPTH:
            raise BadRecord("record-too-deep", most=MAX_DEPTH)


def read_jsonl(
    source: Iterable[str], *, skip: Callable[[BadRecord], object] | None = None
) -> Iterator[Record]:
    """Yield the records of JSON lines or of one JSON array, without loading all into memory.

    A malformed record raises BadRecord with its line. With `skip`, the error is passed to it
    instead, and reading continues with the next record.
    """
    return read_each(json_lines(source), parse_line, skip)


def read_any(text: str) -> Iterator[Record]:
    """Yield the records of a text like PGN or of JSON; tags begin with a bracket, as arrays do."""
    return (read_jsonl if is_json(text) else read_records)(text)


def is_json(text: str) -> bool:
    """Return whether a text is JSON, and not tags and moves."""
    return _JSON.match(text) is not None


def json_lines(source: Iterable[str]) -> Iterator[SourceLine]:
    """Yield the text of each record: the elements if the input is an array, else the lines."""
    stream = chunks(source)
    number = 1
    for chunk in stream:
        if chunk.strip():
            whole = chain([chunk], stream)
            is_array = chunk.lstrip().startswith("[")
            yield from elements(whole, number) if is_array else lines(whole, number)
        number += chunk.count("\n")


def parse_line(line: SourceLine) -> Record | None:
    """Return the record of a line or an element; None if it is empty."""
    if not line.fault and not line.text.strip():
        return None
    try:
        if line.fault:
            raise line.fault
        return from_json(_parse_json(line.text))
    except BadRecord as fault:
        raise at_line(line.number, fault) from fault


def _parse_json(text: str) -> object:
    try:
        found: object = json.loads(text)
    except RecursionError:
        raise BadRecord("record-too-deep", most=MAX_DEPTH) from None
    except ValueError as fault:
        at = fault.colno if isinstance(fault, json.JSONDecodeError) else 1
        raise BadRecord("record-json", column=at, given=truncate(text.strip())) from None
    return found
