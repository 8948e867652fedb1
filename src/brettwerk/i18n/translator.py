"""The translator: sentences, names, numbers, dates and lists as one language writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from brettwerk.i18n.catalog import SOURCE, Language, Message, messages

if TYPE_CHECKING:
    from babel import Locale


@dataclass(frozen=True)
class Translator:
    """Everything that is said in one language; calling it with a key gives the sentence.

    Babel is imported where it is needed, so that commands that print no number start quickly.
    """

    language: Language

    def __call__(self, key: str, /, **details: object) -> str:
        """Return a message with its details filled in; numbers are formatted for the language.

        A message without a translation is in English; an unknown key is returned as it is.
        """
        spoken = self if key in messages(self.language) else Translator(SOURCE)
        message = messages(spoken.language).get(key, key)
        if isinstance(message, dict):
            message = message[spoken.plural_category(details["count"], message)]
        return message.format(**{name: spoken.shown(value) for name, value in details.items()})

    def plural_category(self, count: object, among: dict[str, str]) -> str:
        """Return the plural category of a number; `other` where a message does not have it."""
        if isinstance(count, float) and count.is_integer():
            count = int(count)  # Babel takes 1.0 for a plural
        category = self.locale.plural_form(count) if isinstance(count, int | float) else "other"
        return category if category in among else "other"

    def shown(self, value: object) -> object:
        """Return a detail of a message as people read it."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return self.number(value)
        return value

    @property
    def messages(self) -> dict[str, Message]:
        """All messages by key, in English where there is no translation."""
        return {**messages(SOURCE), **messages(self.language)}

    # -- names --------------------------------------------------------------------------------
    def has(self, key: str) -> bool:
        """Tell whether there is a message for a key, in this language or in English."""
        return key in messages(self.language) or key in messages(SOURCE)

    def of(self, game: str, key: str, /, **details: object) -> str:
        """Return a game's own message for a key if it has one (`drei-about`), or the shared one."""
        own = f"{game}-{key}"
        return self(own if self.has(own) else key, **details)

    def name(self, kind: str, word: str, game: str = "") -> str:
        """Return what a word of a game is called (`seat-black`), or else the word itself."""
        keys = (f"{game}-{kind}-{word}", f"{kind}-{word}")
        found = next((self(key) for key in keys if self.has(key)), None)
        return _spelled(word) if found is None else found

    def title(self, game: str) -> str:
        """Return the title of a game."""
        key = f"{game}-title"
        return self(key) if self.has(key) else _spelled(game).title()

    def about(self, game: str) -> str:
        """Return a game in one sentence."""
        key = f"{game}-about"
        return self(key) if self.has(key) else ""

    def seat(self, seat: str) -> str:
        """Return a colour, or `player 1`."""
        return self.name("seat", seat)

    def reason(self, game: str, code: str) -> str:
        """Return why a game ended."""
        found = self.name("reason", code, game)
        return found if found.endswith((".", "!", "?")) else f"{found.capitalize()}."

    # -- numbers, dates, lists ------------------------------------------------------------------
    @cached_property
    def locale(self) -> Locale:
        """The conventions of the language and country that the texts are written for."""
        from babel import Locale

        written = messages(self.language).get("locale", self.language)
        return Locale.parse(str(written), sep="-")

    @property
    def called(self) -> str:
        """The name of the language in itself."""
        return str(self.locale.get_language_name())

    def number(self, value: float, digits: int | None = None) -> str:
        """Return a number, with that many digits after the point if given: 24,576 or 12.3."""
        from babel.numbers import format_decimal

        pattern = None if digits is None else _pattern(digits)
        text = format_decimal(value, pattern, self.locale, decimal_quantization=digits is not None)
        return text.replace("-", "−")

    def percent(self, value: float, digits: int = 1) -> str:
        """Return a share of 1 as a percentage."""
        from babel.numbers import format_percent

        usual = self.locale.percent_formats[None].pattern
        return format_percent(value, usual.replace("#,##0", _pattern(digits)), self.locale)

    def date(self, when: datetime) -> str:
        """Return a day."""
        from babel.dates import format_date

        return format_date(when, locale=self.locale)

    def time(self, when: datetime) -> str:
        """Return a time of day."""
        from babel.dates import format_time

        return format_time(when, "short", locale=self.locale)

    def join(self, names: Sequence[str]) -> str:
        """Return a list such as `A, B and C`."""
        from babel.lists import format_list

        return format_list(names, locale=self.locale)


def _spelled(word: str) -> str:
    return word.replace("-", " ").replace("_", " ")


def _pattern(digits: int) -> str:
    """Return the pattern of a number with that many digits after the point."""
    return f"#,##0.{'0' * digits}".rstrip(".")
