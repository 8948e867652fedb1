"""The list of texts that are not translated."""

from __future__ import annotations

from brettwerk.i18n import LANGUAGES
from cli.helpers import done


def test_our_languages_lack_nothing() -> None:
    assert done("texts").splitlines() == [f"{one}: 0 texts are missing." for one in LANGUAGES]


def test_a_language_that_is_not_begun_lacks_everything() -> None:
    found = done("texts", "fr")
    assert "i18n/text/fr: page.json" in found
    assert "i18n/text/fr: page-your-turn" in found
    assert "games/drei/text/fr: rules.md" in found
    assert "games/drei/text/fr: drei-title" in found
