"""Saved games on file: the records of a match, written whole and read back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from brettwerk.cli.output import write_whole
from brettwerk.cli.table.players import default_kinds
from brettwerk.errors import BadRecord
from brettwerk.records import Record, read_records, write_records
from brettwerk.records.sittings import Sitting, records_of, sitting_of

if TYPE_CHECKING:
    from pathlib import Path


def save(sitting: Sitting, path: Path) -> None:
    """Write the records of all rounds into a file."""
    today = {"Date": datetime.now().strftime("%Y.%m.%d")}
    write_whole(path, "".join(write_records(records_of(sitting, today))).encode())


def load(path: Path) -> tuple[Sitting, bool]:
    """The match of a file, and whether saving it there again would lose nothing.

    Of a game with points all records are its rounds; of any other the last one is taken. Where
    a record does not say who played, it is as at a new table.
    """
    with path.open(encoding="utf-8", errors="replace") as file:
        records = list(read_records(file))
    if not records:
        raise BadRecord("cli-resume-empty", file=path)
    sitting = sitting_of(records if records[-1].game.face.scores else records[-1:])
    both = zip(sitting.kinds, default_kinds(sitting.match.players), strict=True)
    sitting.kinds = tuple(known or usual for known, usual in both)
    return sitting, list(map(_undated, records_of(sitting))) == list(map(_undated, records))


def _undated(record: Record) -> Record:
    return replace(record, tags={k: v for k, v in record.tags.items() if k != "Date"})
