"""The translator: plurals, numbers, dates and lists, and what it says where texts are missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from brettwerk.i18n import Translator, add_catalog, catalog, has_page, read_page
from brettwerk.i18n.catalog import missing_texts

EN, DE, FR = Translator("en"), Translator("de"), Translator("fr")
SPACE = "\N{NO-BREAK SPACE}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A catalog of an unknown game, in English and a little French."""
    monkeypatch.setattr(catalog, "_catalogs", list(catalog.catalogs()))
    catalog.forget()
    for language, found in {
        "en": {
            "moku-title": "Moku",
            "moku-reason-full": "The board is full.",
            "moku-stones": {"one": "{count} stone", "other": "{count} stones"},
            "match-over": "This is not for games to say.",
        },
        "fr": {
            "locale": "fr-FR",
            "moku-stones": {"one": "{count} pierre", "other": "{count} pierres"},
        },
    }.items():
        (tmp_path / language).mkdir()
        text = json.dumps(found)
        (tmp_path / language / "messages.json").write_text(text, encoding="utf-8")
    (tmp_path / "en" / "help.toml").write_text('[moku]\nabout = "Moku."\n', encoding="utf-8")
    (tmp_path / "fr" / "help.toml").write_text("", encoding="utf-8")
    first, second = '[first]\ntitle = "Moku"\n', '[second]\ntitle = "More"\n'
    (tmp_path / "en" / "lessons.toml").write_text(first + second, encoding="utf-8")
    (tmp_path / "fr" / "lessons.toml").write_text(first, encoding="utf-8")
    (tmp_path / "en" / "rules.md").write_text("# Moku\n", encoding="utf-8")
    add_catalog(tmp_path)
    yield tmp_path
    catalog.forget()


def test_a_count_chooses_the_plural() -> None:
    assert EN("words-points", words="w", count=1) == "w (1 point)"
    assert EN("words-points", words="w", count=0) == "w (0 points)"
    assert DE("words-points", words="w", count=1) == "w (1 Punkt)"
    assert DE("words-points", words="w", count=1200) == "w (1.200 Punkte)"


def test_numbers_are_written_as_people_do() -> None:
    assert (EN.number(24576), DE.number(24576)) == ("24,576", "24.576")
    assert (EN.number(1234.56, 1), DE.number(1234.56, 1)) == ("1,234.6", "1.234,6")
    assert (EN.number(-0.0001), DE.number(-0.0001)) == ("−0.0001", "−0,0001")
    assert (EN.percent(0.1234), DE.percent(0.1234)) == ("12.3%", f"12,3{SPACE}%")
    assert (EN.percent(0.5, 0), DE.percent(0.5, 0)) == ("50%", f"50{SPACE}%")


def test_numbers_in_messages_too_but_not_what_is_text_or_true() -> None:
    assert "1.5" in EN("engine-limit", name="n", largest=9, value=1.5)
    assert "1,5" in DE("engine-limit", name="n", largest=9, value=1.5)
    assert "8017" in DE("engine-limit", name="n", largest=9, value="8017")
    assert "True" in DE("engine-limit", name="n", largest=9, value=True)


def test_dates_and_lists_are_too() -> None:
    when = datetime(2026, 5, 3, 14, 5)
    assert (EN.date(when), DE.date(when)) == ("3 May 2026", "03.05.2026")
    assert (EN.time(when), DE.time(when)) == ("14:05", "14:05")
    assert EN.join(["a", "b", "c"]) == "a, b and c"
    assert DE.join(["a", "b"]) == "a und b"
    assert DE.join([]) == ""


def test_languages_call_themselves_by_their_names() -> None:
    assert (EN.called, DE.called) == ("English", "Deutsch")


@pytest.mark.usefixtures("folder")
def test_what_a_language_lacks_is_said_in_english() -> None:
    assert FR("moku-stones", count=0) == "0 pierre"  # as French counts
    assert FR("match-over") == EN("match-over")
    assert FR("words-points", words="w", count=0) == "w (0 points)"  # as English counts
    assert FR.title("moku") == "Moku"
    assert FR.messages["moku-title"] == "Moku"


@pytest.mark.usefixtures("folder")
def test_a_catalog_adds_messages_and_replaces_none() -> None:
    assert EN.reason("moku", "full") == "The board is full."
    assert EN("match-over") == "The match is over."


def test_what_a_game_lacks_is_replaced_by_something_sensible() -> None:
    assert EN.title("nine_mens-morris") == "Nine Mens Morris"
    assert EN.about("nine") == ""
    assert EN.seat("dark-red") == "dark red"
    assert EN.reason("nine", "no-move-left") == "No move left."
    assert EN.reason("nine", "flag") == EN("reason-flag")
    assert EN.name("page-option", "board_size", "nine") == "board size"
    assert EN("There is no {what}.", what="stone") == "There is no stone."


def test_what_is_missing_can_be_listed(folder: Path) -> None:
    assert missing_texts(folder, "en") == []
    assert missing_texts(folder, "fr") == [
        "rules.md",
        "match-over",
        "moku-reason-full",
        "moku-title",
        "help: moku.about",
        "lessons: second.title",
    ]


def test_a_page_that_is_not_translated_is_read_in_english(folder: Path) -> None:
    assert has_page(folder)
    assert not has_page(folder / "fr")
    assert read_page(folder, "fr") == "# Moku\n"
