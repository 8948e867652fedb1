"""What people read, in German and English: sentences by key, and the pages of rules."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

Language = Literal["de", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@cache
def sentences(language: Language) -> dict[str, str]:
    """All sentences of a language by key, from the files of all parts."""
    found: dict[str, str] = {}
    for part in (files(__package__) / "parts").iterdir():
        if part.name.endswith(f".{language}.json"):
            found |= json.loads(part.read_text(encoding="utf-8"))
    return found


def say(key: str, language: Language, /, **details: object) -> str:
    """The sentence of this key, with the details put in: fractions as people write them here."""
    if language == "de":
        details = {name: _with_comma(detail) for name, detail in details.items()}
    return sentences(language)[key].format(**details)


def _with_comma(detail: object) -> object:
    return str(detail).replace(".", ",") if isinstance(detail, float) else detail


def reason(game: str, code: str, language: Language) -> str:
    """Why a game ended: in the words of this game if it has its own, else in general ones."""
    special = f"reason-{game}-{code}"
    return say(special if special in sentences(language) else f"reason-{code}", language)


def shown(value: object, longest: int = 40) -> str:
    """Something that came from outside, safe and short enough to repeat in a message."""
    try:
        found = str(value)
    except ValueError:  # a whole number with thousands of digits
        found = type(value).__name__
    text = "".join(c if c.isprintable() else "�" for c in found[: longest + 1])
    return text if len(text) <= longest else text[:longest] + "…"


def rules_page(name: str, language: Language) -> str:
    """The rules of a game (or of the Katarenga `board`) as Markdown."""
    page = files(__package__) / "rules" / language / f"{name}.md"
    return page.read_text(encoding="utf-8")
