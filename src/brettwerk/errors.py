"""Errors, each with a message that says what is wrong and what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial

from brettwerk.i18n import LANGUAGES, SOURCE, Language, Translator, find_language, truncate


class BrettwerkError(ValueError):
    """An error in what was given to Brettwerk; `str` returns an English sentence.

    >>> import brettwerk
    >>> try:
    ...     brettwerk.game("abalone").start().play("e1e2")
    ... except ValueError as error:
    ...     print(error)
    ...     print(error.localized("de"))
    There is no marble of yours on e1.
    Auf e1 liegt keine Kugel von dir.
    """

    code = "bad-request"  # in answers to programs

    def __init_subclass__(cls, *, code: str | None = None) -> None:
        cls.code = code or cls.code

    def __init__(self, key: str, /, **details: object) -> None:
        self.key = key
        self.details = details
        super().__init__(_sentence(Translator(SOURCE), key, details))

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), **self.details), (self.key,)

    def localized(self, language: Language) -> str:
        """Return the sentence in a language, English (`en`) or German (`de`)."""
        return _sentence(translator_of(language), self.key, self.details)


def _sentence(t: Translator, key: str, details: Mapping[str, object]) -> str:
    """Return a sentence; one about an unknown name also says what may have been meant."""
    given = next((details[name] for name in ("given", "option", "field") if name in details), "")
    known = details.get("known")
    if not isinstance(given, str) or not isinstance(known, str):
        return t(key, **details)
    return t(key, **details) + did_you_mean(t, given, known.split(", "))


def did_you_mean(t: Translator, given: str, known: Iterable[str]) -> str:
    """Return the question whether a similar name was meant, after a space; or nothing.

    >>> did_you_mean(Translator("en"), "daysy", ["standard", "belgian-daisy"])
    ' Did you mean “belgian-daisy”?'
    """
    from difflib import get_close_matches  # rarely needed

    single = [name for name in known if "…" not in name]  # without ranges
    # A name may be known by one of its words.
    names = {part: name for name in single for part in (*re.split("[-_:]", name)[::-1], name)}
    meant = get_close_matches(given.lower(), names, n=1)
    return " " + t("did-you-mean", meant=names[meant[0]]) if meant else ""


class IllegalMove(BrettwerkError, code="illegal"):
    """The text is a move that the rules do not allow now."""


class InvalidMove(BrettwerkError, code="not-a-move"):
    """The text is not a move of this game."""


class UnknownGame(BrettwerkError, code="unknown-game"):
    """There is no game of this name."""


class MissingPart(BrettwerkError, code="missing-part"):
    """A game lacks an optional part, such as puzzles."""


class BadOptions(BrettwerkError, code="bad-options"):
    """An invalid option of a game, board or set-up."""


class BadPosition(BrettwerkError, code="bad-position"):
    """An invalid text of a position."""


class BadRecord(BrettwerkError, code="bad-record"):
    """A game record that cannot be read or replayed."""


class MatchError(BrettwerkError):
    """An action that a match does not allow now."""


class BadLimit(BrettwerkError, code="bad-limit"):
    """An invalid limit, level or other setting of an engine."""


class MissingBackend(BrettwerkError, code="missing-backend"):
    """Nothing that can run a game's kernels as was asked for is installed here."""


def translator_of(language: str) -> Translator:
    """Return the translator of a language such as `de`; raise if there are no texts in it."""
    found = find_language(language)
    if not found:
        raise BadOptions("language-unknown", given=truncate(language), known=", ".join(LANGUAGES))
    return Translator(found)
