"""The examples of docs/records.md are real games."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest

import brettwerk
import brettwerk.records
from brettwerk.errors import BadRecord
from brettwerk.games.abalone.notation import read_move, write_nacre
from brettwerk.records import RecordFault, from_json, read_record, write_record

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
SOURCES = ROOT / "src" / "brettwerk" / "records"


def examples(kind: str) -> list[str]:
    """The blocks of this kind on the page."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_the_examples_of_the_page_are_canonical_records() -> None:
    """Those of whole games end, and as they say."""
    abalone, triapon, small = map(read_record, examples("pgn"))
    for record, text in zip((abalone, triapon, small), examples("pgn"), strict=True):
        record.check()
        assert bool(record.outcome()) == (record is not small)
        assert write_record(record) == text
    assert abalone.outcome().reason == "six-out"  # type: ignore[union-attr]
    assert any(ply.is_event for ply in triapon.plies)
    assert any(ply.variations for ply in small.plies)


VECTORS = ROOT / "docs" / "vectors"


@pytest.mark.parametrize(
    "vector", json.loads((VECTORS / "records.json").read_bytes()), ids=lambda v: str(v["name"])
)
def test_the_vectors_of_the_specification_hold(vector: dict[str, Any]) -> None:
    if "error" in vector:
        with pytest.raises(BadRecord) as refused:
            read_record(vector["text"]).check()
        found: Any = refused.value
        assert found.details.get("line") in (None, str(vector["line"]))
        while isinstance(found, RecordFault):
            found = found.reason
        assert found.key == vector["error"]
        return
    record = read_record(vector["text"])
    record.check()
    assert record == from_json(vector["record"])
    assert write_record(record) == vector["canonical"]
    assert read_record(vector["canonical"]) == record
    assert record.final().text == vector["final"]
    outcome = record.outcome()
    assert (outcome and outcome.as_json()) == vector["outcome"]


def test_the_vectors_of_abalones_notations_hold() -> None:
    for vector in json.loads((VECTORS / "abalone-moves.json").read_bytes()):
        position = brettwerk.position(vector["position"])
        assert [move.text for move in position.moves] == [text for text, _ in vector["moves"]]
        for text, nacre in vector["moves"]:
            assert write_nacre(position.move(text)) == nacre
            assert read_move(position, nacre).text == text


def test_the_json_example_is_real() -> None:
    """And says the right result."""
    (text,) = examples("json")
    from_json(json.loads(text)).check()


def test_the_program_of_the_page_runs() -> None:
    """Its first half, which needs no file."""
    (program,) = examples("python")
    exec(program.partition("with open")[0], {})


def test_the_doctest_of_the_package_holds() -> None:
    """It is what people see first."""
    assert doctest.testmod(brettwerk.records).failed == 0
