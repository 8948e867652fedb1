"""Every text uses the terms of the glossary, and the signs that its language writes with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from brettwerk.core.registry import names
from brettwerk.i18n import LANGUAGES, Language
from brettwerk.i18n.catalog import HELP, catalogs, help_in, messages_in

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"
HEADINGS = {"English": "en", "Deutsch": "de"}
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
# What people or programs type, and what stands for itself.
CODE = re.compile(
    r"```[^\n]*|`[^`\n]*`|\{\{.*\}\}|\[\w+ \"[^\"]*\"\]|\[(?:\"\w+\"(?:, )?)+\]|\{\w+\}|--\w+|\\\""
)
# A line of an example in the help.
EXAMPLE = re.compile(r"^  .*$", re.MULTILINE)
# A word for what people type in the terminal, and words of a format.
TYPED = re.compile(r"^(?:cli-order-|cli-moves-|record-tag)")


def texts(language: Language) -> Iterator[tuple[str, str]]:
    """Return all texts of a language that people read, each with its place, without code."""
    names()  # which brings the catalogs of all games
    for folder in catalogs():
        for key, message in messages_in(folder, language).items():
            for form in [message] if isinstance(message, str) else message.values():
                if not TYPED.match(key):
                    yield key, CODE.sub("", form)
        for file in (folder / language).iterdir():
            text = file.read_text(encoding="utf-8")
            if file.name.endswith(".md"):
                yield f"{folder}/{file.name}", CODE.sub("", text)
            if file.name == HELP:
                helps = help_in(folder, language).items()
                yield from ((key, CODE.sub("", EXAMPLE.sub("", one))) for key, one in helps)
            elif file.name.endswith(".toml"):
                strings = re.findall(r'"((?:[^"\\]|\\.)*)"', text)
                yield from ((f"{folder}/{file.name}", CODE.sub("", one)) for one in strings)


def forbidden() -> dict[Language, list[str]]:
    """Return the terms under “not” in the glossary."""
    found: dict[Language, list[str]] = {}
    for part in GLOSSARY.read_text(encoding="utf-8").split("\n## ")[1:]:
        heading, *lines = part.splitlines()
        cells = [line.strip("|").split("|")[-1] for line in lines if line.startswith("| ")][1:]
        found[HEADINGS[heading]] = [one.strip() for cell in cells for one in cell.split(",")]
    return {language: [one for one in terms if one] for language, terms in found.items()}


def test_the_glossary_has_every_language() -> None:
    assert set(forbidden()) == set(LANGUAGES)
    assert all(len(terms) > 20 for terms in forbidden().values())


@LANGUAGE
def test_no_text_uses_the_forbidden_twin_of_a_term(language: Language) -> None:
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, forbidden()[language]))})\b")
    found = [(place, word[0]) for place, text in texts(language) for word in pattern.finditer(text)]
    assert found == []


@LANGUAGE
def test_quotes_and_apostrophes_are_curly(language: Language) -> None:
    found = [(place, text) for place, text in texts(language) if re.search("[\"']", text)]
    assert found == []


@LANGUAGE
def test_quotes_are_those_of_the_language_and_dots_are_one_sign(language: Language) -> None:
    wrong = {"en": "„|‚|«|»|\\.\\.\\.(?!\\.)", "de": "”|‘(?!\\w)|«|»|\\.\\.\\.(?!\\.)"}[language]
    found = [
        (place, text) for place, text in texts(language) if re.search(rf"(?<!\.)(?:{wrong})", text)
    ]
    assert found == []


def test_who_as_a_subject_asks() -> None:
    # “Who closes a triad takes a ball” is German in English words: “whoever”, or a noun.
    verbs = "closes|has|cannot|took|takes|passed|passes|pushes|places|resigns"
    statement = re.compile(rf"(?:^|[.;] )[Ww]ho (?:{verbs}) [^?.]*\.")
    assert statement.search("They jump. Who closes a triad takes a ball.")
    assert [(place, text) for place, text in texts("en") if statement.search(text)] == []
