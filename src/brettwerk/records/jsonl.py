"""Records as JSON: an object each, a line each in a stream; a file with an array is read too."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Any

from brettwerk.errors import BadRecord
from brettwerk.texts import shown

from .arrays import elements
from .faults import RecordFault, in_line
from .limits import DEEPEST, LONGEST_LINE
from .lines import each, lines, pieces
from .record import Ply, Record
from .result import UNFINISHED
from .tags import game_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .lines import Line

_KEYS = ("game", "options", "position", "tags", "comment", "moves", "result")
_PLY_KEYS = ("move", "comment", "clock", "variations")


# -- writing --------------------------------------------------------------------------------------
def to_json(record: Record) -> dict[str, Any]:
    """The record as plain values for `json.dumps`; moves without comment and clock are texts."""
    found: dict[str, Any] = {"game": record.game.name, "options": dict(record.game.chosen)}
    if record.start is not None:
        found["position"] = record.start
    found["tags"] = dict(record.tags)
    if record.comment:
        found["comment"] = record.comment
    found["moves"] = [_ply_json(ply) for ply in record.plies]
    found["result"] = record.result
    return found


def _ply_json(ply: Ply) -> str | dict[str, Any]:
    if not ply.comment and ply.clock is None and not ply.variations:
        return ply.text
    found: dict[str, Any] = {"move": ply.text}
    if ply.comment:
        found["comment"] = ply.comment
    if ply.clock is not None:
        found["clock"] = ply.clock
    if ply.variations:
        found["variations"] = [[_ply_json(one) for one in line] for line in ply.variations]
    return found


def write_jsonl(records: Iterable[Record]) -> Iterator[str]:
    """A line a record, for `writelines` of a file; BadRecord for one that no reader would take."""
    for record in records:
        line = json.dumps(to_json(record))
        if len(line) > LONGEST_LINE:
            raise BadRecord("record-line-too-long", longest=LONGEST_LINE)
        yield line + "\n"


# -- reading --------------------------------------------------------------------------------------
def from_json(value: object) -> Record:
    """The record of such plain values; BadRecord for anything else."""
    _check_plain(value)
    given = _an_object(value, "record-json-object", _KEYS)
    if "game" not in given:
        raise BadRecord("record-json-needs", name="game")
    moves = given.get("moves", [])
    if not isinstance(moves, list):
        raise BadRecord("record-json-kind", name="moves")
    return Record(
        game=game_of(given["game"], _an_object(given.get("options", {}), "record-json-options")),
        plies=tuple(_read_ply(number, move) for number, move in enumerate(moves, start=1)),
        result=given.get("result", UNFINISHED),
        tags=_an_object(given.get("tags", {}), "record-json-tags"),
        start=given.get("position"),
        comment=given.get("comment", ""),
    )


def _read_ply(number: int, value: object) -> Ply:
    try:
        if isinstance(value, str):
            return Ply(value)
        given = _an_object(value, "record-json-move", _PLY_KEYS)
        if "move" not in given:
            raise BadRecord("record-json-needs", name="move")
        variations = _read_variations(number, given.get("variations", []))
        return Ply(given["move"], given.get("comment", ""), given.get("clock"), variations)
    except BadRecord as reason:
        raise RecordFault("record-json-ply", reason, ply=number) from reason


def _read_variations(number: int, value: object) -> tuple[tuple[Ply, ...], ...]:
    if not isinstance(value, list) or not all(isinstance(line, list) for line in value):
        raise BadRecord("record-variation")
    return tuple(
        tuple(_read_ply(at, ply) for at, ply in enumerate(line, start=number)) for line in value
    )


def _an_object(value: object, key: str, names: tuple[str, ...] = ()) -> dict[str, Any]:
    """The value if it is an object with these names at most."""
    if not isinstance(value, dict):
        raise BadRecord(key)
    for name in value if names else ():
        if name not in names:
            raise BadRecord("record-json-unknown", name=shown(name), known=", ".join(names))
    return value


def _check_plain(value: object) -> None:
    """Refuse values that JSON does not have, and such as are nested too deeply."""
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
            raise BadRecord("record-json-value", given=shown(type(part).__name__))
        if depth > DEEPEST:
            raise BadRecord("record-too-deep", most=DEEPEST)


def read_jsonl(
    source: Iterable[str], *, skip: Callable[[BadRecord], object] | None = None
) -> Iterator[Record]:
    """The records of JSON lines, or of one JSON array, one at a time and never all in memory.

    A broken one raises BadRecord with its line. With `skip`, that fault is handed over instead,
    and reading goes on with the next record.
    """
    return each(_texts(source), _read_text, skip)


def _texts(source: Iterable[str]) -> Iterator[Line]:
    """The text of each record: an element of the array if the file begins with one, or a line."""
    flow = pieces(source)
    number = 1
    for piece in flow:
        if piece.strip():
            whole = chain([piece], flow)
            is_array = piece.lstrip().startswith("[")
            yield from elements(whole, number) if is_array else lines(whole, number)
        number += piece.count("\n")


def _read_text(line: Line) -> Record | None:
    if not line.fault and not line.text.strip():
        return None
    try:
        if line.fault:
            raise line.fault
        return from_json(_loaded(line.text))
    except BadRecord as fault:
        raise in_line(line.number, fault) from fault


def _loaded(text: str) -> object:
    try:
        found: object = json.loads(text)
    except RecursionError:
        raise BadRecord("record-too-deep", most=DEEPEST) from None
    except ValueError as fault:
        at = fault.colno if isinstance(fault, json.JSONDecodeError) else 1
        raise BadRecord("record-json", column=at, given=shown(text.strip())) from None
    return found
