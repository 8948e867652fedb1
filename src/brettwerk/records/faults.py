"""Faults of records that have another fault as their reason, told whole in either language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from brettwerk.errors import BadRecord, BrettwerkError
from brettwerk.texts import say

if TYPE_CHECKING:
    from brettwerk.texts import Language


class RecordFault(BadRecord):
    """Where a record is at fault (a line, a ply, a tag), and as `reason` what is wrong there."""

    def __init__(self, key: str, reason: BrettwerkError, /, **details: object) -> None:
        self.reason = reason
        super().__init__(key, reason=str(reason), **details)

    def __reduce__(self) -> tuple[Any, ...]:
        details = {name: value for name, value in self.details.items() if name != "reason"}
        return _again, (self.key, self.reason, details)

    def in_words(self, language: Language) -> str:
        """The sentence in a player's language, its reason too."""
        return say(self.key, language, **self.details | {"reason": self.reason.in_words(language)})


def _again(key: str, reason: BrettwerkError, details: dict[str, object]) -> RecordFault:
    """The same fault in another process."""
    return RecordFault(key, reason, **details)


def in_line(number: int, reason: BrettwerkError) -> RecordFault:
    """A fault with the line it was found in."""
    return RecordFault("record-line", reason, line=number)


def without_traces(fault: BadRecord) -> BadRecord:
    """The fault without the frames in which it arose: they would keep a whole record in memory."""
    found: object = fault
    while isinstance(found, BrettwerkError):
        found.__traceback__ = found.__cause__ = found.__context__ = None
        found = getattr(found, "reason", None)
    return fault
