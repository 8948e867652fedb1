"""Counts of move sequences, kept as text files and checked against our own referee's or others'."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

import brettwerk

TABLES = sorted((Path(__file__).parent / "perft").glob("*.txt"))


def rows() -> list[tuple[str, str]]:
    """Each line that is not a remark, with the name of its game."""
    return [
        (table.stem, line)
        for table in TABLES
        for line in table.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]


@pytest.mark.parametrize(("name", "line"), rows())
def test_the_number_of_move_sequences_is_known(name: str, line: str) -> None:
    given, _, counts = line.partition(" : ")
    options = dict(word.split("=", 1) for word in shlex.split(given) if "=" in word)
    values = {key: _value(text) for key, text in options.items() if key != "moves"}
    position = brettwerk.game(name, **values).start()
    for move in options.get("moves", "").split():
        position = position.play(move)
    for depth, count in enumerate(counts.split(), start=1):
        assert position.perft(depth) == int(count)


def _value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


def test_every_game_has_a_table() -> None:
    assert {table.stem for table in TABLES} == set(brettwerk.NAMES)
