"""The time by which games are played: it stands while the server is away."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brettwerk.server.storage import Store

SERVED = "served"


class ServedTime:
    """Seconds that this server and those before it on the same database have been serving.

    Unlike the time of day nobody can set it, and a restart goes on where the last one stopped:
    at the last event, or at the last heartbeat if that came later.
    """

    def __init__(self, before: float = 0.0) -> None:
        self._offset = before - monotonic()

    @classmethod
    async def going_on(cls, store: Store) -> ServedTime:
        """The time where the last server left it."""
        return cls(max(await store.fact(SERVED), await store.latest()))

    def now(self) -> float:
        """The seconds so far."""
        return self._offset + monotonic()

    async def note(self, store: Store) -> None:
        """Write it down, for a server that comes after this one."""
        await store.remember(SERVED, self.now())
