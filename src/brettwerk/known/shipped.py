"""The facts and the games that come with the package, read from files alone."""

from __future__ import annotations

import lzma
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from brettwerk.known.facts import Facts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from brettwerk.records import Record

FOLDER = Path(__file__).with_name("data")


def facts_of(game: str) -> Facts:
    """All that is known of a game."""
    return read_facts(FOLDER, game)


@cache
def read_facts(folder: Path, game: str) -> Facts:
    """The same from a folder that `brettwerk known make` has written into."""
    return msgspec.json.decode(facts_file(folder, game).read_bytes(), type=Facts)


def games_of(game: str, plan: str) -> Iterator[Record]:
    """The games that a sample was made of, in their order."""
    from brettwerk.records import read_jsonl

    return read_jsonl(lzma.decompress(games_file(FOLDER, game, plan).read_bytes()).decode())


def facts_file(folder: Path, game: str) -> Path:
    """Where a game's facts lie."""
    return folder / f"{game}.json"


def games_file(folder: Path, game: str, plan: str) -> Path:
    """Where the games of a plan lie, compressed."""
    return folder / f"{game}-{plan}.jsonl.xz"
