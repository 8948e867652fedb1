"""What people at the table are told: hints, answers between rounds, pictures, options."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import brettwerk
from brettwerk.cli.choose import make_game, parse_options
from brettwerk.cli.moves import move_label
from brettwerk.cli.terminal.saving import load
from cli.helpers import done, refused, script

PNG = b"\x89PNG"


# -- between and after rounds ---------------------------------------------------------------------
IN_PLAY = "moves\ndraw\nresign\nundo\n"


def test_between_rounds_commands_of_play_are_refused() -> None:
    told = done("play", "cornered", stdin=f"b2\nresign\ny\n{IN_PLAY}nonsense\n?\n\nquit\n")
    over = told[told.index("Points:") : told.index("Round 2")]
    assert over.count("The round is over; press Enter for the next one") == 5
    assert "Enter begins the next one" in over
    assert "such as" not in over
    assert "resign this game" not in over
    assert "keep the game in a file" in over


@pytest.mark.parametrize(
    ("language", "yes"), [("en", "type y for another one"), ("de", "tipp j für noch eins")]
)
def test_after_the_game_enter_is_not_said_to_go_on(language: str, yes: str) -> None:
    played = script("drei", seed=5)
    lines = f"{played.stdin}{IN_PLAY}nonsense\n?\n\n"
    told = done("play", "drei", "--seed=5", "--lang", language, stdin=lines)
    over = told[told.index("a Drei!" if language == "en" else "eine Drei!") :]
    assert over.count(yes) == 5
    assert "Enter" not in over
    assert "Eingabetaste" not in over
    assert "—" not in over
    assert over.endswith(("Bye!\n", "Tschüss!\n"))


# -- hints ----------------------------------------------------------------------------------------
def test_the_fields_to_place_on_are_named_with_the_reason() -> None:
    board = "/".join(["bbbb"] * 4)
    given = ("play", "cornered", "--board", board, "--players=human,human")
    told = done(*given, stdin="b2\na1\n")
    assert "on b2 (blue), so you may place on: a1, a2, a3, b1, b3, c1, c2, c3." in told
    assert "on a1 (blue), so you may place on: a2, b1." in told
    assert told.count("you may place on") == 2
    assert "auf a1 (blau); du darfst" in done(*given, "--lang=de", stdin="b2\na1\n")


def test_placements_are_not_listed_if_every_empty_field_is_legal() -> None:
    told = done("play", "triapon", "--players=human,human,human", stdin="e5\nd4\n")
    assert "place on:" not in told


@pytest.mark.parametrize("name", ["triapon", "schlacht"])
@pytest.mark.parametrize("others", ["human", "random"])
def test_the_end_of_placing_is_announced_once(name: str, others: str) -> None:
    kinds = ["human", *[others] * (brettwerk.game(name).players - 1)]
    target = 9 if name == "schlacht" else None
    played = script(name, seed=3, kinds=kinds, target=target, plies=31 if target is None else 19)
    given = ("play", name, "--seed=3", "--players", ",".join(kinds))
    told = done(*given, stdin=played.stdin)
    assert told.count("All pieces are placed; now they move.") == 1
    assert "jetzt wird gezogen." in done(*given, "--lang=de", stdin=played.stdin)


def test_without_placing_its_end_is_not_announced() -> None:
    assert "placed" not in done("play", "abalone", stdin="a1b2\n1\n1\n")


def test_the_prompt_has_the_name_that_was_given() -> None:
    told = done("play", "drei", "--players=human,human", "--names=Ada,", stdin="d4\n")
    assert "White (Ada) > d4" in told
    assert "\nBlack > " in told
    assert "\nWhite > " in done("play", "drei")


def test_a_list_by_target_shows_targets() -> None:
    position = brettwerk.game("abalone").start()
    assert move_label(position, position.move("a1b2"), "to") == "a1b2 → d4"
    assert move_label(position, position.move("a1b2"), "") == "a1b2"
    assert move_label(position, position.move("c3d4"), "to") == "c3d4"
    assert "a1b2 → d4" in done("play", "abalone", stdin="moves to\n")


def test_german_help_has_german_words() -> None:
    told = done("play", "drei", "--lang=de", stdin="hilfe\nbild\n")
    assert "speichern [DATEI]" in told
    assert "bild DATEI" in told
    assert "bild brett.svg" in told
    assert "FILE" not in told


# -- pictures -------------------------------------------------------------------------------------
def test_the_ending_says_which_picture(tmp_path: Path) -> None:
    lines = "".join(f"svg {tmp_path}/{name}\n" for name in ("a.png", "b.SVG", "c.jpg", "d"))
    told = done("play", "drei", stdin=lines)
    assert (tmp_path / "a.png").read_bytes().startswith(PNG)
    assert (tmp_path / "b.SVG").read_text().startswith("<svg")
    assert told.count("ends in .svg or .png") == 2
    assert {file.name for file in tmp_path.iterdir()} == {"a.png", "b.SVG"}


def test_a_name_that_ends_like_another_picture_is_refused(tmp_path: Path) -> None:
    svg, png = tmp_path / "x.svg", tmp_path / "x.png"
    assert "--png writes another kind" in refused("show", "drei", "--png", svg)
    assert "--svg writes another kind" in refused("show", "drei", "--svg", png)
    assert "end the name in .png" in refused("show", "drei", "--svg", svg, "--png", svg)
    assert "eine andere Art" in refused("board", "show", "#1", "--svg", png, "--lang=de")
    assert not list(tmp_path.iterdir())


# -- options --------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["drei", "bedraengnis", "schlacht", "katarenga"])
def test_a_board_is_random(name: str) -> None:
    boards = {make_game(name, board="random").options["board"] for _ in range(8)}
    assert len(boards) > 1
    assert re.search("[rygb]{4}", done("show", name, "--board=random", "--json"))


def test_the_seed_decides_the_board_that_is_drawn(tmp_path: Path) -> None:
    def board(file: str, *given: str) -> str:
        done("play", "drei", "--save", tmp_path / file, "--seed=7", *given, stdin="d4\n")
        return str(load(tmp_path / file)[0].match.game.options["board"])

    first = board("a.pgn", "--board=random")
    assert board("b.pgn", "--set", "board=Random") == first
    assert board("c.pgn") != first


def test_only_boards_are_drawn() -> None:
    assert "random" in refused("show", "abalone", "--setup", "random")
    refused("show", "abalone", "--board", "random")


@pytest.mark.parametrize("given", ['lines="any"', "lines='any'", "lines= any ", 'lines=" any"'])
def test_quotes_around_a_value_are_understood(given: str) -> None:
    assert parse_options("drei", [given], None, None) == {"lines": "any"}


@pytest.mark.parametrize("value", ['"any', "any'", "\"any'", '"'])
def test_quotes_that_do_not_match_stay(value: str) -> None:
    assert parse_options("drei", [f"lines={value}"], None, None) == {"lines": value}
