"""Errors that carry their HTTP status."""

from typing import Self

from brettwerk.errors import BrettwerkError, MatchError, MissingPart, UnknownGame


class ServerError(BrettwerkError):
    """A request that the server refuses; `retry_after` says in how many seconds it may succeed."""

    def __init__(
        self, status: int, key: str, /, *, retry_after: int | None = None, **details: object
    ) -> None:
        super().__init__(key, **details)
        self.status = status
        self.retry_after = retry_after

    @classmethod
    def of(cls, status: int, error: BrettwerkError) -> Self:
        """Return an error raised below the server with another status."""
        return cls(status, error.key, retry_after=None, **error.details)


def busy(key: str = "page-busy", **details: object) -> ServerError:
    """Return the error for a queue that is full, or a database that does not answer."""
    return ServerError(503, key, retry_after=5, **details)


def status_of(error: BrettwerkError) -> int:
    """Return the HTTP status of an error, also of those raised below the server.

    A `MatchError` says that the match does not allow something now, hence 409.
    """
    if isinstance(error, ServerError):
        return error.status
    if isinstance(error, UnknownGame | MissingPart):
        return 404
    return 409 if isinstance(error, MatchError) else 400
