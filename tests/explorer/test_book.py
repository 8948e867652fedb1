"""Book: the beginnings of the engine's own games, in Python and on the device alike."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

import brettwerk
from brettwerk.explorer.book import PLIES, book_plies
from brettwerk.explorer.own_games import own_games
from brettwerk.records import Record
from brettwerk.server.study.device import device_collection
from quick import quick_ones

NODE = shutil.which("node")
SCRIPT = Path(brettwerk.__file__).parent / "web" / "static" / "device" / "book.js"


def texts(record: Record) -> tuple[str, ...]:
    return tuple(ply.text for ply in record.plies if not ply.is_event)


def left_after(record: Record, plies: int, random: Random) -> Record:
    """The first moves of a game, and then random ones."""
    moves = list(texts(record)[:plies])
    position = record.game.start()
    for move in moves:
        position = position.play(move)
    while len(moves) < plies + 3 and not position.outcome:
        moves.append(position.random_move(random).text)
        position = position.play(moves[-1])
    return Record.of(record.game, moves)


@pytest.mark.parametrize(
    "name", quick_ones(["abalone", "triapon", "bedraengnis"], {"triapon", "bedraengnis"})
)
def test_moves_are_book_while_a_game_of_the_engine_began_like_this(name: str) -> None:
    known, random = list(own_games(name)), Random(4)
    for record in known[::40]:
        assert book_plies(record) == min(PLIES, len(texts(record)))
        left = left_after(record, 3, random)
        same = [texts(one) for one in known if one.game == record.game]
        begun = [n for n in range(1, 7) if any(m[:n] == texts(left)[:n] for m in same)]
        assert book_plies(left) == begun[-1]
        assert begun[-1] >= 3


def test_what_only_decides_when_a_game_ends_does_not_matter() -> None:
    found = next(own_games("abalone"))
    setup = found.game.options["setup"]
    for options in ({"repetition": 0}, {"repetition": 3, "ply_limit": 50}):
        game = brettwerk.game("abalone", setup=setup, **options)
        assert book_plies(Record.of(game, texts(found)[:4])) == min(4, book_plies(found))


def test_no_move_is_book_elsewhere() -> None:
    game = brettwerk.game("abalone")
    start = game.start().play(game.start().moves[0])
    assert book_plies(Record.of(game, [start.moves[0].text], start=start)) == 0
    assert book_plies(Record.of(game, [])) == 0


@pytest.mark.skipif(NODE is None, reason="there is no Node here")
def test_the_device_finds_the_same(tmp_path: Path) -> None:
    assert NODE
    asked, expected, random = list[object](), list[int](), Random(5)
    for name in ("abalone", "drei", "bedraengnis"):
        games = [
            {"options": one.options, "moves": one.moves} for one in device_collection(name).games
        ]
        for engine in list(own_games(name))[::60]:
            record = left_after(engine, 3, random)
            asked.append([name, dict(record.game.chosen), list(texts(record))])
            expected.append(book_plies(record))
        (tmp_path / f"{name}.json").write_text(json.dumps(games))
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    script = (
        'import { readFileSync } from "node:fs";'
        f"import {{ bookPlies }} from {json.dumps(SCRIPT.as_uri())};"
        'const read = (name) => JSON.parse(readFileSync(`${name}.json`, "utf8"));'
        'console.log(JSON.stringify(read("asked").map('
        "([name, chosen, moves]) => bookPlies(read(name), chosen, moves))));"
    )
    command = [NODE, "--experimental-detect-module", "--input-type=module", "-e", script]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=tmp_path)
    assert json.loads(done.stdout) == expected
    assert min(expected) >= 3
