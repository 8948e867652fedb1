"""Hostile input: refused with a sentence, in bounded time and memory, never with another error."""

from __future__ import annotations

import io
import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brettwerk.errors import BadRecord
from brettwerk.records import (
    Record,
    from_json,
    read_jsonl,
    read_record,
    read_records,
    to_json,
    write_jsonl,
    write_record,
)
from brettwerk.records import limits as limits_module
from records.samples import records

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = '[Game "bedraengnis"]\n\n'
values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
markup = st.text(alphabet='[]{}()"\\;%$!?*\n\r\t 10-/.abGame\x00\u2028é', max_size=60)


@settings(deadline=None)
@given(st.one_of(st.text(), markup, markup.map(lambda text: HEAD + text)))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    """What was read can be written, and reads back equal."""
    for record in read_records(text, skip=str):
        assert read_record(write_record(record)) == record
    list(read_jsonl(text, skip=str))
    list(read_jsonl("[" + text, skip=str))


@settings(deadline=None)
@given(records(), st.integers(0, 10_000), markup)
def test_a_damaged_record_is_parsed_or_refused(record: Record, at: int, junk: str) -> None:
    """Wherever it is damaged; and replaying refuses in the same way."""
    for text in (write_record(record), json.dumps(to_json(record))):
        place = at % (len(text) + 1)
        damaged = text[:place] + junk + text[place + len(junk) :]
        for read in (read_records, read_jsonl):
            for found in read(damaged, skip=str):
                with suppress(BadRecord):
                    found.check()


@settings(deadline=None)
@given(values)
def test_any_values_are_a_record_or_refused(value: Any) -> None:
    """As the whole, or as any part of it."""
    whole = {"game": "abalone", "options": {}, "moves": [], "tags": {}, "result": "*"}
    parts = [{**whole, name: value} for name in (*whole, "position", "comment", "other")]
    plies = [{"move": value}, {"move": "a1b2", "comment": value}, {"move": "a1b2", "clock": value}]
    options = [
        {"game": game, "options": {name: value}}
        for game in ("abalone", "drei", "triapon", "bedraengnis")
        for name in ("setup", "board", "repetition", "ply_limit", "continuation", "crossing")
    ]
    for given_value in [value, *parts, *({**whole, "moves": [ply]} for ply in plies), *options]:
        with suppress(BadRecord):
            record = from_json(given_value)
            assert from_json(to_json(record)) == record
            record.check()


@pytest.mark.parametrize(
    "value",
    [
        None,
        3,
        [],
        "abalone",
        {},
        {1: 2},
        {"game": b"abalone"},
        {"game": "abalone", "moves": "a1b2"},
        {"game": "abalone", "moves": [None]},
        {"game": "abalone", "moves": [{"comment": "x"}]},
        {"game": "abalone", "moves": [{"move": "a1b2", "time": 3}]},
        {"game": "abalone", "moves": [{"move": "a1b2", "clock": 10**5000}]},
        {"game": "abalone", "tags": {"A": 3}},
        {"game": "abalone", "options": []},
        {"game": "abalone", "options": {"no_such": 1}},
        {"game": "abalone", "result": None},
        {"game": "abalone", "position": 3},
        {"game": "abalone", "plies": []},
    ],
)
def test_wrong_types_are_refused(value: object) -> None:
    """With a sentence in both languages."""
    with pytest.raises(BadRecord) as caught:
        from_json(value)
    assert str(caught.value) != caught.value.localized("de")


def test_nesting_is_bounded() -> None:
    """Also in values that contain themselves."""
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(BadRecord, match="more than 100"):
        from_json({"game": "abalone", "options": {"setup": endless}})
    for text in ("[" * 1_000_000, '{"a":' * 1_000_000, '{"game":' + "[" * 500 + "]" * 500 + "}"):
        for lead in ("", "[{},"):
            with pytest.raises(BadRecord):
                list(read_jsonl(lead + text))


@pytest.mark.parametrize(
    "text",
    [
        "a" * 10_000_001,
        " " * 10_000_001 + "x",
        "[" * 400_000,
        '[Game "' + "\\" * 1_000_000,
        '[Game "' + '\\"' * 400_000,
        pytest.param(HEAD + "{" + "\\}" * 300_000, marks=pytest.mark.slow),
        pytest.param(HEAD + "{" * 1_000_000, marks=pytest.mark.slow),
        HEAD + "(" * 1_000_000,
        HEAD + "() " * 150_000 + ")",
        HEAD + "!?" * 1_000_000,
        HEAD + "1." * 1_000_000 + "{",
        pytest.param(HEAD + "b2 " * 1_000_002, marks=pytest.mark.slow),
        HEAD + "$1 " * 150_000,
        pytest.param(HEAD + "{}" * 150_000 + "}", marks=pytest.mark.slow),
        pytest.param(HEAD + ";\n" * 150_000 + "}", marks=pytest.mark.slow),
        pytest.param('[A "x"]\n' * 5_000, marks=pytest.mark.slow),
        "".join(f'[A{n} "x"]\n' for n in range(5_000)) + HEAD,
        "[" + "," * 200_000 + "3]",
        '["' + '\\"' * 1_000_000,
    ],
    ids=range(19),
)
def test_large_junk_is_refused_soon(text: str) -> None:
    """In time that grows no faster than the text."""
    started = time.process_time()
    for read in (read_records, read_jsonl):
        faults: list[BadRecord] = []
        found = list(read(io.StringIO(text), skip=faults.append))
        assert faults
        assert not found
    assert time.process_time() - started < 30


def test_a_line_without_end_is_not_kept() -> None:
    """A file of one endless line is read in chunks and thrown away."""

    class Endless(io.StringIO):
        left = 3000  # chunks: about 200 million characters

        def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
            self.left -= 1
            assert size is not None
            assert 0 < size <= 1 << 20
            return "a" * size if self.left > 0 else ""

    with pytest.raises(BadRecord, match="Line 1: The line is longer than 10,000,000 characters"):
        list(read_records(Endless()))


def test_a_record_without_end_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its lines are let go, and the next record is found."""
    from brettwerk.records import pgn

    monkeypatch.setattr(pgn, "MAX_RECORD_LENGTH", 10_000)

    def lines() -> Iterator[str]:
        yield '[Game "bedraengnis"]'
        yield from ("{ words" for _ in range(20_000))
        yield from HEAD.splitlines()
        yield "b2 *"

    faults: list[BadRecord] = []
    assert len(list(read_records(lines(), skip=faults.append))) == 1
    assert len(faults) == 1
    assert "longer than 10,000 characters" in str(faults[0])


def test_lines_without_end_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty ones need memory too."""
    from brettwerk.records import pgn

    monkeypatch.setattr(pgn, "MAX_LINES", 100)
    with pytest.raises(BadRecord, match="Line 101: The record is longer"):
        read_record(HEAD + "\n" * 200)


def test_a_record_too_long_to_read_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that every file written can be read."""
    from brettwerk.records import jsonl, pgn

    monkeypatch.setattr(pgn, "MAX_RECORD_LENGTH", 100)
    monkeypatch.setattr(jsonl, "MAX_LINE_LENGTH", 100)
    record = Record(read_record(HEAD).game, comment="a" * 100)
    with pytest.raises(BadRecord, match="longer than 100"):
        write_record(record)
    with pytest.raises(BadRecord, match="longer than 100"):
        list(write_jsonl([record]))


def test_limits_leave_room_for_each_other() -> None:
    """A tag or a comment at its longest, every character escaped, is no line too long."""
    assert limits_module.MAX_TEXT_LENGTH * 10 + 100 < limits_module.MAX_LINE_LENGTH
    assert limits_module.MAX_START_LENGTH * 2 + 100 < limits_module.MAX_LINE_LENGTH
