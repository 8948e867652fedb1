"""What is written reads back equal, as text and as JSON, for records of every game."""

from __future__ import annotations

import copy
import json
import pickle
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brettwerk.records import (
    Ply,
    Record,
    from_json,
    read_jsonl,
    read_record,
    read_records,
    to_json,
    write_jsonl,
    write_record,
    write_records,
)
from brettwerk.records.comments import format_clock, parse_comment
from brettwerk.records.escapes import escape, find_unescaped, unescape
from records.samples import GAMES, SEEDS, comments, played, records

if TYPE_CHECKING:
    from brettwerk.core.game import Game


@settings(deadline=None)
@given(records())
def test_text_reads_back_equal(record: Record) -> None:
    """Also the order of tags, and the text of the text."""
    text = write_record(record)
    again = read_record(text)
    assert again == record
    assert list(again.tags) == list(record.tags)
    assert write_record(again) == text
    assert hash(again) == hash(record)


@settings(deadline=None)
@given(records())
def test_json_reads_back_equal(record: Record) -> None:
    """Through real JSON, not only through values."""
    again = from_json(json.loads(json.dumps(to_json(record))))
    assert again == record
    assert list(again.tags) == list(record.tags)
    assert to_json(again) == to_json(record)


@settings(deadline=None, max_examples=30)
@given(st.lists(records(), max_size=5))
def test_streams_read_back_equal(many: list[Record]) -> None:
    """As text, as JSON lines and as a JSON array, laid out or not."""
    assert list(read_records("".join(write_records(many)))) == many
    assert list(read_records("".join(write_records(many)).splitlines())) == many
    assert list(read_jsonl("".join(write_jsonl(many)))) == many
    for indent in (None, 2):
        assert list(read_jsonl(json.dumps([to_json(r) for r in many], indent=indent))) == many


@settings(deadline=None, max_examples=30)
@given(records())
def test_a_written_record_is_valid_and_can_be_pickled(record: Record) -> None:
    """Its result agrees with its moves; it can be sent to other processes."""
    record.check()
    assert pickle.loads(pickle.dumps(record)) == record
    assert copy.deepcopy(record) == record
    assert len(list(record.positions())) == len(record.plies) + 1


@settings(deadline=None, max_examples=50)
@given(records())
def test_lines_of_moves_are_short(record: Record) -> None:
    """At most 80 columns, unless one word alone is longer."""
    _, _, moves = write_record(record).partition("\n\n")
    assert all(len(line) <= 80 or line.count(" ") <= 1 for line in moves.splitlines())


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_replay_gives_the_positions_of_the_game(game: Game, seed: int) -> None:
    """With events too."""
    texts, positions = played(game, seed)
    record = read_record(write_record(Record.of(game, texts)))
    assert record.game == game
    assert tuple(record.positions()) == positions
    assert record.final() == positions[-1]


@given(comments, st.sampled_from('"}'))
def test_escaped_text_is_one_printable_line_and_reads_back(text: str, mark: str) -> None:
    """Nothing within ends it."""
    line = escape(text, mark)
    assert line.isprintable()
    assert unescape(line) == text
    assert find_unescaped(line + mark, mark, 0) == len(line)


@given(st.floats(0, 1e9))
def test_clocks_are_kept_to_the_millisecond(seconds: float) -> None:
    """As text too."""
    ply = Ply("a1", clock=seconds)
    assert ply.clock == pytest.approx(seconds, abs=0.0005001)
    assert ply.clock is not None
    assert parse_comment(f"[%clk {format_clock(ply.clock)}]") == ("", ply.clock)
