"""What people read: all languages say everything, and say all that the source wants to say."""

from __future__ import annotations

import json
import re
from importlib.resources.abc import Traversable
from string import Formatter

import pytest
from babel import Locale

import brettwerk
from brettwerk.core.registry import definition, pages
from brettwerk.i18n import LANGUAGES, SOURCE, Language, Message, Translator
from brettwerk.i18n.catalog import catalogs, messages, messages_in, missing_texts
from brettwerk.learn.rules import rules_page
from i18n.sources import ANY, error_classes, mentioned, sayings

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
PAGES = pages()  # which loads all games
SHARED, *OWN = catalogs()
CATALOG = pytest.mark.parametrize(
    "catalog", sorted(catalogs(), key=str), ids=lambda c: c.parent.name
)
FAMILY = "katarenga_family"


def forms(message: Message) -> list[str]:
    """Return the sentences of a message: one, or one for each plural category."""
    return [message] if isinstance(message, str) else list(message.values())


def details(message: Message) -> set[str]:
    """Return the names of the details that a message has room for."""
    return {name for form in forms(message) for _, name, _, _ in Formatter().parse(form) if name}


# -- the messages -----------------------------------------------------------------------------
@CATALOG
@LANGUAGE
def test_every_catalog_is_complete_in_every_language(
    catalog: Traversable, language: Language
) -> None:
    assert missing_texts(catalog, language) == []
    assert messages_in(catalog, language).keys() == messages_in(catalog, SOURCE).keys()


@CATALOG
@LANGUAGE
def test_no_key_is_there_twice(catalog: Traversable, language: Language) -> None:
    keys: list[str] = []
    for file in (catalog / language).iterdir():
        if file.name.endswith(".json"):
            pairs = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=list)
            keys += [key for key, _ in pairs]
    assert len(keys) == len(set(keys))
    others = [other for other in catalogs() if other != catalog]
    assert not any(messages_in(other, language).keys() & set(keys) for other in others)


@LANGUAGE
def test_all_languages_have_room_for_the_same_details(language: Language) -> None:
    english, own = messages(SOURCE), messages(language)
    different = {key for key in english if details(own[key]) != details(english[key])}
    # The reasons that typer gives are English, so only the English messages repeat them.
    assert different <= {"cli-usage-value", "cli-usage-other"}


@LANGUAGE
def test_plurals_have_the_categories_of_their_language_and_the_same_details(
    language: Language,
) -> None:
    categories = {*Locale.parse(language).plural_form.tags, "other"}
    for key, message in messages(language).items():
        if isinstance(message, dict):
            assert message.keys() == categories, key
            assert "{count}" in message["other"], key
            assert details(message) - details(message["one"]) <= {"count"}, key


@CATALOG
def test_keys_of_a_game_begin_with_its_name(catalog: Traversable) -> None:
    if catalog != SHARED and FAMILY not in str(catalog):
        name = str(catalog).split("/")[-2]
        assert [key for key in messages_in(catalog, SOURCE) if not key.startswith(f"{name}-")] == []


@LANGUAGE
def test_every_message_can_be_said(language: Language) -> None:
    for key, message in messages(language).items():
        given = dict.fromkeys(details(message) | {"count"}, 2)
        assert all(name.isidentifier() for name in given), key
        assert Translator(language)(key, **given).strip(), key


@LANGUAGE
def test_nothing_is_said_twice(language: Language) -> None:
    said: dict[str, str] = {}
    for key, message in messages_in(SHARED, language).items():
        # Words may be the same for different things, sentences are not.
        if isinstance(message, str) and len(message) > 50:
            assert message not in said, (key, said[message])
            said[message] = key


# -- what the source says ---------------------------------------------------------------------
def test_the_source_is_searched_well() -> None:
    found = {saying.pattern for saying in sayings()}
    assert {"BadRecord", "IllegalMove", "InvalidMove", "MatchError"} <= error_classes()
    for key in ("field-held", "board-rows", "triapon-move", "match-over", "cli-bye"):
        assert re.escape(key) in found
    assert any(pattern.endswith(f"-{ANY}") for pattern in found)
    assert len(found) > 100


@LANGUAGE
def test_every_message_that_the_source_wants_to_say_exists(language: Language) -> None:
    keys = messages(language)
    missing = [
        saying for saying in sayings() if not any(re.fullmatch(saying.pattern, key) for key in keys)
    ]
    assert missing == []


@LANGUAGE
def test_every_message_gets_the_details_it_has_room_for(language: Language) -> None:
    keys = messages(language)
    for saying in sayings():
        if saying.details is not None:
            matching = [key for key in keys if re.fullmatch(saying.pattern, key)]
            served = [key for key in matching if details(keys[key]) <= saying.details]
            # A key that is made of parts may match others that are said elsewhere.
            assert served if ANY in saying.pattern else served == matching, saying


def test_every_message_is_used() -> None:
    used = mentioned()
    games = "|".join(brettwerk.NAMES)
    unused = [
        key
        for key in messages(SOURCE)
        if not used.fullmatch(key) and not used.fullmatch(re.sub(f"^({games})-", "", key))
    ]
    assert unused == []


# -- what games need --------------------------------------------------------------------------
@LANGUAGE
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_game_has_words_for_all_it_brings(name: str, language: Language) -> None:
    t, game = Translator(language), definition(name)
    assert t.has(f"{name}-title")
    assert t.about(name).endswith(".")
    for option in game.option_specs:
        for kind in ("cli-option", "page-option"):
            assert t.has(f"{name}-{kind}-{option.name}") or t.has(f"{kind}-{option.name}")
        if option.control in ("choice", "pictures"):
            assert all(t.has(f"{name}-page-option-{option.name}-{c}") for c in option.choices)
    for code in (*game.rules.REASONS, "repetition", "agreement", "resignation", "flag"):
        assert t.has(f"{name}-reason-{code}") or t.has(f"reason-{code}")
        assert t.reason(name, code).endswith((".", "!"))
    view = brettwerk.game(name).start().board_view
    assert all(t.has(f"{name}-page-spot-{cell.name}") for cell in view.off_board)
    for piece in game.letters():
        assert t.has(f"{name}-page-piece-{piece}") or t.has(f"page-piece-{piece}")


@LANGUAGE
@pytest.mark.parametrize("name", PAGES)
def test_there_is_a_page_of_rules_for_every_game_and_the_board(
    name: str, language: Language
) -> None:
    page = rules_page(name, language)
    assert page.startswith("# ")
    assert len(page.split()) > 50
    assert language == SOURCE or page != rules_page(name, SOURCE)


def test_all_games_have_a_page_of_rules() -> None:
    assert set(PAGES) == {*brettwerk.NAMES, "board"}
