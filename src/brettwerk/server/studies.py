"""What readers may ask of this server: so much of it, a few things at once, beside its loop.

A question is a question, but a long game takes long to be played through: moves have their price.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from brettwerk.errors import MatchError
from brettwerk.server.limits import Buckets
from brettwerk.server.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import HTTPConnection

    from brettwerk.server.settings import Limits

T = TypeVar("T")
AT_ONCE = 2
MOVES_FOR_ONE = 20  # so many moves to be played through count as a question


class Studies:
    """Tokens for each client, and the threads in which moves are played through."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._buckets = Buckets(limits.studies_burst, limits.studies_per_second)
        self._threads = Workers(AT_ONCE)

    def take(self, client: str) -> bool:
        """Whether this client may ask once more."""
        return self._buckets.take(client)

    def charge(self, client: str, moves: int) -> None:
        """A client wants so many moves played through; MatchError if that is too much by now."""
        if moves and not self._buckets.take(client, moves / MOVES_FOR_ONE):
            raise MatchError("page-too-fast")

    def check(self, count: int) -> None:
        """MatchError for more moves than anybody gets played through at once."""
        most = self._limits.study_moves
        if count > most:
            raise MatchError("study-many-moves", count=count, most=most)

    async def do(self, work: Callable[[], T]) -> T:
        """Do this in one of the threads; MatchError if too many wait for one."""
        if self._threads.waiting >= self._limits.waiting_studies:
            raise MatchError("page-busy")
        return await self._threads.do(0, work)

    def stop(self) -> None:
        """Let nothing be done any more."""
        self._threads.stop()


def client_of(connection: HTTPConnection) -> str:
    """The address of whoever asks."""
    return connection.client.host if connection.client else ""
