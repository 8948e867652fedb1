"""Logs: one record a line as text or JSON, with the id of the request, and without secrets."""

import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TextIO

from msgspec import json

request_id: ContextVar[str] = ContextVar("request_id", default="")
HIDDEN = "[hidden]"
DETAILS = ("method", "path", "status", "seconds", "client")  # of requests
# Keys of seats in links and messages, tokens in headers, passwords in addresses of databases.
_SECRETS = re.compile(
    r"""(?<=\bbearer\s)[^\s"',]+
    | (?<=[\#?&]k=)[\w-]+
    | (?<=[?&]key=)[\w-]+
    | (?<=[?&]token=)[^\s"'&]+
    | (?<="key":")[^"]+
    | (?<="owner":")[^"]+
    | (?<="keys":\[)[^\]]+
    | (?<=://)[^\s/@]+:[^\s/@]+(?=@)""",
    re.VERBOSE | re.IGNORECASE,
)


def configure(
    *, as_json: bool, level: str = "warning", stream: TextIO | None = None
) -> logging.Handler:
    """Write all records of this process to standard error; return the handler that does."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if as_json else TextFormatter())
    # Libraries log more than is good at lower levels: aiosqlite has the parameters of statements.
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("brettwerk").setLevel(level.upper())
    return handler


def without_secrets(text: str) -> str:
    """Return a text with keys, tokens and passwords replaced."""
    return _SECRETS.sub(HIDDEN, text)


class TextFormatter(logging.Formatter):
    """A record for people; a traceback follows in lines of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text."""
        request = f" [{request_id.get()}]" if request_id.get() else ""
        message = record.getMessage().replace("\n", "\\n")
        line = f"{_time(record)} {record.levelname} {record.name}: {message}{request}"
        return without_secrets("\n".join([line, *_traceback(self, record)]))


class JsonFormatter(logging.Formatter):
    """A record for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line of JSON."""
        found: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            "request": request_id.get() or None,
            "exception": without_secrets("\n".join(_traceback(self, record))) or None,
            **{name: getattr(record, name, None) for name in DETAILS},
        }
        given = {name: value for name, value in found.items() if value is not None}
        return json.encode(given).decode()


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _traceback(formatter: logging.Formatter, record: logging.LogRecord) -> list[str]:
    return formatter.formatException(record.exc_info).split("\n") if record.exc_info else []
