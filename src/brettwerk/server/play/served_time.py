"""The time by which games are played: it stands while the server is down."""

from __future__ import annotations

from time import monotonic

from brettwerk.server.storage import GameStore

SERVED = "served"


class ServedTime:
    """The seconds that this server and those before it on the same database have served.

    Unlike the time of day nobody can set it, and a restart goes on where the last server stopped:
    at the last event, or at the last heartbeat if that came later.
    """

    def __init__(self, before: float = 0.0) -> None:
        self._offset = before - monotonic()

    @classmethod
    async def resume(cls, store: GameStore) -> ServedTime:
        """Return the time where the last server left it."""
        return cls(max(await store.fact(SERVED), await store.latest()))

    def now(self) -> float:
        """Return the seconds so far."""
        return self._offset + monotonic()

    async def save(self, store: GameStore) -> None:
        """Store it for the next server."""
        await store.set_fact(SERVED, self.now())
