"""Help: every command and parameter is explained, in every language, and nothing else is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from brettwerk.cli import app
from brettwerk.cli.app import App
from brettwerk.cli.help import ROOT, param_key
from brettwerk.i18n import LANGUAGES, Language, add_catalog, catalog, help_texts
from cli.helpers import done, refused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
GERMAN = ("--lang", "de")


def commands() -> Iterator[tuple[str, Any, Any]]:
    """Return all commands, each with its path and a context."""
    root: Any = get_command(app)
    ctx = root.make_context(ROOT, [], resilient_parsing=True)
    yield ROOT, root, ctx
    yield from below(root, ctx, "")


def below(group: Any, ctx: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        yield path + name, command, ctx
        if hasattr(command, "list_commands"):
            yield from below(command, ctx, f"{path}{name}.")


def wanted() -> Iterator[tuple[str, ...]]:
    """Return the keys of what is to be explained; any of several will do."""
    for path, command, ctx in commands():
        yield (f"{path}.about",)
        for param in command.get_params(ctx):
            if not getattr(param, "hidden", False):
                key = param_key(param)
                yield f"{path}.{key}", f"every.{key}"


def metavars() -> set[str]:
    found = {p.metavar for _, command, ctx in commands() for p in command.get_params(ctx)}
    return {f"words.{word}" for word in found if word}


@LANGUAGE
def test_everything_is_explained(language: Language) -> None:
    keys = list(wanted())
    texts = help_texts(language)
    assert len(keys) > 150
    assert [any_of for any_of in keys if not any(key in texts for key in any_of)] == []


@LANGUAGE
def test_nothing_is_explained_that_does_not_exist(language: Language) -> None:
    keys = list(wanted())
    texts = help_texts(language)
    used = {next((key for key in any_of if key in texts), "") for any_of in keys}
    unused = texts.keys() - used - metavars()
    assert [key for key in sorted(unused) if not key.startswith("labels.")] == []


@LANGUAGE
def test_texts_begin_with_a_sentence(language: Language) -> None:
    for key, text in help_texts(language).items():
        if not key.startswith(("labels.", "words.")):
            assert text.strip().split("\n\n")[0].endswith("."), key


@pytest.mark.parametrize("path", [path for path, *_ in commands() if path != ROOT])
def test_help_is_in_every_language(path: str) -> None:
    asked = [*path.split("."), "--help"]
    english, german = done(*asked), done(*asked, *GERMAN)
    assert "Usage:" in english
    assert "Show this help." in english
    assert "Diese Hilfe zeigen." in german
    assert not {"Usage:", "Options", "[default:", "[required]", "Examples:"} & set(german.split())


def test_the_language_is_chosen_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["known", "make", "--help"]
    german = done(*asked, *GERMAN)
    assert "Diese Hilfe zeigen." in german
    assert done(*GERMAN, *asked) == done(*asked, "--lang=de") == german
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert done(*asked) == german


def test_the_list_of_commands_is_translated_too() -> None:
    listing = done("--help", *GERMAN)
    assert "Hier im Terminal spielen." in listing
    assert "Der Atlas der Drei" in listing
    assert "Bretter aus Tableaus" in listing
    assert "Play a game here" in done("--help")


def test_a_group_alone_shows_its_help_and_nothing_more() -> None:
    result = CliRunner().invoke(app, ["board", *GERMAN])
    assert result.exit_code == 2
    assert "Ein Brett auslosen." in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("perft", "SPIEL fehlt."),
        ("perft abalone x", "Der Wert von TIEFE passt nicht."),
        ("bench --rounds 0", "Der Wert von --rounds passt nicht."),
        ("perft --nosuch", "Eine Option --nosuch gibt es nicht."),
        ("--nosuch", "Eine Option --nosuch gibt es nicht."),
        ("bench --json=3", "Die Option --json nimmt keinen Wert."),
        ("play --save", "Die Option --save braucht einen Wert."),
        ("perft abalone 2 3", "Diese Angaben passen nicht zum Befehl."),
        ("bord", "Meinst du „board“?"),
        ("board shwo", "Meinst du „show“?"),
        ("zz", "es gibt: serve, play"),
    ],
)
def test_wrong_usage_is_told_in_german(given: str, sentence: str) -> None:
    told = refused(*GERMAN, *given.split())
    assert sentence in told
    assert "--help" in told


def test_what_has_no_text_is_shown_as_it_is_declared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "de").mkdir()
    text = '[moku.count]\nballs = "So viele Kugeln."'
    (tmp_path / "de" / "help.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(catalog, "_catalogs", list(catalog.catalogs()))
    add_catalog(tmp_path)
    moku = App("moku")

    @moku.add()
    def count(balls: int = 3, rows: int = typer.Option(2, help="As declared.")) -> None:
        """Count what is there."""
        print(balls, rows)

    outer = App("brettwerk")
    outer.add_typer(moku)
    monkeypatch.setenv("LC_ALL", "de")
    shown = CliRunner().invoke(outer, ["moku", "count", "--help"]).stdout
    monkeypatch.undo()
    catalog.forget()
    assert "Count what is there." in shown
    assert "As declared." in shown
    assert "So viele Kugeln." in shown
    assert "Diese Hilfe zeigen." in shown
