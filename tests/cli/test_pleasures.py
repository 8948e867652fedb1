"""What makes the command line kind: hints about typing errors, old files, programs, completion."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import brettwerk
from brettwerk.cli.terminal import saving
from cli.helpers import SOURCE, done, refused, run

BROKEN = '[Game "drei"]\n[White "Jürgen"]\n\n1. d4 c3 2. h8 *\n'


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "saves"
    folder.mkdir()
    monkeypatch.setattr(saving, "saves_folder", lambda: folder)
    return folder


# -- did you mean ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("command", "meant"),
    [
        ("show abalon", "“abalone”"),
        ("show abalone --set setp=x", "“setup”"),
        ("show abalone --setup belgian-dasy", "“belgian-daisy”"),
        ("show abalone --qqqqqq", None),
        ("analyse abalone --secnds 1", "“--seconds”"),
        ("rules katarnga", "“katarenga”"),
        ("puzzles shw", "“show”"),
        ("ply", "“play”"),
        ("show qqqqqq", None),
    ],
)
def test_a_typing_error_is_answered_with_a_question(command: str, meant: str | None) -> None:
    said = refused(*command.split())
    assert (f"Did you mean {meant}?" in said) if meant else ("Did you mean" not in said)
    assert "Did you mean" not in said.partition("See:")[2]  # where to read on comes last


def test_the_library_asks_too_in_both_languages() -> None:
    with pytest.raises(brettwerk.UnknownGame, match="Did you mean “triapon”") as caught:
        brettwerk.game("triapn")
    assert caught.value.localized("de").endswith("Meinst du „triapon“?")


# -- records --------------------------------------------------------------------------------------
def test_a_fault_later_in_a_record_does_not_matter(tmp_path: Path) -> None:
    file = tmp_path / "g.pgn"
    file.write_text(BROKEN, encoding="utf-8")
    assert "After ply 2: c3" in done("show", file, "--at", "2")
    assert "Ply 3, h8" in refused("show", file)


def test_old_files_are_read_as_they_were_meant(tmp_path: Path) -> None:
    file = tmp_path / "old.pgn"
    for encoding, word in (("latin-1", "read as Latin-1"), ("utf-16", ""), ("utf-8-sig", "")):
        file.write_bytes(BROKEN.replace(" 2. h8", "").encode(encoding))
        result = run("analyse", file, "--nodes", "10")
        assert result.exit_code == 0
        assert "Jürgen" in result.stdout
        assert word in result.stderr


def test_a_missing_folder_is_called_one(tmp_path: Path) -> None:
    said = refused("show", "abalone", "--svg", tmp_path / "none" / "a.svg")
    assert said.startswith(f"There is no folder “{tmp_path / 'none'}”")
    assert "no folder" not in refused("show", tmp_path / "none.pgn")


# -- programs in matches --------------------------------------------------------------------------
def test_a_program_that_cannot_start_ends_the_match(tmp_path: Path) -> None:
    said = refused("match", "bedraengnis", f"x=command:{tmp_path}/none", "random", "--games", "2")
    assert said.startswith("The player “x” cannot play. The program “")
    dying = f"{sys.executable} -c 'raise SystemExit(\"no weights found\")'"
    errors = tmp_path / "errors.txt"
    said = refused(
        "match", "bedraengnis", f"x=command:{dying}", "random", "--games", "2", "--stderr", errors
    )
    assert "It last said: no weights found" in said
    assert errors.read_text() == "x: no weights found\n"
    german = refused("match", "bedraengnis", f"x=command:{dying}", "random", "--lang", "de")
    assert german.startswith("Der Spieler „x“ kann nicht spielen. Das Programm hat sich beendet")


# -- the terminal game ----------------------------------------------------------------------------
def test_hint_and_why() -> None:
    typed = "hint\nwhy b2\nwhy z9\nwhy\nb2\nwhy a1\nquit\n"
    told = done("play", "bedraengnis", "--players", "human,human", stdin=typed)
    assert "d1 looks best: White wins" in told
    assert "b2 is allowed. After it: " in told
    assert "Say which move" in told
    assert "z9" in told


def test_resuming_needs_no_path(saves: Path) -> None:
    assert f"no unfinished game to resume in {saves}" in refused("play", "--resume")
    done("play", "bedraengnis", "--players", "human,human", stdin="b2\nquit\n")
    assert len(list(saves.iterdir())) == 1
    told = done("play", "--resume", "--lang", "en", stdin="moves\nquit\n")
    assert "Das Bedrängnis" in told or "Bedr" in told


# -- completion -----------------------------------------------------------------------------------
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_games_setups_and_options(shell: str) -> None:
    def completed(line: str) -> str:
        words = line.split(" ")
        names = {
            "_BRETTWERK_COMPLETE": f"complete_{shell}",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words) - 1),
            "_TYPER_COMPLETE_ARGS": line,
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
            "_TYPER_COMPLETE_WORD_TO_COMPLETE": words[-1],
            "PYTHONPATH": SOURCE,
        }
        program = "import sys; sys.argv = ['brettwerk']; from brettwerk.cli import main; main()"
        call = [sys.executable, "-c", program]
        found = subprocess.run(
            call, env=os.environ | names, capture_output=True, text=True, timeout=60
        )
        return found.stdout

    assert "abalone" in completed("brettwerk show aba")
    settings = completed("brettwerk show abalone --set ")
    assert "setup=belgian-daisy" in settings
    assert "ply_limit=" in settings
    assert "barricades" not in settings
    assert "belgian-daisy" in completed("brettwerk play abalone --setup bel")


# -- a quick start --------------------------------------------------------------------------------
def test_short_commands_load_nothing_heavy() -> None:
    program = (
        "import sys; from brettwerk.cli import main\n"
        "sys.argv = ['brettwerk', 'show', 'abalone', '--json']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = ('numba', 'numpy', 'wasmtime', 'starlette', 'sqlalchemy', 'brettwerk.search',\n"
        "         'brettwerk.engine', 'rich.live')\n"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)"
    )
    call = [sys.executable, "-c", program]
    found = subprocess.run(call, capture_output=True, check=True, text=True)
    assert found.stderr.strip() == "[]"
