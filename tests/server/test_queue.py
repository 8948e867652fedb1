"""Jobs wait by priority, and owners take turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import wraps

import pytest

from brettwerk.server.jobs.queue import JobQueue, Priority, Ticket
from server.chores import Count


def on_a_loop(test: Callable[[], None]) -> Callable[[], None]:
    """Tickets need a loop for their futures."""

    @wraps(test)
    def run() -> None:
        async def inside() -> None:
            test()

        asyncio.run(inside())

    return run


def waiting(
    *owners: str, priority: Priority = Priority.ANALYSIS
) -> tuple[JobQueue, list[Ticket[int]]]:
    """A queue with tickets that came in this order."""
    queue, tickets = JobQueue(), [Ticket(Count(), priority, owner) for owner in owners]
    for ticket in tickets:
        queue.push(ticket)
    return queue, tickets


@on_a_loop
def test_a_busy_client_delays_only_itself() -> None:
    queue, tickets = waiting(*"aaabac")
    expected = [tickets[at] for at in (0, 3, 5, 1, 2, 4)]
    assert list(queue) == expected
    counts = [queue.count(Priority.ANALYSIS, owner) for owner in "az"]
    assert (len(queue), counts, queue.count(Priority.ANALYSIS)) == (6, [4, 0], 6)
    assert [queue.pop() for _ in range(6)] == expected
    assert not queue


@on_a_loop
def test_who_was_served_waits_for_the_others() -> None:
    queue, (first, second) = waiting(*"ab")
    assert queue.pop() is first
    queue.push(first)
    assert list(queue) == [second, first]


@on_a_loop
def test_who_leaves_is_not_waited_for() -> None:
    queue, (first, second, third) = waiting(*"aba")
    queue.remove(second)
    queue.remove(first)
    assert list(queue) == [third]
    for gone in (first, second):
        with pytest.raises(ValueError, match=r".*"):
            queue.remove(gone)


@on_a_loop
def test_urgent_jobs_go_first_whoever_owns_them() -> None:
    queue, (first, second) = waiting(*"ab", priority=Priority.UNWATCHED)
    urgent = Ticket(Count(), Priority.CLOCK_RUNS, "a")
    queue.push(urgent)
    assert [queue.pop() for _ in range(3)] == [urgent, first, second]
