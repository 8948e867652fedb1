"""What the pages of rules say in their text, compared with what the games do."""

from __future__ import annotations

import re

import pytest

import brettwerk
from brettwerk.boards.board import cells_of
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.boards.square import WHOLE
from brettwerk.boards.tableaus import DISTINCT
from brettwerk.boards.triangle import KINDS, TRIANGLE
from brettwerk.core.registry import definition
from brettwerk.errors import InvalidMove
from brettwerk.games.abalone.setups import setups
from brettwerk.games.drei.rules import THIRD
from brettwerk.games.triapon.rules import QUIET_ROUNDS
from brettwerk.i18n import LANGUAGES, Language
from brettwerk.learn.rules import rules_page

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_game = pytest.mark.parametrize("name", brettwerk.NAMES)
SPAN = re.compile(r"`([^`]+)`")


def tables(page: str) -> list[list[list[str]]]:
    """The tables of a page as rows of cells, each without its head."""
    blocks = re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE)
    rows = [[line.strip("| ").split(" | ") for line in block.splitlines()] for block in blocks]
    return [table[2:] for table in rows]


def table_with(page: str, cell: str) -> list[list[str]]:
    """The table in which a row begins like this."""
    return next(t for t in tables(page) if any(row[0].startswith(cell) for row in t))


@every_language
@every_game
def test_options_have_the_defaults_that_their_table_names(name: str, language: Language) -> None:
    rows = {row[0].strip("`"): row for row in table_with(rules_page(name, language), "`")}
    for option in definition(name).option_specs:
        said = SPAN.findall(rows[option.name][2])[0]
        default = option.default
        if isinstance(default, bool):
            assert said == str(default).lower()
        else:
            assert option.read(int(said) if isinstance(default, int) else said) == default
        for choice in option.choices if option.control == "choice" else ():
            assert f"`{choice}`" in rows[option.name][1]


@every_language
@pytest.mark.parametrize("name", ["bedraengnis", "schlacht"])
def test_the_target_is_the_one_that_is_named(name: str, language: Language) -> None:
    rows = {row[0]: row for row in table_with(rules_page(name, language), "`")}
    assert rows["`--target`"][2] == f"`{definition(name).target}`"


@every_language
@every_game
def test_moves_are_written_as_the_tables_say(name: str, language: Language) -> None:
    page = rules_page(name, language)
    found = SPAN.findall(" ".join(" ".join(row) for row in tables(page)[-1]))
    assert found
    start = brettwerk.game(name).start()
    for text in found:
        try:
            start.move(text)
        except InvalidMove as fault:
            pytest.fail(f"{text}: {fault}")
        except brettwerk.errors.IllegalMove:
            pass


@every_language
def test_the_setups_of_abalone_are_all_and_only_those(language: Language) -> None:
    text = re.search(r"(?:Set-ups|Aufstellungen): ((?:.|\n)*?)\. ", rules_page("abalone", language))
    assert text
    named = SPAN.findall(text[1])
    assert named == list(setups())
    smaller = [name for name, setup in setups().items() if len(setup["black"].split()) != 14]
    assert re.findall(r"`([^`]+)` \(", text[1]) == smaller
    assert all(len(setups()[name]["black"].split()) == 12 for name in smaller)


@every_language
def test_the_rows_of_the_hexagon_are_as_long_as_is_said(language: Language) -> None:
    said = re.findall(
        r"`([a-i])[^`]?` (?:is|geht also von|von) `(..)` (?:to|bis) `(..)`",
        rules_page("abalone", language).replace("\n", " "),
    )
    assert [row for row, _, _ in said] == ["a", "e", "f", "i"]
    for row, first, last in said:
        names = [name for name in HEXAGON.names if name[0] == row]
        assert (names[0], names[-1]) == (first, last)


@every_language
def test_the_table_of_triads_is_right(language: Language) -> None:
    rows = table_with(rules_page("triapon", language), "kurz" if language == "de" else "short")
    here = TRIANGLE.index["e3"]
    for row, steps in zip(rows, KINDS, strict=True):
        ways = [*steps, *((-a, -b) for a, b in steps)]
        next_holes = {TRIANGLE.step(here, way) for way in ways} - {None}
        assert set(re.findall("[a-i][1-9]", row[3])) == {
            TRIANGLE.names[hole] for hole in next_holes if hole is not None
        }
        assert int(row[2]) == len(steps)
        assert int(row[4]) == max(len(line) for step in steps for line in TRIANGLE.lines(step))


@every_language
def test_the_quiet_rounds_are_counted_as_is_said(language: Language) -> None:
    text = rules_page("triapon", language)
    for players in (3, 2):
        assert re.search(rf"\b{QUIET_ROUNDS * players}\b", text)
    assert re.search(rf"2\. {QUIET_ROUNDS} (?:rounds|Runden)", text)


@every_language
def test_the_boards_are_counted(language: Language) -> None:
    text = rules_page("board", language).replace(".", ",")
    assert text.count(f"{DISTINCT:,}") == 2
    assert f"#{DISTINCT - 1}`" in text


@every_language
def test_two_pieces_are_completed_where_the_tip_says(language: Language) -> None:
    tip = re.search(
        r"c4 (?:and|und) e4\? (?:Then|Dann\n?)\s*(?:machen )?(.*)",
        rules_page("drei", language).replace("\n  ", " "),
    )
    assert tip
    thirds = THIRD[WHOLE.index["c4"] * 64 + WHOLE.index["e4"]]
    assert set(re.findall("[a-h][1-8]", tip[1])) == {WHOLE.names[c] for c in cells_of(int(thirds))}
