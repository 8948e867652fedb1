"""Analysis workers: a queue of bounded length, fair shares, stopping, and what dies is replaced."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import brettwerk
from brettwerk.engine.report import Stop
from brettwerk.errors import MatchError
from brettwerk.server import analysts as module
from brettwerk.server.analyst import AnalystGone
from brettwerk.server.analysts import Analysts, Job
from brettwerk.server.tasks import Look, Task
from server.chores import Count, Deaf, Die, Fail, Niceness


def go(
    work: Callable[[Analysts], Awaitable[None]], *, processes: bool = False, **more: Any
) -> None:
    """Do this with workers that do as tasks say."""

    async def all_of_it() -> None:
        found = Analysts(**more, processes=processes, run=lambda t, s, tell: t.run(s, tell))
        if processes:
            found = Analysts(**more)
        found.open()
        try:
            await asyncio.wait_for(work(found), 60)
        finally:
            await found.close()

    asyncio.run(all_of_it())


async def until(holds: Callable[[], Any]) -> None:
    """Wait until something holds."""
    while not holds():
        await asyncio.sleep(0.005)


async def result(found: Analysts, task: Task) -> Any:
    """The last word about a task."""
    return await found.begin(task, lambda _: None).done


def test_what_is_found_is_told_on_the_way_and_stopping_gives_the_last_word() -> None:
    async def work(found: Analysts) -> None:
        told: list[int] = []
        job = found.begin(Count(), told.append)
        await until(lambda: len(told) > 5)
        job.stop()
        last = await job.done
        assert told == list(range(last))
        assert await result(found, Count(3)) == 3

    go(work)


def test_others_wait_and_are_told_how_many_come_first() -> None:
    async def work(found: Analysts) -> None:
        jobs = [found.begin(Count(20), lambda _: None) for _ in range(3)]
        assert [found.ahead_of(job) for job in jobs] == [None, 1, 2]
        with pytest.raises(MatchError) as full:
            found.begin(Count(), lambda _: None)
        assert full.value.key == "study-busy"
        assert [await job.done for job in jobs] == [20, 20, 20]

    go(work, workers=1, most_waiting=2)


def test_who_has_left_or_gets_ready_is_nobody_who_comes_first() -> None:
    async def work(found: Analysts) -> None:
        first = found.begin(Count(), lambda _: None)
        second = found.begin(Count(3), lambda _: None)
        assert found.ahead_of(second) == 1
        found.leave(first)
        assert found.ahead_of(second) == 0
        assert await second.done == 3

    go(work, workers=1)


def test_who_is_patient_comes_last() -> None:
    async def work(found: Analysts) -> None:
        order: list[str] = []

        def begin(name: str, patient: bool) -> Any:
            job = found.begin(Count(3), lambda _: None, patient=patient)
            job.done.add_done_callback(lambda _: order.append(name))
            return job

        jobs = [begin("first", False), begin("patient", True), begin("second", False)]
        for job in jobs:
            await job.done
        await asyncio.sleep(0)
        assert order == ["first", "second", "patient"]

    go(work)


def test_while_somebody_waits_nobody_takes_more_than_a_fair_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "SHARE", 0.1)

    async def work(found: Analysts) -> None:
        long = found.begin(Count(), lambda _: None)
        assert await result(found, Count(2)) == 2
        await long.done
        assert long.cut
        alone = found.begin(Count(40), lambda _: None)
        assert (await alone.done, alone.cut) == (40, False)

    go(work)


def test_who_leaves_frees_the_worker_or_the_place() -> None:
    async def work(found: Analysts) -> None:
        told: list[int] = []
        running = found.begin(Count(), told.append)
        waiting = found.begin(Count(), lambda _: None)
        await until(lambda: told)
        found.leave(waiting)
        found.leave(running)
        assert await result(found, Count(1)) == 1
        assert found.waiting == 0

    go(work)


def test_who_leaves_at_once_leaves_nobody_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SHARE", 1e6)  # nobody else makes room

    async def work(found: Analysts) -> None:
        for _ in range(5):
            found.leave(found.begin(Count(seconds=1e6), lambda _: None))
        assert await result(found, Count(1)) == 1

    go(work)


def test_who_is_deaf_has_so_long_after_being_asked_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GRACE", 0.1)

    async def work(found: Analysts) -> None:
        left = found.begin(Deaf(seconds=1e6), lambda _: None)
        await asyncio.sleep(0.05)  # it is followed by now
        found.leave(left)
        assert await result(found, Count(1)) == 1
        found.leave(found.begin(Deaf(seconds=1e6), lambda _: None))  # before it is
        assert await result(found, Count(1)) == 1

    go(work)


def test_owners_take_turns_and_have_few_that_wait() -> None:
    async def work(found: Analysts) -> None:
        order: list[str] = []

        def begin(owner: str) -> Job:
            job = found.begin(Count(2), lambda _: None, owner=owner)
            job.done.add_done_callback(lambda _: order.append(owner))
            return job

        jobs = [begin(owner) for owner in "aaabc"]
        with pytest.raises(MatchError) as full:
            begin("a")
        assert full.value.key == "study-busy-here"
        await asyncio.gather(*(job.done for job in jobs))
        await asyncio.sleep(0)
        assert order == ["a", "a", "b", "c", "a"]

    go(work, most_each=2)


def test_a_task_that_fails_or_does_not_end_is_told_and_the_next_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "GRACE", 0.2)

    async def work(found: Analysts) -> None:
        for task in (Fail(), Deaf()):
            with pytest.raises(MatchError) as failed:
                await result(found, task)
            assert failed.value.key == "study-failed"
        assert await result(found, Count(1)) == 1

    go(work)


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_that_never_get_ready_are_given_up(
    monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    hired = unready(monkeypatch)

    async def work() -> None:
        found = Analysts(workers)
        found.open()
        waits = found.begin(Count(1), lambda _: None)
        with pytest.raises(MatchError) as given_up:
            await asyncio.wait_for(waits.done, 30)
        assert given_up.value.key == "study-no-analysts"
        with pytest.raises(MatchError) as none:
            found.begin(Count(1), lambda _: None)
        assert none.value.key == "study-no-analysts"
        assert len(hired) == module.MOST_FAILURES + workers - 1
        await found.close()

    asyncio.run(work())


def test_nobody_is_hired_once_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    hired = unready(monkeypatch)

    async def work() -> None:
        found = Analysts(1)
        found.open()
        await until(lambda: len(hired) > 1)
        await found.close()
        count = len(hired)
        found._hire()
        await asyncio.sleep(0.1)
        assert len(hired) == count
        assert all(one.dismissed for one in hired)

    monkeypatch.setattr(module, "MOST_FAILURES", 10**9)
    asyncio.run(work())


class Unready:
    """A worker that fails as soon as it is asked for anything."""

    dismissed = False

    def __init__(self, *_: Any) -> None:
        pass

    def begin(self, _: Task) -> None:
        """It will fail."""

    async def follow(self, _: Any) -> Any:
        """So it does."""
        raise AnalystGone

    def stop(self) -> None:
        """It has."""

    def dismiss(self) -> None:
        """It goes."""
        self.dismissed = True


def unready(monkeypatch: pytest.MonkeyPatch) -> list[Unready]:
    """All workers are such; those that were hired."""
    hired = list[Unready]()

    def hire(*_: Any) -> Unready:
        hired.append(Unready())
        return hired[-1]

    monkeypatch.setattr(module, "Analyst", hire)
    monkeypatch.setattr(module, "PAUSE", 1e-4)
    return hired


def test_a_look_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: dict[str, Any] = {}
    monkeypatch.setattr("brettwerk.engine.analyse", lambda _, **given: limits.update(given))
    Look(brettwerk.game("drei").start(), 100, 3.0).run(Stop(), lambda _: None)
    assert (limits["nodes"], limits["seconds"]) == (100, 3.0)


def test_a_server_without_workers_says_so() -> None:
    async def work(found: Analysts) -> None:
        with pytest.raises(MatchError) as none:
            found.begin(Count(), lambda _: None)
        assert none.value.key == "study-no-analysts"

    go(work, workers=0)


def test_processes_are_polite_and_one_that_dies_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "NAMES", ())  # nothing to load

    async def work(found: Analysts) -> None:
        process, niceness = await result(found, Niceness())
        assert process != os.getpid()
        assert niceness == 19
        with pytest.raises(MatchError):
            await result(found, Die())
        other, _ = await result(found, Niceness())
        assert other not in (process, os.getpid())
        job = found.begin(Count(), lambda _: None)
        await asyncio.sleep(0.1)
        found.leave(job)
        assert await result(found, Count(1)) == 1

    go(work, processes=True)
