"""What the commands besides `play` promise, for people and for programs."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import brettwerk
from brettwerk.boards.tableaus import DISTINCT, numbered_arrangement
from brettwerk.records import Record, write_jsonl, write_record, write_records
from cli.helpers import done, facts, refused

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = ("play", "show", "rules", "games", "perft", "board show", "board list", "board random")
POSITION = "bedraengnis/1 ..../..../.w../.... b last=b2"
BOARD = ("1a0", "3b2", "4a1", "2b3")


# -- help -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command: str) -> None:
    assert f"brettwerk {command}" in done(*command.split(), "--help").split("Examples", 1)[1]


def test_help_lists_the_commands() -> None:
    listing = done("--help")
    assert all(command.split()[0] in listing for command in COMMANDS)


def test_the_version_is_printed() -> None:
    assert done("--version").strip() == brettwerk.__version__


def test_an_unknown_command_is_refused() -> None:
    assert "nosuch" in refused("nosuch")


# -- games ----------------------------------------------------------------------------------------
def test_games_lists_every_game_with_its_options() -> None:
    listing = done("games")
    for name in brettwerk.NAMES:
        assert name in listing
    assert "lines=straight" in listing
    assert "board='1a0 2a0 3a0 4a0'" in listing


def test_games_speaks_german() -> None:
    assert "Das Bedrängnis" in done("games", "--lang", "de")
    assert "Runden bringen Punkte" in done("games", "--lang", "de")


def test_games_tells_programs_the_defaults() -> None:
    listing = {game["game"]: game for game in facts("games")}
    assert tuple(listing) == brettwerk.NAMES
    for name, game in listing.items():
        assert game["options"] == brettwerk.game(name).options


# -- rules ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("page", [*brettwerk.NAMES, "board"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_rules_are_there_for_every_game(page: str, language: str) -> None:
    assert len(done("rules", page, "--lang", language)) > 1000
    assert done("rules", page, "--lang", language, "--raw").startswith("# ")


def test_rules_are_found_by_alias() -> None:
    assert done("rules", "Battle Stations") == done("rules", "schlacht")


def test_the_language_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert "gibt es nicht" in refused("rules", "chess")
    assert "There is no page" in refused("rules", "chess", "--lang", "en")


def test_an_unknown_language_is_refused() -> None:
    assert "“fr”" in refused("rules", "drei", "--lang", "fr")
    assert "de, en" in refused("--lang=xx")


# -- show -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_show_draws_the_start_of_every_game(name: str) -> None:
    start = brettwerk.game(name).start()
    assert done("show", name).splitlines()[-1].endswith("to move.")
    told = facts("show", name)
    assert told["text"] == start.text
    assert told["legal"] == [move.text for move in start.moves]
    assert told["to_move"] == 0
    assert told["outcome"] is None


def test_show_reads_the_text_of_a_position() -> None:
    assert "Black to move." in done("show", POSITION)
    assert (
        done("show", *POSITION.split())
        == done("show", POSITION)
        == done("show", "-", stdin=POSITION)
    )
    assert facts("show", POSITION)["pieces"] == {"b2": "white"}


def test_show_lists_moves() -> None:
    listing = " ".join(move.text for move in brettwerk.position(POSITION).moves)
    assert listing in done("show", POSITION, "--moves")


def test_show_takes_options() -> None:
    assert (
        facts("show", "abalone", "--setup", "Belgian daisy")["options"]["setup"] == "belgian-daisy"
    )
    shown = facts(
        "show", "drei", "--board", "#7", "--set", "continuation=yes", "--set", "lines=any"
    )
    assert shown["options"]["continuation"] is True
    assert shown["options"]["board"] == "/".join(numbered_arrangement(7).rows)


def test_show_shows_any_ply_of_a_record(tmp_path: Path) -> None:
    record = Record.of(brettwerk.game("bedraengnis"), ["b2", "c3", "resign:0"])
    file = tmp_path / "game.pgn"
    file.write_text(write_record(record))
    assert facts("show", file)["outcome"]["reason"] == "resignation"
    assert facts("show", file, "--at", "1")["pieces"] == {"b2": "white"}
    assert facts("show", file, "--at", "-2")["ply"] == 2
    assert "[Bg]" in done("show", file, "--at", "2")
    assert "Black wins" in done("show", file)
    assert facts("show", "-", "--at", "0", stdin=write_record(record))["pieces"] == {}
    assert "no ply 9" in refused("show", file, "--at", "9")


def test_show_finds_a_record_among_several(tmp_path: Path) -> None:
    game = brettwerk.game("drei")
    records = [Record.of(game, [cell]) for cell in ("a1", "b2", "c3")]
    for file, lines in ("r.pgn", write_records(records)), ("r.jsonl", write_jsonl(records)):
        (tmp_path / file).write_text("".join(lines))
        assert facts("show", tmp_path / file, "--record", "2")["pieces"] == {"b2": "white"}
        assert "no record 4" in refused("show", tmp_path / file, "--record", "4")


def test_show_draws_pictures(tmp_path: Path) -> None:
    assert done("show", "triapon", "--svg", "-", "--theme", "dark").startswith("<svg")
    done(
        "show", "abalone", "--svg", tmp_path / "a.svg", "--png", tmp_path / "a.png", "--width", "99"
    )
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    assert (tmp_path / "a.png").read_bytes()[16:20] == (99).to_bytes(4)
    marked = done("show", "drei", "--svg", "-", "--moves", "--flip")
    assert len(marked) > len(done("show", "drei", "--svg", "-"))
    assert {file.name for file in tmp_path.iterdir()} == {"a.svg", "a.png"}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["chess"], "There is no game “chess”"),
        (["nosuch.pgn"], "There is no file or folder “nosuch.pgn”."),
        (["/"], "“/” is a folder, not a file."),
        (["bedraengnis/1 ..../.... b"], "The position has 2 rows"),
        (["drei", "--board", "rrr"], "The board has 1 row;"),
        (["drei", "--set", "lines"], "“lines” has no “=”"),
        (["drei", "--set", "speed=9"], "has no option “speed”"),
        (["abalone", "--set", "ply-limit=many"], "The option ply_limit is a whole number"),
        (["abalone", "--svg", "/nosuch/x.svg"], "There is no folder “/nosuch”"),
    ],
)
def test_show_refuses_in_one_sentence(given: list[str], sentence: str) -> None:
    told = refused("show", *given)
    assert sentence in told
    assert "\n" not in told


def test_a_file_without_a_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "noise.pgn"
    file.write_bytes(bytes(range(256)) * 20)
    refused("show", file)


# -- board ----------------------------------------------------------------------------------------
def test_board_shows_number_and_mirror_image() -> None:
    told = facts("board", "show", *BOARD)
    assert told["tableaus"] == " ".join(BOARD)
    assert numbered_arrangement(told["number"]).mirrored().number == told["mirror"]
    assert f"#{told['number']}" in done("board", "show", *BOARD)
    assert facts("board", "show", told["board"]) == told
    assert facts("board", "show", f"#{told['number']}")["canonical"] == told["canonical"]
    assert "Spiegelbild" in done("board", "show", *BOARD, "--lang", "de")


def test_board_shows_a_single_tableau_and_a_custom_board() -> None:
    assert facts("board", "show", "3b2")["tableaus"] == "3b2"
    assert facts("board", "show", "rrrr/yyyy/gggg/bbbb")["tableaus"] is None
    assert "a board of your own" in done("board", "show", "rrrr/yyyy/gggg/bbbb")
    assert facts("board", "random", "--single", "--seed", "7") == facts(
        "board", "show", "random:7", "--single"
    ) | {"seed": 7}


def test_board_lists_all() -> None:
    assert len(done("board", "list").splitlines()) == DISTINCT
    lines = done("board", "list", "--from", "24570", "--json").splitlines()
    assert [json.loads(line)["number"] for line in lines] == list(range(24570, DISTINCT))
    assert done("board", "list", "--from", "5", "--count", "1").startswith("#5 ")


def test_board_shows_a_random_board() -> None:
    assert facts("board", "random", "--seed", "7") == facts("board", "random", "--seed", "7")
    assert facts("board", "random")["number"] < DISTINCT
    assert done("board", "random", "--seed", "1", "--svg", "-").startswith("<svg")


def test_board_refuses_a_tableau_used_twice() -> None:
    assert "appears twice" in refused("board", "show", "1a0", "1b2", "4a1", "2b3")


# -- perft ----------------------------------------------------------------------------------------
def test_perft_counts() -> None:
    told = facts("perft", "bedraengnis", "3")
    assert told["perft"] == [16, 71, 286]
    assert "286" in done("perft", "cornered", "3")


def test_perft_divides() -> None:
    told = facts("perft", "bedraengnis", "3", "--divide")
    assert sum(told["divide"].values()) == 286
    assert len(told["divide"]) == 16
    assert "b2" in done("perft", "bedraengnis", "2", "--divide")


def test_perft_puts_large_counts_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brettwerk.cli.perft.INTERRUPTIBLE_NODES", 10)
    assert facts("perft", "bedraengnis", "4")["perft"] == [16, 71, 286, 1046]


def test_perft_counts_from_anywhere() -> None:
    after = facts("perft", "bedraengnis", "2", "--moves", "b2")
    assert after["position"] == POSITION
    assert facts("perft", "bedraengnis", "2", "--position", POSITION)["perft"] == after["perft"]


def test_perft_refuses_an_illegal_move() -> None:
    assert "already a piece on b2" in refused("perft", "bedraengnis", "1", "--moves", "b2 b2")
    assert "steht schon" in refused("perft", "drei", "1", "--moves", "b2 b2", "--lang", "de")


def test_a_position_brings_its_own_options() -> None:
    text = brettwerk.game("drei").start().text
    assert "--set" in refused("show", text, "--set", "lines=any")
    assert "--board" in refused("show", text, "--board", "#5", "--lang", "en")


def test_a_closed_output_is_not_an_error() -> None:
    command = f'"{sys.executable}" -m brettwerk games >&-'
    done_with = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done_with.stderr == ""
    assert done_with.returncode == 0


@pytest.mark.parametrize(
    "given",
    [
        ("perft", "abalone", "x"),
        ("perft",),
        ("nosuch",),
        ("play", "--nosuch"),
        ("board", "show"),
        ("board", "random", "--seed", "-1"),
        ("bench", "--rounds", "0"),
    ],
)
def test_a_usage_error_is_one_line_that_points_to_help(given: tuple[str, ...]) -> None:
    sentence = refused(*given)
    assert "\n" not in sentence
    assert "--help" in sentence


def test_an_unknown_page_is_refused_with_the_known_ones() -> None:
    assert "board" in refused("rules", "nonsense")
    assert "board" in refused("rules", "nonsense", "--lang", "de")
