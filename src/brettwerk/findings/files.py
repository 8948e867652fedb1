"""Reading the findings of a game and the games behind them."""

import lzma
from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable

import msgspec

from brettwerk.core.game import GameDefinition
from brettwerk.core.registry import definition
from brettwerk.errors import MissingPart
from brettwerk.findings.facts import GameFindings
from brettwerk.records import Record

FACTS = "findings.json"
GAMES, ENDING = "games", ".jsonl.xz"


def has_facts(game: str) -> bool:
    """Return whether a game has findings."""
    return definition(game).file(f"data/{FACTS}") is not None


@cache
def load_facts(game: str) -> GameFindings:
    """Return the findings of a game; raise MissingPart if there are none."""
    return msgspec.json.decode(_read(game, FACTS), type=GameFindings)


def load_games(game: str, plan: str) -> Iterator[Record]:
    """Yield the games of a sample, in order."""
    return _decompressed(_read(game, games_file(plan)))


def game_files(game: GameDefinition) -> list[Traversable]:
    """Return the files of games of the engine against itself that a game's folder has."""
    folder = game.folder.joinpath(f"data/{GAMES}")
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted((file for file in found if file.name.endswith(ENDING)), key=lambda f: f.name)


def read_games(file: Traversable) -> Iterator[Record]:
    """Yield the games of such a file."""
    return _decompressed(file.read_bytes())


def _decompressed(content: bytes) -> Iterator[Record]:
    from brettwerk.records import read_jsonl

    return read_jsonl(lzma.decompress(content).decode())


def games_file(plan: str) -> str:
    """Return the path of the compressed games of a plan."""
    return f"{GAMES}/{plan}{ENDING}"


def _read(game: str, name: str) -> bytes:
    file = definition(game).file(f"data/{name}")
    if file is None:
        raise MissingPart("missing-findings", game=game)
    return file.read_bytes()
