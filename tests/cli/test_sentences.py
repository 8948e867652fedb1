"""Every sentence is there in both languages, with the same details."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from string import Formatter

import pytest

import brettwerk
from brettwerk.cli.table.orders import ORDERS
from brettwerk.cli.voice import Voice
from brettwerk.games.catalogue import face
from brettwerk.notation.scene import SEATS
from brettwerk.texts import LANGUAGES, Language, say, sentences

AROUND = ("repetition", "agreement", "resignation", "forfeit", "flag", "time", "target")
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def part(language: str) -> dict[str, str]:
    text = (files("brettwerk.texts") / "parts" / f"cli.{language}.json").read_text("utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def details(sentence: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_both_languages_have_the_same_sentences_with_the_same_details() -> None:
    english, german = part("en"), part("de")
    assert list(english) == list(german)
    assert all(details(english[key]) == details(german[key]) for key in english)


@LANGUAGE
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_every_way_to_end_has_its_sentence(name: str, language: Language) -> None:
    voice = Voice(language)
    for code in (*face(name).rules.REASONS[1:], *AROUND):
        assert voice.reason(name, code).endswith((".", "!"))


@LANGUAGE
def test_games_seats_and_options_have_their_names(language: Language) -> None:
    voice = Voice(language)
    for seat in SEATS:
        assert voice.seat(seat)
        assert len(voice.letter(seat)) == 1
    for name in brettwerk.NAMES:
        assert voice.title(name)
        assert voice.about(name).endswith(".")
        assert all(voice(f"cli-option-{option.name}") for option in face(name).known)


@LANGUAGE
def test_every_order_has_its_line_of_help(language: Language) -> None:
    assert all(order.key in sentences(language) for order in ORDERS)


def test_orders_are_no_moves_and_no_two_share_a_word() -> None:
    words = [word for order in ORDERS for word in order.words]
    assert len(words) == len(set(words))
    for name in brettwerk.NAMES:
        position = brettwerk.game(name).start()
        for word in words:
            with pytest.raises(brettwerk.NotAMove):
                position.parse(word)


def test_every_sentence_that_the_code_names_is_there() -> None:
    named = set[str]()
    for file in (files("brettwerk") / "cli").rglob("*.py"):  # type: ignore[attr-defined]
        named |= set(re.findall(r'"(cli-[a-z-]+[a-z])"', file.read_text("utf-8")))
    assert len(named) > 40
    assert named <= set(part("en"))


def test_fractions_are_written_as_people_do() -> None:
    given = {"host": "a", "port": 1.5, "reason": "b.c"}
    assert "Port 1,5, lässt sich nicht lauschen: b.c" in say("cli-serve-port", "de", **given)
    assert "port 1.5: b.c" in say("cli-serve-port", "en", **given)
