"""What the menu promises: a game by number or name, the saved one again, help, a way out."""

from __future__ import annotations

import os
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import brettwerk
from brettwerk.cli.choose import resolve_name
from brettwerk.cli.rules import set_up_pager
from brettwerk.cli.terminal import invocation as started
from brettwerk.cli.terminal.menu import _day
from brettwerk.cli.terminal.saving import load
from brettwerk.errors import UnknownGame
from brettwerk.i18n import LANGUAGES, Language, Translator
from cli.helpers import done, script


# -- choosing -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "name"), [("bed", "bedraengnis"), ("Kata", "katarenga"), ("bedrä", "bedraengnis")]
)
def test_a_game_is_found_by_an_unambiguous_prefix(text: str, name: str) -> None:
    assert resolve_name(text) == name


@pytest.mark.parametrize("text", ["", "d", "die", "zz", "?"])
def test_an_ambiguous_or_unknown_prefix_is_refused(text: str) -> None:
    with pytest.raises(UnknownGame):
        resolve_name(text)


def test_the_menu_takes_prefixes_and_refuses_wrong_numbers() -> None:
    told = done("play", stdin="99\n00000000199\nkata\n2\n")
    assert told.count(f"Choose a number from 1 to {len(brettwerk.NAMES)}.") == 2
    assert "White to move: W" in told


@pytest.mark.parametrize("lines", ["quit\n", "ende\n", "q\n", "drei\nquit\n", "drei\nende\n"])
def test_quit_leaves_the_menu(lines: str) -> None:
    told = done("play", stdin=lines + "drei\n")
    assert told.endswith("Bye!\n")
    assert "There is no game" not in told


def test_the_menu_helps_and_shows_rules() -> None:
    told = done("play", stdin="?\nrules\nrules zz\nrules bed\ndrei\nhelp\nrules\nquit\n")
    assert "the beginning of the name is enough" in told
    assert "as in: rules drei" in told
    assert "There is no page “zz”" in told
    assert "White begins and places a piece on any field" in told
    assert "Type how many of you play" in told
    german = done("play", "--lang=de", stdin="hilfe\nregeln 3\nregeln brett\nende\n")
    assert "der Anfang des Namens genügt" in german
    assert "Tschüss!" in german


# -- how strong -----------------------------------------------------------------------------------
def test_the_menu_asks_for_a_level_where_the_computer_plays(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    lines = "cornered\n1\n?\nrules\n0\n11\nstrong\n2\nb2\nquit\n"
    told = done("play", "--save", file, stdin=lines)
    assert "How strong should the computer be?" in told
    assert "Type a number from 1 to 10." in told
    assert "White begins and places a piece on any field" in told
    assert told.count("Choose a number from 1 to 10.") == 3
    assert "Black (computer, level 2) played" in told
    assert load(file)[0].kinds == ("human", "level:2")


def test_enter_takes_the_default_level_for_all_other_seats() -> None:
    told = done("play", "--lang=de", stdin="triapon\n2\n\nquit\n")
    assert "Spieler 3 (Computer, Stufe 3)" in told


def test_no_level_is_asked_if_all_players_are_people_or_named() -> None:
    assert "How strong" not in done("play", stdin="drei\n2\nquit\n")
    assert "How strong" not in done("play", "--players=human,level:1", stdin="drei\nquit\n")


# -- going on -------------------------------------------------------------------------------------
def test_the_newest_unfinished_game_is_offered(saves: Path) -> None:
    assert "go on" not in done("play", stdin="0\n")
    done("play", "drei", stdin="d4\nsave\n")
    (file,) = saves.iterdir()
    (saves / "broken.pgn").write_text("nonsense")
    (saves / "empty.pgn").write_text("")
    (saves / "odd.pgn").write_text('[Game "drei"]\n[WhiteType "oracle"]\n\n1. d4 *\n')
    played = script("drei", seed=5)
    done("play", "drei", "--seed=5", "--save", saves / "over.pgn", stdin=played.stdin)
    os.utime(file, (1, 1))
    told = done("play", stdin="0\nquit\n")
    assert "continue: Die Drei (Troika)" in told
    assert "saved on 1 Jan 1970; 2 moves so far" in told
    assert f"Saved: {file}" in told


def test_with_other_settings_no_saved_game_is_offered() -> None:
    done("play", "cornered", stdin="b2\nsave\n")
    assert "continue: " in done("play", "--seed=1", stdin="quit\n")
    assert "continue: " not in done("play", "--target=9", stdin="quit\n")


def test_days_are_shown_in_words() -> None:
    now = datetime.now().replace(hour=14, minute=5)
    t = Translator("en")
    assert _day(t, now) == "saved today at 14:05"
    assert _day(t, now - timedelta(days=1)) == "saved yesterday at 14:05"
    assert _day(Translator("de"), datetime(2024, 5, 3)) == "gespeichert am 03.05.2024"


# -- starting again -------------------------------------------------------------------------------
def started_as(monkeypatch: pytest.MonkeyPatch, script: str, known: str | None = None) -> str:
    monkeypatch.setattr(started, "which", lambda _name: known)
    monkeypatch.setattr(sys, "argv", [script])
    return started.program_command()


@pytest.mark.skipif(os.name == "nt", reason="paths look different there")
def test_the_hint_says_how_the_program_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / ".venv" / "bin" / "brettwerk"
    script.parent.mkdir(parents=True)
    script.touch()
    monkeypatch.chdir(tmp_path)
    assert started_as(monkeypatch, str(script), known="/usr/bin/brettwerk") == "brettwerk"
    assert started_as(monkeypatch, str(script)) == ".venv/bin/brettwerk"
    assert started_as(monkeypatch, ".venv/bin/brettwerk") == ".venv/bin/brettwerk"
    assert started_as(monkeypatch, "/x/pytest") == "brettwerk"
    assert started_as(monkeypatch, "/x/brettwerk/__main__.py").endswith(" -m brettwerk")
    monkeypatch.chdir(script.parent)
    assert started_as(monkeypatch, str(script)) == "./brettwerk"


def test_the_hint_after_quitting_names_that_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "brettwerk.cli.terminal.saving.program_command", lambda: ".venv/bin/brettwerk"
    )
    assert "\n  .venv/bin/brettwerk play --resume " in done("play", "drei", stdin="d4\nquit\n")


# -- the pager ------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pager_says_how_to_leave(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LESS", "LESSCHARSET"):
        monkeypatch.setenv(name, "")  # so that it is put back afterwards
        monkeypatch.delenv(name)
    set_up_pager(language)
    prompt = Translator(language)("cli-pager")
    assert prompt.isascii()  # some versions of less show other letters as signs
    assert not set(prompt) & set("?:.%\\$")
    assert os.environ["LESS"] == f"-R -Ps{prompt}$"
    assert os.environ["LESSCHARSET"] == "utf-8"


def test_the_users_pager_settings_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS", "-S")
    monkeypatch.setenv("LESSCHARSET", "latin1")
    set_up_pager("en")
    assert (os.environ["LESS"], os.environ["LESSCHARSET"]) == ("-S", "latin1")
