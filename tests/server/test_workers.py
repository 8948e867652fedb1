"""Long work is done beside the server, in order of urgency, and not for those who have gone."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import pytest

import brettwerk
from brettwerk.server.computers import at_random
from brettwerk.server.workers import Workers
from server.helpers import COMPUTER, HERE, make, serving


def run(work: Coroutine[None, None, None]) -> None:
    """In a thread of its own, whatever else runs in this process."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def test_the_urgent_go_first_and_those_who_are_gone_are_left_out() -> None:
    async def work() -> None:
        workers, go_on, done = Workers(1), Event(), list[str]()

        def job(name: str) -> None:
            go_on.wait(20)
            done.append(name)

        async def wish(urgency: int, name: str) -> asyncio.Task[None]:
            task = asyncio.create_task(workers.do(urgency, job, name))
            await asyncio.sleep(0)
            return task

        wishes = [(2, "first"), (2, "late"), (1, "b"), (1, "c"), (0, "urgent"), (0, "gone")]
        tasks = [await wish(urgency, name) for urgency, name in wishes]
        assert workers.waiting == 6
        tasks[-1].cancel()
        go_on.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert done == ["first", "urgent", "b", "c", "late"]
        assert workers.waiting == 0
        workers.stop()

    run(work())


def test_a_worker_is_free_only_when_it_has_finished() -> None:
    async def work() -> None:
        workers, go_on, begun, done = Workers(1), Event(), Event(), list[str]()

        def job(name: str) -> None:
            begun.set()
            go_on.wait(20)
            done.append(name)

        left = asyncio.create_task(workers.do(0, job, "left"))
        assert await asyncio.to_thread(begun.wait, 20)
        left.cancel()
        await asyncio.wait((left,))
        # If the worker were thought to be free, the first to come would be the next.
        others = [asyncio.create_task(workers.do(*wish)) for wish in ((1, job, "b"), (0, job, "a"))]
        while workers.waiting < 2:
            await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*others)
        assert done == ["left", "a", "b"]
        workers.stop()

    run(work())


def begins(mark: str, until: str) -> str:
    """Work that tells when it has begun, and goes on until it is told."""
    Path(mark).touch()
    while not Path(until).exists():
        sleep(0.01)
    return "done"


def test_whoever_leaves_takes_nobody_elses_worker_away(tmp_path: Path) -> None:
    async def work() -> None:
        workers = Workers(2, processes=True)
        mark, until = tmp_path / "begun", tmp_path / "enough"
        try:
            other = asyncio.create_task(workers.do(0, begins, str(mark), str(until)))
            while not mark.exists():
                await asyncio.sleep(0.01)
            # At every moment of its way to a worker somebody may be cancelled.
            for turns in range(4):
                left = asyncio.create_task(workers.do(0, sleep, 0))
                for _ in range(turns):
                    await asyncio.sleep(0)
                left.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await left
            until.touch()
            assert await other == "done"
            assert await workers.do(0, int, "7") == 7
        finally:
            workers.stop()

    run(work())


def dies_once(mark: str) -> str:
    """Work that kills its worker the first time."""
    path = Path(mark)
    if not path.exists():
        path.touch()
        os._exit(1)
    return "alive"


def test_after_a_worker_has_died_there_are_new_ones(tmp_path: Path) -> None:
    async def work() -> None:
        workers, mark = Workers(1, processes=True), str(tmp_path / "died")
        try:
            with pytest.raises(BrokenExecutor):
                await workers.do(0, dies_once, mark)
            assert await workers.do(0, dies_once, mark) == "alive"
        finally:
            workers.stop()

    run(work())


def test_what_fails_is_told_and_frees_its_worker() -> None:
    async def work() -> None:
        workers = Workers(1)
        for _ in range(3):
            with pytest.raises(ValueError, match="no number"):
                await workers.do(0, int, "no number")
        assert await workers.do(0, int, "7") == 7
        workers.stop()

    run(work())


def test_pictures_are_made_beside_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, begun = Event(), Event()

    def slow(_svg: str, _width: int) -> bytes:
        begun.set()
        go_on.wait(20)
        return b"picture"

    monkeypatch.setattr("brettwerk.server.api.png", slow)
    with serving(waiting_pictures=1) as client, ThreadPoolExecutor(1) as thread:
        game = make(client, "drei", HERE, HERE)
        address = f"/api/games/{game.id}/picture.png"
        asked = thread.submit(client.get, address)
        assert begun.wait(10)
        with game.sit(0, 1) as player:
            assert player.act("play", "d4")["t"] == "done"
        refused = client.get(address)
        assert (refused.status_code, refused.json()["key"]) == (503, "page-busy")
        go_on.set()
        assert asked.result().content == b"picture"


def test_thinking_about_a_position_that_is_gone_ends() -> None:
    go_on, seen = Event(), list[str]()

    def thinker(position: brettwerk.Position, level: int, seed: int) -> brettwerk.Move:
        seen.append(position.text)
        if len(seen) == 1:
            go_on.wait(20)
        return at_random(position, level, seed)

    with serving(choose=thinker) as client:
        game = make(client, "abalone", HERE, COMPUTER, begins=0)
        with game.sit(0) as player:
            first, second = (player.table["moves"][at][0] for at in (0, 1))
            player.act("play", first)
            player.act("takeback")
            began = monotonic()
            player.act("play", second)
            while len(player.moves) < 2:
                player.get("table")
            # The other worker answers although the first one still thinks about what is gone.
            assert monotonic() - began < 10
            assert not go_on.is_set()
            go_on.set()
        assert len(seen) == 2


def test_no_new_game_with_computers_while_too_many_think() -> None:
    go_on = Event()

    def thinker(position: brettwerk.Position, level: int, seed: int) -> brettwerk.Move:
        go_on.wait(20)
        return at_random(position, level, seed)

    with serving(choose=thinker, waiting_computers=1) as client:
        make(client, "drei", COMPUTER, HERE, begins=0)
        wish = {"game": "drei", "seats": [HERE, COMPUTER]}
        refused = client.post("/api/games", json=wish)
        assert (refused.status_code, refused.json()["key"]) == (503, "page-busy")
        make(client, "drei", HERE, HERE)
        go_on.set()
