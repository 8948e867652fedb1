"""The pool: bounded queues, fair shares, stopping, crashes, and messages that travel."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from threading import Event as Flag
from typing import Any

import pytest

import brettwerk
from brettwerk.search.report import Analysis, Stop
from brettwerk.server import crews
from brettwerk.server.errors import ServerError
from brettwerk.server.jobs import pool as module
from brettwerk.server.jobs import queue
from brettwerk.server.jobs.job import Job, Report, decode_report, encode, job_decoder
from brettwerk.server.jobs.pool import MOVES, Crew, Pool
from brettwerk.server.jobs.queue import Priority, Ticket
from brettwerk.server.jobs.worker import Worker, WorkerGone
from brettwerk.server.learn.tasks import JudgeAttempt
from brettwerk.server.play.config import make_config
from brettwerk.server.play.exports import PictureSpec
from brettwerk.server.play.messages import GameRequest
from brettwerk.server.play.tasks import ChooseMove, DrawPosition, ExportGame
from brettwerk.server.storage.model import Event, Seat
from brettwerk.server.study.tasks import EvaluatePosition, PositionEvaluation
from server.chores import CHORES, Begin, Count, Deaf, Die, DieOnce, Fail, Niceness


def analysts(size: int = 1, *, most: int = 30, each: int = 30, **more: Any) -> Crew:
    """Workers as a server has them for analyses."""
    return Crew(
        size,
        (Priority.ANALYSIS, Priority.REVIEW),
        max_waiting=most,
        max_waiting_for_owner=each,
        full="study-busy",
        full_for_owner="study-busy-here",
        absent="study-no-analysts",
        failed="study-failed",
        **more,
    )


def go(
    work: Callable[[Pool], Awaitable[None]],
    crew: Crew | None = None,
    *,
    processes: bool = False,
) -> None:
    """Do this with a pool of one crew."""

    async def all_of_it() -> None:
        pool = Pool([crew or analysts()], CHORES, processes=processes)
        pool.open()
        try:
            await asyncio.wait_for(work(pool), 60)
        finally:
            await pool.close()

    asyncio.run(all_of_it())


def short_grace(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let jobs that are to end do so soon."""
    monkeypatch.setattr(queue, "GRACE", seconds)
    monkeypatch.setattr(module, "GRACE", seconds)


async def until(holds: Callable[[], Any]) -> None:
    """Wait until something holds."""
    while not holds():
        await asyncio.sleep(0.005)


def submit(
    pool: Pool, job: Job[Any, Any], owner: str = "", priority: Priority = Priority.ANALYSIS
) -> Ticket[Any]:
    """A job that nobody hears about until it is done."""
    return pool.submit(job, priority, owner)


def noting(order: list[str], name: str) -> Callable[[Any], None]:
    """Note a name when something is done."""
    return lambda _: order.append(name)


async def result(pool: Pool, job: Job[Any, Any]) -> Any:
    """What comes of a job."""
    return await pool.run(job, Priority.ANALYSIS)


async def refused(done: Awaitable[Any]) -> tuple[int, str]:
    """The status and the key with which a job fails."""
    with pytest.raises(ServerError) as error:
        await done
    return error.value.status, error.value.key


# -- one job --------------------------------------------------------------------------------------
def test_updates_come_on_the_way_and_stopping_gives_the_result() -> None:
    async def work(pool: Pool) -> None:
        updates: list[int] = []
        ticket = pool.submit(Count(), Priority.ANALYSIS, on_update=updates.append)
        await until(lambda: len(updates) > 5)
        ticket.stop()
        last = await ticket.result
        assert updates == list(range(last))
        assert await result(pool, Count(3)) == 3

    go(work)


def test_who_cancels_frees_the_worker_or_the_place() -> None:
    async def work(pool: Pool) -> None:
        updates: list[int] = []
        running = pool.submit(Count(), Priority.ANALYSIS, on_update=updates.append)
        waiting = submit(pool, Count())
        await until(lambda: updates)
        pool.cancel(waiting)
        pool.cancel(running)
        assert await result(pool, Count(1)) == 1
        assert pool.load(Priority.ANALYSIS) == 0
        heard = len(updates)
        assert await result(pool, Count(3)) == 3
        assert len(updates) == heard

    go(work)


def test_a_caller_that_is_cancelled_takes_its_job_back() -> None:
    async def work(pool: Pool) -> None:
        for turns in range(4):  # at every moment on its way
            caller = asyncio.create_task(result(pool, Count(seconds=1e6)))
            for _ in range(turns):
                await asyncio.sleep(0)
            caller.cancel()
            with pytest.raises(asyncio.CancelledError):
                await caller
        assert await result(pool, Count(1)) == 1

    go(work)


def test_who_cancels_at_once_leaves_nobody_working(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SHARE", 1e6)  # nobody else makes room

    async def work(pool: Pool) -> None:
        for _ in range(5):
            pool.cancel(submit(pool, Count(seconds=1e6)))
        assert await result(pool, Count(1)) == 1

    go(work)


def test_a_deaf_job_is_killed_some_time_after_it_was_asked_to_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short_grace(monkeypatch, 0.1)

    async def work(pool: Pool) -> None:
        deaf = submit(pool, Deaf(seconds=1e6))
        await until(lambda: deaf.worker)
        pool.cancel(deaf)
        assert await result(pool, Count(1)) == 1
        pool.cancel(submit(pool, Deaf(seconds=1e6)))  # before it begins
        assert await result(pool, Count(1)) == 1

    go(work)


def test_asking_again_and_again_does_not_give_a_deaf_job_more_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short_grace(monkeypatch, 0.2)

    async def work(pool: Pool) -> None:
        deaf = submit(pool, Deaf(seconds=1e6))
        await until(lambda: deaf.worker)
        while not deaf.result.done():
            deaf.stop()
            await asyncio.sleep(0.01)

    go(work)


def test_a_job_that_fails_or_does_not_end_is_told_and_the_next_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short_grace(monkeypatch, 0.2)

    async def work(pool: Pool) -> None:
        for job in (Fail(), Deaf()):
            assert await refused(result(pool, job)) == (503, "study-failed")
        assert await result(pool, Count(1)) == 1

    go(work)


# -- who comes first ------------------------------------------------------------------------------
def test_others_wait_and_are_told_how_many_come_first() -> None:
    async def work(pool: Pool) -> None:
        tickets = [submit(pool, Count(20)) for _ in range(1)]
        await until(lambda: tickets[0].worker)
        tickets += [submit(pool, Count(20)) for _ in range(2)]
        assert [pool.ahead_of(ticket) for ticket in tickets] == [None, 1, 2]
        assert pool.load(Priority.ANALYSIS) == 3
        with pytest.raises(ServerError) as full:
            submit(pool, Count())
        assert (full.value.status, full.value.key) == (503, "study-busy")
        assert full.value.retry_after
        assert [await ticket.result for ticket in tickets] == [20, 20, 20]

    go(work, analysts(most=2))


def test_cancelled_jobs_do_not_come_first() -> None:
    async def work(pool: Pool) -> None:
        first, second = submit(pool, Count()), submit(pool, Count(3))
        await until(lambda: first.worker)
        assert pool.ahead_of(second) == 1
        pool.cancel(first)
        assert pool.ahead_of(second) == 0
        assert await second.result == 3

    go(work)


def test_urgent_jobs_go_first_and_reviews_last() -> None:
    async def work(pool: Pool) -> None:
        order: list[str] = []
        first = submit(pool, Count(5))
        await until(lambda: first.worker)
        tickets = []
        for name, priority in (("review", Priority.REVIEW), ("analysis", Priority.ANALYSIS)):
            ticket = submit(pool, Count(2), priority=priority)
            ticket.result.add_done_callback(noting(order, name))
            tickets.append(ticket)
        for ticket in tickets:
            await ticket.result
        await asyncio.sleep(0)
        assert order == ["analysis", "review"]

    go(work)


def test_owners_take_turns_and_have_few_that_wait() -> None:
    async def work(pool: Pool) -> None:
        order: list[str] = []

        def begin(owner: str) -> Ticket[Any]:
            ticket = submit(pool, Count(2), owner)
            ticket.result.add_done_callback(noting(order, owner))
            return ticket

        tickets = [begin("a")]
        await until(lambda: tickets[0].worker)
        tickets += [begin(owner) for owner in "aabc"]
        with pytest.raises(ServerError) as full:
            begin("a")
        assert (full.value.status, full.value.key) == (429, "study-busy-here")
        assert full.value.retry_after
        await asyncio.gather(*(ticket.result for ticket in tickets))
        await asyncio.sleep(0)
        assert order == ["a", "a", "b", "c", "a"]

    go(work, analysts(each=2))


def test_while_others_wait_no_analysis_takes_more_than_its_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "SHARE", 0.1)

    async def work(pool: Pool) -> None:
        long = submit(pool, Count())
        assert await result(pool, Count(2)) == 2
        await long.result
        assert long.cut_short
        late = submit(pool, Count())
        await until(lambda: late.worker)
        await asyncio.sleep(0.15)
        assert not late.cut_short  # nobody waits
        assert await result(pool, Count(2)) == 2
        assert late.cut_short

    go(work)


def test_moves_of_several_owners_take_turns_on_two_workers() -> None:
    async def work(pool: Pool) -> None:
        hold = [submit(pool, Count(), "z", Priority.CLOCK_RUNS) for _ in range(2)]
        await until(lambda: all(ticket.worker for ticket in hold))
        order: list[str] = []
        tickets = []
        for owner in "aaab":
            ticket = submit(pool, Count(1), owner, Priority.UNWATCHED)
            ticket.result.add_done_callback(noting(order, owner))
            tickets.append(ticket)
        hold[0].stop()
        await asyncio.gather(*(ticket.result for ticket in tickets))
        await asyncio.sleep(0)
        assert order == ["a", "b", "a", "a"]
        hold[1].stop()

    go(work, Crew(2, MOVES))


# -- workers --------------------------------------------------------------------------------------
def unready(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Let no worker start; those that were launched."""
    started = list[object]()

    async def start(launch: object) -> Worker:
        started.append(launch)
        raise WorkerGone

    monkeypatch.setattr(Worker, "start", start)
    monkeypatch.setattr(module, "FIRST_PAUSE", 1e-4)
    monkeypatch.setattr(module, "LONGEST_PAUSE", 1e-2)
    return started


@pytest.mark.parametrize("size", [1, 2])
def test_while_workers_do_not_start_jobs_are_refused(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    started = unready(monkeypatch)

    async def work(pool: Pool) -> None:
        assert await refused(result(pool, Count(1))) == (503, "study-no-analysts")
        assert len(started) >= module.MAX_FAILURES
        assert not pool.available(Priority.ANALYSIS)
        with pytest.raises(ServerError) as none:
            submit(pool, Count(1))
        assert (none.value.status, none.value.key) == (503, "study-no-analysts")
        monkeypatch.undo()
        await until(lambda: pool.available(Priority.ANALYSIS))
        assert await result(pool, Count(1)) == 1

    go(work, analysts(size, eager=True))


def test_no_worker_is_started_once_the_pool_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    started = unready(monkeypatch)
    monkeypatch.setattr(module, "MAX_FAILURES", 10**9)

    async def work() -> None:
        pool = Pool([analysts(eager=True)], CHORES)
        pool.open()
        await until(lambda: len(started) > 1)
        await pool.close()
        count = len(started)
        await asyncio.sleep(0.1)
        assert len(started) == count

    asyncio.run(work())


def test_a_pool_without_workers_says_so() -> None:
    async def work(pool: Pool) -> None:
        assert await refused(result(pool, Count())) == (503, "study-no-analysts")

    go(work, analysts(0))


def test_processes_are_nice_and_one_that_dies_is_replaced() -> None:
    async def work(pool: Pool) -> None:
        process, niceness = await result(pool, Niceness())
        assert process != os.getpid()
        assert niceness == 19
        assert await refused(result(pool, Die())) == (503, "study-failed")
        other, _ = await result(pool, Niceness())
        assert other not in (process, os.getpid())
        ticket = submit(pool, Count())
        await until(lambda: ticket.worker)
        pool.cancel(ticket)
        assert await result(pool, Count(1)) == 1

    go(work, analysts(niceness=19), processes=True)


def test_a_job_whose_worker_dies_is_tried_again(tmp_path: Path) -> None:
    async def work(pool: Pool) -> None:
        assert await result(pool, DieOnce(str(tmp_path / "died"))) == "alive"

    go(work, processes=True)


def test_who_leaves_takes_nobody_elses_worker_away(tmp_path: Path) -> None:
    async def work(pool: Pool) -> None:
        mark, enough = tmp_path / "begun", tmp_path / "enough"
        other = submit(pool, Begin(str(mark), str(enough)))
        await until(mark.exists)
        for turns in range(4):
            left = asyncio.create_task(result(pool, Count()))
            for _ in range(turns):
                await asyncio.sleep(0)
            left.cancel()
            with pytest.raises(asyncio.CancelledError):
                await left
        enough.touch()
        assert await other.result == "done"
        assert await result(pool, Count(7)) == 7

    go(work, analysts(2), processes=True)


def test_closing_kills_what_still_works() -> None:
    tickets: list[Ticket[Any]] = []

    async def work(pool: Pool) -> None:
        tickets.extend(submit(pool, Deaf(seconds=1e6)) for _ in range(2))
        await until(lambda: tickets[0].worker)

    go(work, processes=True)
    assert all(ticket.result.cancelled() for ticket in tickets)


def test_a_person_need_not_wait_for_games_that_nobody_plays() -> None:
    async def work(pool: Pool) -> None:
        endless = [submit(pool, Count(), f"a{n}", Priority.UNWATCHED) for n in range(6)]
        await until(lambda: endless[0].worker)
        for owner in ("ada", "bo"):
            assert await pool.run(Count(3), Priority.PLAYER_WAITS, owner) == 3
        assert [bool(ticket.worker) for ticket in endless] == [True] + [False] * 5
        pool.cancel(endless[0])  # then the next one's turn comes
        await until(lambda: endless[1].worker)

    go(work, Crew(2, MOVES))


# -- messages -------------------------------------------------------------------------------------
CONFIG = make_config(GameRequest("drei", seats=[Seat(), Seat()]), Random(1))
MOVE = Event("play", 0, (0, 1), "d4", 2.5, 3.5, "0:1")
JOBS = [
    ChooseMove("drei/1 …", 3, 7),
    EvaluatePosition("drei/1 …", 100),
    DrawPosition("drei", {}, ["d4"], ("d4",), "png", PictureSpec(1, 1, True, False, 100)),
    ExportGame(CONFIG, [MOVE], 1.5, "pgn"),
    JudgeAttempt("drei", "a1", ["d4"]),
    Count(3),
]


@pytest.mark.parametrize("job", JOBS)
def test_jobs_travel_as_messages(job: Job[Any, Any]) -> None:
    assert job_decoder((*crews.JOBS, *CHORES)).decode(encode(job)) == job


def test_results_travel_as_messages_with_their_types() -> None:
    position = brettwerk.game("drei", board="1a0 3b2 4a1 2b3").start()
    found = brettwerk.analyse(position, nodes=100)
    report = decode_report(encode(Report.of("done", PositionEvaluation.of(found))))
    job = EvaluatePosition(position.text, 100)
    assert report.result(job).analysis(position) == found


def test_an_evaluation_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: dict[str, Any] = {}

    def analyse(position: brettwerk.Position, **given: Any) -> Any:
        limits.update(given)
        return Analysis(position, (), 0, 0, 0.0)

    monkeypatch.setattr("brettwerk.server.study.tasks.analyse", analyse)
    job = EvaluatePosition(brettwerk.game("drei").start().text, 100, seconds=7.0)
    job.run(Stop(), lambda _: None)
    assert (limits["nodes"], limits["seconds"]) == (100, 7.0)


def test_a_thread_is_free_only_when_it_has_finished() -> None:
    go_on, done = Flag(), list[str]()

    def run(job: Job[Any, Any], _stop: Stop, _report: Any) -> int:
        assert isinstance(job, Count)
        go_on.wait(20)
        done.append(str(job.most))
        return job.most

    async def work() -> None:
        pool = Pool([Crew(1, MOVES)], CHORES, run=run)
        pool.open()
        left = submit(pool, Count(0), priority=Priority.CLOCK_RUNS)
        await until(lambda: left.worker)
        pool.cancel(left)
        others = [
            submit(pool, Count(2), priority=Priority.PLAYER_WAITS),
            submit(pool, Count(1), priority=Priority.CLOCK_RUNS),
        ]
        assert pool.load(*MOVES) == 3
        go_on.set()
        await asyncio.gather(*(ticket.result for ticket in others))
        assert done == ["0", "1", "2"]
        await pool.close()

    asyncio.run(asyncio.wait_for(work(), 30))
