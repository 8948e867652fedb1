"""What people read, in every language that has a folder of texts."""

from brettwerk.i18n.catalog import (
    LANGUAGES,
    SOURCE,
    Language,
    Message,
    add_catalog,
    drop_catalogs,
    find_language,
    has_page,
    help_texts,
    messages,
    read_page,
)
from brettwerk.i18n.translator import Translator

__all__ = [
    "LANGUAGES",
    "SOURCE",
    "Language",
    "Message",
    "Translator",
    "add_catalog",
    "drop_catalogs",
    "find_language",
    "has_page",
    "help_texts",
    "messages",
    "read_page",
    "truncate",
]


def truncate(value: object, longest: int = 40) -> str:
    """Return something from outside, safe and short enough to repeat in a message."""
    try:
        found = str(value)
    except ValueError:  # a whole number with thousands of digits
        found = type(value).__name__
    text = "".join(c if c.isprintable() else "�" for c in found[: longest + 1])
    return text if len(text) <= longest else text[:longest] + "…"
