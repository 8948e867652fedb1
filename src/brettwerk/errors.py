"""What can go wrong, each with a sentence that names the fault and what would be right."""

from __future__ import annotations

from typing import Any

from brettwerk.texts import Language, say


class BrettwerkError(Exception):
    """Any fault in what was given to Brettwerk; `str` of it is an English sentence for people."""

    code = "bad-request"

    def __init__(self, key: str, /, **details: object) -> None:
        self.key = key
        self.details = details
        super().__init__(say(key, "en", **details))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.key, self.details)

    def in_words(self, language: Language) -> str:
        """The sentence in a player's language."""
        return say(self.key, language, **self.details)


def _again(kind: type[BrettwerkError], key: str, details: dict[str, object]) -> BrettwerkError:
    """The same error in another process."""
    return kind(key, **details)


class IllegalMove(BrettwerkError):
    """The text is a move of this game, but the rules do not allow it now."""

    code = "illegal"


class NotAMove(BrettwerkError):
    """The text is no move of this game at all."""

    code = "not-a-move"


class UnknownGame(BrettwerkError):
    """There is no game of this name."""

    code = "unknown-game"


class BadOptions(BrettwerkError):
    """An option of a game, or a board or set-up, that cannot be."""

    code = "bad-options"


class BadPosition(BrettwerkError):
    """The text of a position that cannot be read or cannot be."""

    code = "bad-position"


class BadRecord(BrettwerkError):
    """A game record that cannot be read or replayed."""

    code = "bad-record"


class MatchError(BrettwerkError):
    """Something that the match around a game does not allow now."""

    code = "bad-request"


class BadLimit(BrettwerkError):
    """A limit of an engine, a level or another setting of it that cannot be."""

    code = "bad-limit"
