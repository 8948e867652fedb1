"""Errors of records that say where, and have another error as their reason."""

from functools import partial

from brettwerk.errors import BadRecord, BrettwerkError
from brettwerk.i18n import Language, Translator


class RecordFault(BadRecord):
    """An error at a line, a ply or a tag of a record; `reason` says what is wrong."""

    def __init__(self, key: str, reason: BrettwerkError, /, **details: object) -> None:
        self.reason = reason
        super().__init__(key, reason=str(reason), **details)

    def __reduce__(self) -> tuple[object, ...]:
        details = {name: value for name, value in self.details.items() if name != "reason"}
        return partial(RecordFault, **details), (self.key, self.reason)

    def localized(self, language: Language) -> str:
        """Return the message in a language, its reason included."""
        return Translator(language)(
            self.key, **self.details | {"reason": self.reason.localized(language)}
        )


def at_line(number: int, reason: BrettwerkError) -> RecordFault:
    """Return an error with its line number."""
    return RecordFault("record-line", reason, line=str(number))


def strip_tracebacks(fault: BadRecord) -> BadRecord:
    """Remove the tracebacks, which would keep a whole record in memory."""
    found: object = fault
    while isinstance(found, BrettwerkError):
        found.__traceback__ = found.__cause__ = found.__context__ = None
        found = getattr(found, "reason", None)
    return fault
