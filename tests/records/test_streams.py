"""Streams: read one record at a time, past broken ones, from files and from anything with lines."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest

import brettwerk
from brettwerk.errors import BadRecord
from brettwerk.records import (
    Ply,
    Record,
    RecordFault,
    read_jsonl,
    read_records,
    to_json,
    write_jsonl,
    write_record,
    write_records,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAME = brettwerk.game("bedraengnis")
TEXT = write_record(Record.of(GAME, ["b2", "c3"], tags={"Event": "x"}))


class Counted:
    """Lines that know how many of them have been taken."""

    def __init__(self, records: Iterator[str]) -> None:
        self.taken = 0
        self._records = records

    def __iter__(self) -> Iterator[str]:
        for record in self._records:
            for line in record.splitlines(keepends=True):
                self.taken += 1
                yield line


def many(count: int) -> Iterator[Record]:
    """Records that can be told apart."""
    for number in range(count):
        yield Record(GAME, (Ply("b2"),), tags={"Round": str(number)})


def test_a_thousand_games_are_read_one_at_a_time() -> None:
    """No line is taken before it is needed: one record, and the first line of the next."""
    lines = Counted(write_records(many(1000)))
    size = 6  # with the empty line after it
    for number, record in enumerate(read_records(lines)):
        assert record.tags["Round"] == str(number)
        assert lines.taken <= size * (number + 1) + 1
    assert number == 999


def test_json_lines_are_read_one_at_a_time() -> None:
    """A line a record."""
    lines = Counted(write_jsonl(many(1000)))
    for number, record in enumerate(read_jsonl(lines)):
        assert record.tags["Round"] == str(number)
        assert lines.taken == number + 1
    assert number == 999


def test_a_json_array_is_read_one_element_at_a_time() -> None:
    """As laid out by others, over many lines."""
    text = json.dumps([to_json(record) for record in many(1000)], indent=1)
    lines = Counted(iter([text]))
    total = len(text.splitlines())
    for number, record in enumerate(read_jsonl(lines)):
        assert record.tags["Round"] == str(number)
        assert lines.taken <= (number + 1) * (total / 1000) + 12
    assert number == 999


def test_an_array_in_one_long_line_is_read_in_pieces() -> None:
    """A file of it may be longer than a line may be."""
    text = json.dumps([to_json(record) for record in many(2000)])
    file = io.StringIO(text)
    assert next(read_jsonl(file)).tags["Round"] == "0"
    assert file.tell() < len(text)
    assert [r.tags["Round"] for r in read_jsonl(io.StringIO(text))] == list(map(str, range(2000)))


@pytest.mark.parametrize(
    "broken",
    [
        TEXT.replace("1. b2", "1. {b2"),
        TEXT.replace("1. b2", "((("),
        TEXT.replace("c3", "}"),
        TEXT.replace('"bedraengnis"', '"go"'),
        TEXT.replace('"x"]', '"x"'),
        TEXT.replace('[Event "x"]', "[Event x]"),
        TEXT.replace('[Game "bedraengnis"]\n', ""),
        TEXT.replace("b2", "b" * 10_000_001),
        '[Game "bedraengnis"]\n[Event "x\n',
    ],
    ids=range(9),
)
def test_reading_continues_after_a_malformed_record(broken: str) -> None:
    """One fault, and reading goes on."""
    faults: list[BadRecord] = []
    found = list(read_records(TEXT + "\n" + broken + "\n" + TEXT, skip=faults.append))
    assert [write_record(record) for record in found] == [TEXT, TEXT]
    assert len(faults) == 1
    assert 6 < int(str(faults[0].details["line"])) <= 13
    reading = read_records(TEXT + "\n" + broken + "\n" + TEXT)
    assert write_record(next(reading)) == TEXT
    with pytest.raises(BadRecord):
        next(reading)


@pytest.mark.parametrize("junk", ["just some words\n\n", "\x00\x01\x02\n", "}"])
def test_garbage_affects_only_the_record_before_it(junk: str) -> None:
    """Before the first record it is a fault of its own."""
    faults: list[BadRecord] = []
    found = list(read_records(junk + "\n" + TEXT + TEXT + junk + "\n" + TEXT, skip=faults.append))
    assert [write_record(record) for record in found] == [TEXT, TEXT]
    assert len(faults) == 2


def test_skipped_errors_keep_no_record_in_memory() -> None:
    """So that a log of them stays small."""
    faults: list[BadRecord] = []
    list(read_records(TEXT.replace("c3", "}"), skip=faults.append))
    (fault,) = faults
    assert isinstance(fault, RecordFault)
    for one in (fault, fault.reason):
        assert (one.__traceback__, one.__cause__, one.__context__) == (None, None, None)


def test_a_record_without_moves_ends_where_the_next_game_is_named() -> None:
    """Files are cut off now and then."""
    found = list(read_records('[Game "drei"]\n[White "Ada"]\n' + TEXT))
    assert [record.game.name for record in found] == ["drei", "bedraengnis"]


def test_reading_continues_after_a_malformed_json_line() -> None:
    """With the number of each."""
    good = json.dumps(to_json(Record.of(GAME, ["b2"])))
    lines = ["", good, "{", '{"game": "go"}', "[]", "NaN", good, '{"game": 3}']
    faults: list[BadRecord] = []
    assert len(list(read_jsonl("\n".join(lines), skip=faults.append))) == 2
    assert [fault.details["line"] for fault in faults] == list("34568")


def test_reading_continues_after_a_malformed_array_element() -> None:
    """Also with the number of the line in which it begins."""
    good = json.dumps(to_json(Record(GAME, comment='odd " \\ ],[ { text')))
    text = f'\n[\n{good},\n  3, {{"game": "go"}}\n,{good}, "a\\",",\n{good},]\n'
    faults: list[BadRecord] = []
    assert len(list(read_jsonl(text, skip=faults.append))) == 3
    assert [fault.details["line"] for fault in faults] == list("445")
    assert list(read_jsonl(" [ ] ")) == []
    assert list(read_jsonl("")) == []


@pytest.mark.parametrize("cut", ['[{"game": "drei"}', "[", '[{"game": "dr', "[[[", '["\\'])
def test_an_open_array_is_an_error_at_its_end(cut: str) -> None:
    """What came before it counts."""
    faults: list[BadRecord] = []
    list(read_jsonl(cut, skip=faults.append))
    assert str(faults[-1]) == "Line 1: The JSON array is not closed."


def test_text_after_an_array_is_an_error() -> None:
    """White space is not."""
    with pytest.raises(BadRecord, match="Line 2: Something follows"):
        list(read_jsonl("[]\nx"))


def test_files_are_read_and_written(tmp_path: Path) -> None:
    """With every kind of line end."""
    records = list(many(3))
    path = tmp_path / "games.pgn"
    for end in ("\n", "\r\n", "\r"):
        with path.open("w", encoding="utf-8", newline=end) as file:
            file.writelines(write_records(records))
        for newline in (None, "") if end != "\r" else (None,):
            with path.open(encoding="utf-8", newline=newline) as file:
                assert list(read_records(file)) == records


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    """Not with an error of another kind, and not without end."""
    path = tmp_path / "junk"
    path.write_bytes(TEXT.encode() + bytes(range(256)) * 100)
    for read in (read_records, read_jsonl):
        with path.open(encoding="utf-8") as file, pytest.raises(BadRecord, match="Line"):
            list(read(file))
        with path.open("rb") as binary, pytest.raises(BadRecord, match="UTF-8"):
            list(read(binary))  # type: ignore[arg-type]
        faults: list[BadRecord] = []
        with path.open(encoding="utf-8") as file:
            list(read(file, skip=faults.append))
        assert faults
