"""Every sentence that templates and scripts want to say is there, and none is in the way."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

import brettwerk
from brettwerk.games.abalone.setups import setups
from brettwerk.i18n import LANGUAGES, Language, Translator
from brettwerk.server.http.request import preferred
from brettwerk.web import STATIC, TEMPLATES
from server.helpers import HERE, make, serving

GAMES = Path(str(files("brettwerk.games")))
SCRIPTS = sorted([*STATIC.rglob("*.js"), *GAMES.glob("*/web/*.js")])
PAGES = sorted([*TEMPLATES.glob("*.html"), *GAMES.glob("*/web/*.html")])
PART = "(?:page|study|lessons|puzzles|known)"
# What is a class or an id there is no sentence.
KEY = re.compile(
    r"""(?<!class=)(?<!class: )(?<!id=)(?<!for=)(?<!by=)(?<!name\()(?<!called\()"""
    rf"""["'`]({PART}-[a-z0-9_-]*[a-z0-9])["'`]"""
)
MADE = re.compile(rf"""["'`]({PART}-[a-z0-9_-]*-)(?:\$\{{|["'`] [+~])""")


@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_and_templates_name_only_sentences_that_are_there(language: Language) -> None:
    assert brettwerk.NAMES  # which loads the games, and with them their texts
    known, named = Translator(language).messages, set[str]()
    for file in (*SCRIPTS, *PAGES):
        text = file.read_text(encoding="utf-8")
        named |= set(KEY.findall(text))
        for beginning in MADE.findall(text):
            assert any(key.startswith(beginning) for key in known), (file.name, beginning)
    assert len(named) > 100
    assert named - set(known) == set()


def test_templates_have_no_words_of_their_own() -> None:
    for file in PAGES:
        text = re.sub(r"\{% block kind %\}\w*", " ", file.read_text(encoding="utf-8"))
        text = re.sub(r"\{[{%#].*?[}%#]\}", " ", text, flags=re.DOTALL)
        text = re.sub(r"<(script|svg).*?</\1>", " ", text, flags=re.DOTALL)
        seen = re.sub(r"<[^>]*>", " ", text)
        assert re.findall(r"[A-Za-z]{3,}", seen) == [], file.name


def test_pages_are_in_the_language_that_was_asked_for() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, HERE)
        for path in ("/", "/new/katarenga", f"/g/{game.id}", "/rules/board", "/nowhere"):
            german = client.get(path, headers={"accept-language": "de-AT,de;q=0.9,en;q=0.5"})
            assert '<html lang="de">' in german.text
            assert '<html lang="en">' in client.get(path, headers={"accept-language": "fr"}).text


def test_the_chosen_language_is_remembered() -> None:
    with serving() as client:
        assert '<html lang="de">' in client.get("/?lang=de").text
        assert '<html lang="de">' in client.get("/new/drei").text
        assert '<html lang="en">' in client.get("/new/drei?lang=en").text


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("fr,de;q=0.5,en;q=0.7", "en"),
        ("en;q=0.1,de-CH", "de"),
        ("*;q=x,,;", "en"),
    ],
)
def test_the_browser_says_what_it_prefers(header: str, language: str) -> None:
    assert preferred(header) == language


def test_showcase_games_can_be_played_and_setups_have_pictures() -> None:
    with serving() as client:
        assert client.get("/").text.count("<svg") > len(brettwerk.NAMES)
        for setup in list(setups())[:3]:
            answer = client.get("/start/abalone.svg", params={"o": json.dumps({"setup": setup})})
            assert answer.text.count("bw-light-marble-black") > 5


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_short_and_open_with_a_sentence(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("// ")
    assert len(lines) <= 350
