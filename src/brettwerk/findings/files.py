"""Reading the findings of a game and the games behind them."""

import lzma
from collections.abc import Iterator
from functools import cache

import msgspec

from brettwerk.core.registry import definition
from brettwerk.errors import MissingPart
from brettwerk.findings.facts import GameFindings
from brettwerk.records import Record

FACTS = "findings.json"


def has_facts(game: str) -> bool:
    """Return whether a game has findings."""
    return definition(game).file(f"data/{FACTS}") is not None


@cache
def load_facts(game: str) -> GameFindings:
    """Return the findings of a game; raise MissingPart if there are none."""
    return msgspec.json.decode(_read(game, FACTS), type=GameFindings)


def load_games(game: str, plan: str) -> Iterator[Record]:
    """Yield the games of a sample, in order."""
    from brettwerk.records import read_jsonl

    return read_jsonl(lzma.decompress(_read(game, games_file(plan))).decode())


def games_file(plan: str) -> str:
    """Return the path of the compressed games of a plan."""
    return f"games/{plan}.jsonl.xz"


def _read(game: str, name: str) -> bytes:
    file = definition(game).file(f"data/{name}")
    if file is None:
        raise MissingPart("missing-findings", game=game)
    return file.read_bytes()
