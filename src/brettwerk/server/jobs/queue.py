"""Jobs that wait: by priority, then in turns, so that a busy client delays only itself."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import chain, zip_longest
from typing import Any, Generic, TypeVar

from brettwerk.server.jobs.job import Job
from brettwerk.server.jobs.worker import Worker

R = TypeVar("R")
GRACE = 6.0  # seconds that a job has to end after it was asked to


class Priority(IntEnum):
    """What a job is for; a smaller number goes first."""

    CLOCK_RUNS = 0
    PLAYER_WAITS = 1
    UNWATCHED = 2
    QUICK = 3
    ANALYSIS = 4
    REVIEW = 5


def ignore(_: object) -> None:
    """Drop an update."""


@dataclass(eq=False)
class Ticket(Generic[R]):
    """A job on its way: who asked for it, who does it, and the future of its result."""

    job: Job[R, Any]
    priority: Priority
    owner: str = ""
    on_update: Callable[[Any], None] = ignore
    result: asyncio.Future[R] = field(default_factory=asyncio.Future)
    worker: Worker | None = None
    deadline: asyncio.Timeout | None = None
    started: float = 0.0
    attempts: int = 0
    stopping: bool = False
    cut_short: bool = False  # it was stopped because others waited

    def stop(self) -> None:
        """Ask the job to end soon; its result still comes."""
        if self.worker and self.deadline and not self.stopping:
            self.stopping = True
            self.worker.stop()
            self.deadline.reschedule(asyncio.get_running_loop().time() + GRACE)

    def fail(self, error: Exception) -> None:
        """Let the result raise this error."""
        if not self.result.done():
            self.result.set_exception(error)
            self.result.exception()  # mark it as retrieved, in case it is never awaited


class JobQueue:
    """The tickets that wait, in the order in which they will be served."""

    def __init__(self) -> None:
        self._levels: dict[Priority, dict[str, deque[Ticket[Any]]]] = {}

    def push(self, ticket: Ticket[Any]) -> None:
        """Add a ticket behind those of its owner; a new owner comes last."""
        level = self._levels.setdefault(ticket.priority, {})
        level.setdefault(ticket.owner, deque()).append(ticket)

    def pop(self) -> Ticket[Any]:
        """Take the next ticket."""
        ticket = next(iter(self))
        self.take(ticket)
        return ticket

    def take(self, ticket: Ticket[Any]) -> None:
        """Take this ticket; its owner's next one comes after everybody else's."""
        self.remove(ticket)
        level = self._levels[ticket.priority]
        if ticket.owner in level:
            level[ticket.owner] = level.pop(ticket.owner)

    def remove(self, ticket: Ticket[Any]) -> None:
        """Take a ticket out; ValueError if it is not there."""
        level = self._levels.get(ticket.priority, {})
        level.get(ticket.owner, deque()).remove(ticket)
        if not level[ticket.owner]:
            del level[ticket.owner]

    def count(self, priority: Priority, owner: str | None = None) -> int:
        """Return how many tickets of a priority wait, of one owner or of all."""
        level = self._levels.get(priority, {})
        return len(level.get(owner, ())) if owner is not None else sum(map(len, level.values()))

    def __iter__(self) -> Iterator[Ticket[Any]]:
        for priority in sorted(self._levels):
            rounds = chain.from_iterable(zip_longest(*self._levels[priority].values()))
            yield from (ticket for ticket in rounds if ticket is not None)

    def __len__(self) -> int:
        return sum(map(self.count, self._levels))
