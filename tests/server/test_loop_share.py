"""Whoever asks for much gets a share of the loop; the others and their moves come in between."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from time import thread_time
from typing import Any

import pytest

from brettwerk.server.http.budget import StudyBudget
from brettwerk.server.http.loop_share import LoopShares, MeasuredAwaitable, note_use
from brettwerk.server.http.rate_limits import SharedLimits
from brettwerk.server.settings import Limits
from server.helpers import serving


def busy(seconds: float) -> None:
    """Keep the loop."""
    until = thread_time() + seconds
    while thread_time() < until:
        pass


def test_requests_of_one_client_take_turns_and_others_need_not_wait() -> None:
    order: list[str] = []

    async def request(name: str) -> None:
        busy(0.005)
        order.append(name)
        await asyncio.sleep(0)

    async def ask(shares: LoopShares, client: str, name: str, after: float = 0.0) -> None:
        await asyncio.sleep(after)
        await shares.run(client, lambda: request(name))

    async def work() -> None:
        shares = LoopShares(0.005, 0.1)
        many = [ask(shares, "many", f"many {number}") for number in range(6)]
        await asyncio.gather(*many, ask(shares, "one", "one"), ask(shares, "two", "two", 0.01))

    asyncio.run(work())
    assert order[0] == "many 0"
    # Its second one comes after at least 5 ms more, the third after 50, and so on.
    assert order.index("one") <= 2
    assert order.index("two") <= 3
    assert [name for name in order if "many" in name] == [f"many {number}" for number in range(6)]


def test_those_that_come_at_once_leave_room_for_others_too() -> None:
    """Nobody's move waits until all twenty connections of a client have been answered once."""
    order: list[str] = []

    async def request(name: str) -> None:
        busy(0.005)
        order.append(name)

    async def work() -> None:
        shares = LoopShares(1.0, 0.1)  # far from being used up
        crowd = [shares.run("crowd", lambda: request("crowd")) for _ in range(10)]
        asked = asyncio.gather(*crowd)
        await asyncio.sleep(0.002)  # all of them wait now
        for _ in range(5):
            await asyncio.sleep(0)
            await request("a move")
        await asked

    asyncio.run(work())
    last = len(order) - order[::-1].index("a move")
    assert ("crowd", "crowd") not in pairwise(order[:last])
    assert order.count("crowd") == 10


def test_a_request_that_is_given_up_keeps_nobody_waiting() -> None:
    async def work() -> None:
        shares, done = LoopShares(1.0, 0.1), list[int]()

        async def request(number: int) -> None:
            busy(0.002)
            done.append(number)

        tasks = [
            asyncio.create_task(shares.run("one", lambda n=n: request(n)))  # type: ignore[misc]
            for n in range(4)
        ]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert done == [0, 2, 3]

    asyncio.run(work())


def test_steps_are_measured_and_waiting_is_not() -> None:
    used: list[float] = []

    async def steps() -> str:
        busy(0.01)
        await asyncio.sleep(0.05)
        busy(0.02)
        return "done"

    async def work() -> None:
        assert await MeasuredAwaitable(steps(), used.append) == "done"

    asyncio.run(work())
    assert [round(seconds, 2) for seconds in used] == [0.01, 0.02]


def test_what_is_measured_can_be_cancelled_and_fails_as_itself() -> None:
    seen: list[Any] = []

    async def waits() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    async def fails() -> None:
        await asyncio.sleep(0)
        raise ValueError("no")

    async def work() -> None:
        async def wait() -> None:
            await MeasuredAwaitable(waits(), lambda _: None)

        task = asyncio.create_task(wait())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(ValueError, match="no"):
            await MeasuredAwaitable(fails(), lambda _: None)

    asyncio.run(work())
    assert seen == ["cancelled"]


def test_every_request_has_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    run = LoopShares.run

    async def noted(shares: LoopShares, client: str, work: Any) -> Any:
        asked.append(client)
        return await run(shares, client, work)

    monkeypatch.setattr(LoopShares, "run", noted)
    with serving() as client:
        for path in ("/healthz", "/readyz", "/", "/nothing"):
            client.get(path)
        client.get("/", headers={"host": "elsewhere.example"})
    assert asked == ["testclient"] * 5


def test_what_is_done_in_threads_counts_too() -> None:
    used: list[float] = []

    async def work() -> None:
        budget = StudyBudget(Limits(), SharedLimits())
        note_use.set(used.append)
        await budget.run(lambda: busy(0.01))
        budget.close()

    asyncio.run(work())
    assert used[0] >= 0.01
