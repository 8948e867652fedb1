"""Collections of games on the device are what Python reads of them, and tell the same moves."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from abalone_archive import make_archive

import brettwerk
from brettwerk.cli.sources import decode_text
from brettwerk.explorer import GameIndex
from brettwerk.i18n import Translator
from brettwerk.records import ImportFault, Record, import_games, write_record
from brettwerk.server.study.device import device_collection
from records.quirks import QUIRKS

NODE = shutil.which("node")
ROOT = Path(brettwerk.__file__).parent
SCRIPT = Path(__file__).parent / "collection.mjs"
DAISY = brettwerk.game("abalone", setup="belgian-daisy")

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node here")


def in_node(files: list[Path], asked: list[dict[str, Any]], folder: Path) -> Any:
    collection = msgspec.to_builtins(device_collection("abalone"))
    script = ROOT / "games" / "abalone" / "web" / "dialect.js"
    facts = {
        "wasm": str(ROOT / "games" / "abalone" / "data" / "kernels.wasm"),
        "scripts": [[str(script), collection["dialects"][0]["facts"]]],
        "facts": collection | {"games": []},
    }
    (folder / "facts.json").write_text(json.dumps(facts))
    (folder / "asked.json").write_text(json.dumps(asked))
    assert NODE
    given = [ROOT / "web" / "static", "abalone", folder / "facts.json", folder / "asked.json"]
    command = [NODE, "--experimental-detect-module", *map(str, (SCRIPT, *given, *files))]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def in_python(files: list[Path]) -> tuple[list[Record], list[ImportFault]]:
    faults: list[ImportFault] = []
    texts = ((path, decode_text(path.read_bytes())) for path in files)
    games = [
        game
        for path, text in texts
        for game in import_games(text, file=str(path), skip=faults.append)
    ]
    return games, faults


def test_all_dialects_are_read_on_the_device(tmp_path: Path) -> None:
    files = make_archive(tmp_path / "archive", 36, 1080)
    games, faults = in_python(files)
    assert faults == []
    openings: list[list[str]] = [[], ["a2a3"], ["c2c3"], [ply.text for ply in games[0].plies[:4]]]
    asked: list[dict[str, Any]] = [
        {"options": {"setup": "belgian-daisy"}, "moves": moves, "joined": joined}
        for moves in openings
        for joined in (False, True)
    ]
    found = in_node(files, asked, tmp_path)
    assert found["faults"] == []
    assert [one["moves"] for one in found["games"]] == [[p.text for p in g.plies] for g in games]
    assert [one["result"] for one in found["games"]] == [game.result for game in games]
    assert [one["setup"] for one in found["games"]] == [g.game.options["setup"] for g in games]
    index = GameIndex.open(":memory:")
    index.add(games)
    for wanted, answer in zip(asked, found["answers"], strict=True):
        position = DAISY.start()
        for move in wanted["moves"]:
            position = position.play(move)
        told = index.moves(position, joined=wanted["joined"])
        assert answer["found"] == [
            [one.move, list(one.same), one.games, pytest.approx(one.strength)] for one in told
        ]


def test_faults_have_the_same_place_on_the_device(tmp_path: Path) -> None:
    file = tmp_path / "club.apgn"
    tags = '[Variant "belgian"]\n'
    file.write_text(
        f"{tags}\n1. a1b2 i5h5 *\n\n{tags}\n1. a1b2 i5h5\n2. a2b3 e1e2 *\n\n"
        f'[Variant "unheard of"]\n\n1. a1b2 *\n\n{tags}[Result "1-0"]\n\n1. a1b2 0-1\n\n'
        '[Game "drei"]\n\n1. d4 *\n'
    )
    _, faults = in_python([file])
    found = in_node([file], [], tmp_path)["faults"]
    places = [(one["game"], one["line"], one["ply"], one["move"]) for one in found]
    assert places[:3] == [(one.game, one.line, one.ply, one.move) for one in faults]
    assert found[3]["reason"] == "study-games-other"  # each board has its own game
    illegal, told = next(
        (one, other) for one, other in zip(found, faults, strict=False) if one["ply"]
    )
    assert Translator("en")(illegal["reason"], **illegal["details"]) == str(told.reason)


def test_quirks_are_read_on_the_device_as_in_python(tmp_path: Path) -> None:
    # Node takes Windows' encoding for Latin-1; browsers do not.
    quirks = [quirk for quirk in QUIRKS if quirk.name != "windows"]
    files = [tmp_path / quirk.name.replace(" ", "-") for quirk in quirks]
    for file, quirk in zip(files, quirks, strict=True):
        file.write_bytes(quirk.content)
    games, _ = in_python(files)
    found = in_node(files, [], tmp_path)
    assert found["faults"] == []
    assert [
        (one["moves"], one["result"], one["setup"], one["players"]) for one in found["games"]
    ] == [
        (
            [ply.text for ply in game.plies if not ply.is_event],
            game.result,
            game.game.options["setup"],
            [name or "" for name in game.players],
        )
        for game in games
    ]


def test_our_own_records_may_begin_with_a_position(tmp_path: Path) -> None:
    start = DAISY.start().play("a1b2").play("i5h5")
    record = Record.of(DAISY, ["a2b3", "i6h6"], start=start)
    file = tmp_path / "own.pgn"
    file.write_text(write_record(record), encoding="utf-8")
    found = in_node([file], [], tmp_path)
    assert found["faults"] == []
    assert [one["moves"] for one in found["games"]] == [["a2b3", "i6h6"]]


def test_the_engines_games_are_all_there() -> None:
    facts = device_collection("drei")
    assert len(facts.games) == 600
    assert facts.sets == 0
    assert device_collection("triapon").sets == 4


def test_an_index_is_read_on_the_device(tmp_path: Path) -> None:
    """Its rows fill many pages of the file, and some rows need several pages."""
    games = in_python(make_archive(tmp_path / "archive", 36, 1080))[0]
    with GameIndex.open(tmp_path / "index.sqlite") as index:
        index.add(games)
        index.add(games[:3], source="a long name " * 2000)
    found = in_node([tmp_path / "index.sqlite"], [], tmp_path)
    assert found["faults"] == []
    assert [one["moves"] for one in found["games"]] == [
        [ply.text for ply in game.plies if not ply.is_event] for game in (*games, *games[:3])
    ]


def test_what_is_written_on_the_device_reads_back(tmp_path: Path) -> None:
    files = make_archive(tmp_path / "archive", 36, 1080)
    games, _ = in_python(files)
    written = in_node(files, [], tmp_path)["written"]
    assert set(written) == {"pgn", "apgn", "nacre"}
    for text in written.values():
        faults: list[ImportFault] = []
        again = list(import_games(text, skip=faults.append))
        assert faults == []
        assert list(map(_played, again)) == list(map(_played, games))
    assert [game.tags for game in import_games(written["pgn"])] == [game.tags for game in games]


def _played(game: Record) -> tuple[object, ...]:
    plies = tuple(ply.text for ply in game.plies if not ply.is_event)
    players = tuple(name or "?" for name in game.players)
    return plies, game.result, players, game.game.options["setup"], game.start
