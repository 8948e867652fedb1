"""What people read: both languages say everything, and say all that the source wants to say."""

from __future__ import annotations

import ast
import json
import re
from datetime import datetime
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

import brettwerk
from brettwerk.games.catalogue import face
from brettwerk.texts import LANGUAGES, Language, rules_page, say, sentences

SOURCE = Path(brettwerk.__file__).parent
PARTS = SOURCE / "texts" / "parts"
NAMES = sorted({path.name.split(".")[0] for path in PARTS.glob("*.json")})
SPEAKERS = {"say", "voice"}  # what says sentences that are no errors
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")}


def part(name: str, language: Language) -> dict[str, str]:
    """The sentences of one file, none of which may be there twice."""
    text = (PARTS / f"{name}.{language}.json").read_text(encoding="utf-8")
    pairs: list[tuple[str, str]] = json.loads(text, object_pairs_hook=list)
    found = dict(pairs)
    assert len(found) == len(pairs)
    return found


def placeholders(sentence: str) -> set[str]:
    """The names of the details that a sentence has room for."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


# -- the sentences ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_sentences(name: str) -> None:
    assert sorted(part(name, "de")) == sorted(part(name, "en"))


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_placeholders(name: str) -> None:
    german, english = part(name, "de"), part(name, "en")
    differing = {k for k in english if placeholders(german[k]) != placeholders(english[k])}
    assert differing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_belongs_to_two_parts_and_all_are_found(language: Language) -> None:
    keys = [key for name in NAMES for key in part(name, language)]
    assert len(keys) == len(set(keys))
    assert set(keys) == set(sentences(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said(language: Language) -> None:
    for key, sentence in sentences(language).items():
        details = dict.fromkeys(placeholders(sentence), datetime(2026, 11, 15))
        assert all(name.isidentifier() for name in details), key
        assert say(key, language, **details).strip(), key


# -- what the source says ---------------------------------------------------------------------


class Saying(NamedTuple):
    """A place in the source that names a sentence: a pattern of its key, and the details given."""

    place: str
    pattern: str
    details: frozenset[str] | None  # None where they cannot be seen


def error_classes() -> set[str]:
    """The names of all classes of errors that have a sentence."""
    found = {"BrettwerkError"}
    classes = [n for tree in TREES.values() for n in ast.walk(tree) if isinstance(n, ast.ClassDef)]
    while True:
        more = {c.name for c in classes if found & {_name(base) for base in c.bases}} - found
        if not more:
            return found
        found |= more


def _name(node: ast.expr) -> str:
    """The last part of a dotted name."""
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def patterns(node: ast.expr | None) -> list[str]:
    """What an expression may be as text; nothing if that cannot be seen."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [re.escape(node.value)]
    if isinstance(node, ast.IfExp):
        return patterns(node.body) + patterns(node.orelse)
    if isinstance(node, ast.JoinedStr):
        parts = [patterns(value) or ["[a-z0-9-]+"] for value in node.values]
        return ["".join(texts[0] for texts in parts)]
    return []


class Forwarding(NamedTuple):
    """A function that takes the key of a sentence as a parameter."""

    at: int
    parameter: str
    default: ast.expr | None


def _forwarding(function: ast.FunctionDef, known: set[str]) -> Forwarding | None:
    """How a function passes a key on to an error, if it does."""
    given = function.args.posonlyargs + function.args.args
    names = [argument.arg for argument in given]
    if names[:1] in (["self"], ["cls"]):
        names = names[1:]
    keywords = {
        a.arg: d for a, d in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and _name(node.func) in known and node.args:
            first = node.args[0]
            if isinstance(first, ast.Name) and first.id in (*names, *keywords):
                at = names.index(first.id) if first.id in names else -1
                return Forwarding(at, first.id, keywords.get(first.id))
    return None


def sayings() -> list[Saying]:
    """All places that name the sentence of an error, directly or through another function."""
    known = error_classes()
    forwarding: dict[str, Forwarding] = {}
    for tree in TREES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and (how := _forwarding(node, known)):
                forwarding[node.name] = how
    found = []
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                place = f"{path.relative_to(SOURCE)}:{node.lineno}"
                found += _sayings_of(node, place, known, forwarding)
    for name, how in forwarding.items():
        found += [Saying(name, pattern, None) for pattern in patterns(how.default)]
    return found


def _sayings_of(
    call: ast.Call, place: str, known: set[str], forwarding: dict[str, Forwarding]
) -> list[Saying]:
    name = _name(call.func)
    if name in known | SPEAKERS and call.args:
        visible = all(keyword.arg for keyword in call.keywords)
        details = frozenset(keyword.arg or "" for keyword in call.keywords)
        if len(call.args) > 1:
            details |= {"reason"}  # a fault that has another as its reason
        return [Saying(place, p, details if visible else None) for p in patterns(call.args[0])]
    if name in forwarding:
        how = forwarding[name]
        values = [keyword.value for keyword in call.keywords if keyword.arg == how.parameter]
        values += call.args[how.at : how.at + 1] if how.at >= 0 else []
        return [Saying(place, pattern, None) for value in values for pattern in patterns(value)]
    return []


def test_the_source_is_searched_well() -> None:
    found = {saying.pattern for saying in sayings()}
    assert {"BadRecord", "IllegalMove", "NotAMove", "MatchError"} <= error_classes()
    for key in ("field-held", "board-rows", "option-repetition", "triapon-move", "match-over"):
        assert re.escape(key) in found
    assert any(pattern.startswith(re.escape("out-of-reach-") + "[") for pattern in found)
    assert len(found) > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_the_source_wants_to_say_exists(language: Language) -> None:
    keys = sentences(language)
    missing = [
        saying for saying in sayings() if not any(re.fullmatch(saying.pattern, key) for key in keys)
    ]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_gets_the_details_it_has_room_for(language: Language) -> None:
    keys = sentences(language)
    lacking = [
        (saying.place, key)
        for saying in sayings()
        if saying.details is not None
        for key in keys
        if re.fullmatch(saying.pattern, key) and not placeholders(keys[key]) <= saying.details
    ]
    assert lacking == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_made_for_each_game_and_colour_exist_for_all(language: Language) -> None:
    wanted = {f"not-a-move-{name}" for name in brettwerk.NAMES}
    wanted |= {f"out-of-reach-{colour}" for colour in ("red", "yellow", "green", "blue")}
    assert wanted <= set(sentences(language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_every_reason_for_an_end_has_words(name: str, language: Language) -> None:
    reasons = {"agreement", "resignation", *face(name).rules.REASONS[1:]}
    if brettwerk.game(name, **({"repetition": 3} if name == "abalone" else {})).repetition:
        reasons.add("repetition")
    known = sentences(language)
    missing = {r for r in reasons if not {f"reason-{r}", f"reason-{name}-{r}"} & set(known)}
    assert missing == set()


# -- the pages of rules -----------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*brettwerk.NAMES, "board"])
def test_there_is_a_page_of_rules_for_every_game_and_the_board(
    name: str, language: Language
) -> None:
    page = rules_page(name, language)
    assert page.startswith("# ")
    assert len(page.split()) > 50


def test_the_pages_of_both_languages_are_the_same_and_differ_in_words() -> None:
    pages = {
        language: {path.name for path in (SOURCE / "texts" / "rules" / language).iterdir()}
        for language in LANGUAGES
    }
    assert pages["de"] == pages["en"]
    for name in (*brettwerk.NAMES, "board"):
        assert rules_page(name, "de") != rules_page(name, "en")
