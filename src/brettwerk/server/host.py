"""One game in memory: its table, who is connected, and what everyone is sent."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import json

from brettwerk.server.table import Table
from brettwerk.server.view import table_message

if TYPE_CHECKING:
    from brettwerk.server.storage import Kept


class Listener(Protocol):
    """A connection: for whom it plays, and how to send to it without waiting."""

    people: tuple[int, ...]

    def send(self, message: bytes) -> None: ...


class Host:
    """A game in play. Whoever changes it holds `lock`."""

    def __init__(self, kept: Kept, table: Table) -> None:
        self.id = kept.id
        self.created = kept.created
        self.hashes = kept.hashes
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.flag: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.thinking_of = 0  # the moment of the table that is thought about
        self.touched = monotonic()
        self.restore(kept, table)

    def restore(self, kept: Kept, table: Table) -> None:
        """The game as the database knows it, and the table to which its events lead."""
        self.table = table
        self.number = len(kept.events)
        self.acts = {event.act for event in kept.events if event.act}

    @property
    def online(self) -> frozenset[int]:
        """The people who are connected."""
        return frozenset(person for one in self.listeners for person in one.people)

    @property
    def clock_runs(self) -> bool:
        """Whether somebody's time is running."""
        clock = self.table.match.clock
        return clock is not None and clock.since is not None and not self.table.match.round_over

    def idle(self) -> float:
        """For how many seconds nobody has needed it; 0 if somebody does now."""
        if self.listeners or self.clock_runs or self.thinking or self.lock.locked():
            return 0.0
        return monotonic() - self.touched

    def message(self, now: float, first: int = 0) -> bytes:
        """The table as it is sent."""
        return json.encode(table_message(self.id, self.table, now, self.online, first))

    def show(self, before: Table, now: float) -> None:
        """Send everyone what has changed."""
        message = self.message(now, _first_change(before, self.table))
        for listener in tuple(self.listeners):
            listener.send(message)

    def tell(self, message: dict[str, Any]) -> None:
        """Send everyone the same."""
        encoded = json.encode(message)
        for listener in tuple(self.listeners):
            listener.send(encoded)

    def tell_online(self) -> None:
        """Who is connected has changed."""
        self.tell({"t": "online", "people": sorted(self.online)})


def replayed(kept: Kept) -> Table:
    """The table as the database knows it; a long game takes a while."""
    table = Table.new(kept.terms)
    for event in kept.events:
        table = table.after(event)
    return table


def _first_change(before: Table, after: Table) -> int:
    """The first move that those who have seen the table before have not seen."""
    old, new = before.frames, after.frames
    if before.match.round != after.match.round:
        return 0
    shared = min(len(old), len(new))
    # Frames are kept, not copied, so the last shared one tells that all are the same.
    return shared if shared == 0 or old[shared - 1] is new[shared - 1] else 0
