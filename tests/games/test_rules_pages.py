"""The pages of rules in the terminal: nothing breaks or is cut, and what they say to type works."""

from __future__ import annotations

import re
import shlex
from io import StringIO
from typing import Any

import pytest
import typer
from rich.console import Console
from rich.markdown import Markdown

import brettwerk
from brettwerk.cli import app
from brettwerk.cli.choose import make_game
from brettwerk.core.registry import definition
from brettwerk.i18n import LANGUAGES, Language
from brettwerk.learn.rules import rules_page, rules_text
from brettwerk.match import Match

COLUMNS = 80
CODE_COLUMNS = 76  # what rich leaves of them for the lines of a code block, with room to spare
LINES = 140
PAGES = (*brettwerk.NAMES, "board")

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_page = pytest.mark.parametrize("name", PAGES)


def code_lines(page: str) -> list[str]:
    """The lines inside the fences."""
    return [line for block in page.split("```")[1::2] for line in block.splitlines()[1:]]


def commands(page: str) -> list[str]:
    """What one is told to type: spans of code, and lines of code blocks, that begin with us."""
    spans = re.findall(r"`(brettwerk\s[^`]+)`", page)
    return [*spans, *(line for line in code_lines(page) if line.startswith("brettwerk "))]


def parsed(command: str) -> tuple[str, dict[str, Any]]:
    """The command's name and its parameters, as the command line itself reads them."""
    group: Any = typer.main.get_command(app)
    name, *words = shlex.split(command)[1:]
    return name, group.commands[name].make_context(name, words).params


@every_language
@every_page
def test_code_blocks_fit_into_the_terminal(name: str, language: Language) -> None:
    page = rules_text(name, language)
    assert page.count("```") % 2 == 0
    assert [line for line in code_lines(page) if len(line) > CODE_COLUMNS] == []


@every_language
@every_page
def test_nothing_is_cut_off_in_the_terminal(name: str, language: Language) -> None:
    page = rules_text(name, language)
    console = Console(file=StringIO(), width=COLUMNS)
    with console.capture() as shown:
        console.print(Markdown(page))
    assert shown.get().count("…") == page.count("…")


@every_language
@every_page
def test_a_page_is_not_too_long(name: str, language: Language) -> None:
    page = re.sub(r"```example (?:.*\n)*?```\n\n?", "", rules_page(name, language))
    assert "```" not in page
    assert len(page.splitlines()) < LINES


@every_language
@every_page
def test_what_a_page_tells_one_to_type_is_accepted(name: str, language: Language) -> None:
    examples = commands(rules_page(name, language))
    assert examples
    for example in examples:
        command, given = parsed(example)
        assert command == "play", example
        game = make_game(given["game"], given["sets"], given["board"], given["setup"])
        assert name in (game.name, "board"), example
        Match.new(game, target=given["target"], next_board=given["tableau"] or "keep", seed=1)


@every_language
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_every_option_is_on_its_page(name: str, language: Language) -> None:
    page = rules_page(name, language)
    assert [o.name for o in definition(name).option_specs if f"`{o.name}`" not in page] == []


@every_language
@every_page
def test_values_are_written_as_they_are_typed(name: str, language: Language) -> None:
    assert re.findall(r'\w+="\w+"|\b(?:True|False)\b', rules_page(name, language)) == []
