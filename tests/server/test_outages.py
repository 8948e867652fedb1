"""Nobody pays for time that no server served, whatever happens between an outage and its note."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event as Flag
from typing import Any

import pytest

from brettwerk.server.errors import ServerError, busy
from brettwerk.server.play.messages import GameRequest
from brettwerk.server.storage.model import Seat
from brettwerk.server.storage.store import GameStore
from server.cluster import CLOCK, Node, cluster, run, thinking_for_ever, until

BESIDE_COMPUTER = GameRequest(
    "abalone", seats=[Seat("here"), Seat("computer", 1)], begins=0, clock="1"
)


def left(node: Node, game: str) -> float:
    clock = node.registry.sessions[game].state.match.required_clock
    return clock.remaining(clock.turn or 0, node.leases.now())


def test_an_outage_is_given_back_though_a_key_was_replaced_after_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path, 1) as made:
            [a] = made.nodes
            session = await a.create(CLOCK)
            await a.watch(session.id)
            await a.move(session.id)
            await made.go_on(10)
            made.time.now += 30
            await a.registry.rekey(session, 1)
            await a.tick()
            await until(lambda: session.state.last.kind == "outage")
            assert left(a, session.id) == pytest.approx(50, abs=0.5)

    run(work)


def test_where_nobody_looks_an_outage_is_given_back_before_the_flag_falls(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path, 1) as made:
            [a] = made.nodes
            session = await a.create(CLOCK)
            await a.move(session.id)
            await made.go_on(10)
            made.time.now += 30
            await made.go_on(5)
            assert session.state.last.kind == "play"  # nothing is written for it yet
            await made.go_on(44)
            await until(lambda: session.state.last.kind == "outage")
            assert left(a, session.id) == pytest.approx(1, abs=0.6)
            await made.go_on(3)
            await until(lambda: session.state.last.kind == "flag")

    run(work)


def test_time_between_noting_an_outage_and_taking_over_is_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(CLOCK)).id
            await b.watch(game, 0, 1)
            await a.move(game)
            await made.go_on(10)
            await a.die()
            right = b.leases.table.adopt

            async def stopped_before(*given: Any) -> Any:
                monkeypatch.undo()
                made.time.now += 20  # the process is stopped, or its database
                return await right(*given)

            monkeypatch.setattr(b.leases.table, "adopt", stopped_before)
            await made.go_on(6)
            assert b.leases.is_mine(b.registry.sessions[game].custody.lease)
            assert left(b, game) > 50 - 6

    run(work)


def test_whoever_takes_a_game_over_gives_back_what_was_lost_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brettwerk.server.play.scheduler.TAKE_AFTER", 0.0)

    async def work() -> None:
        go_on = Flag()
        async with cluster(tmp_path, 0) as made:
            a, b, c = [await thinking_for_ever(made, go_on) for _ in "abc"]
            game = (await a.create(BESIDE_COMPUTER)).id
            for node in (b, c):
                await node.watch(game, 0)
            await a.move(game)
            await until(lambda: b.registry.sessions[game].state.version == 1)
            await made.go_on(1)
            for _ in range(5):  # A is away, for less than a lifetime
                made.time.now += 0.5
                await b.leases.beat()
                await c.leases.beat()
            await a.leases.beat()
            a.registry.forget(a.registry.sessions[game])
            await b.leases.beat()
            await asyncio.sleep(0)
            here, there = (node.registry.sessions[game] for node in (b, c))
            await b.scheduler._take(here)  # unless C, which has the game too, was faster
            await until(lambda: here.custody.lease in b.leases.own | c.leases.own)
            assert here.state.last.kind == "outage"
            await until(lambda: there.custody == here.custody)
            go_on.set()  # only so that the threads can end

    run(work)


def test_a_turn_begins_when_the_move_before_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with cluster(tmp_path, 1) as made:
            [a] = made.nodes
            session = await a.create(CLOCK)
            await a.move(session.id)
            await made.go_on(10)
            right = a.store.append

            async def slowly(*given: Any) -> None:
                await right(*given)
                monkeypatch.undo()
                for _ in range(10):  # the writer waits, heartbeats come through
                    made.time.now += 0.5
                    await a.leases.beat()

            monkeypatch.setattr(a.store, "append", slowly)
            await a.move(session.id)
            clock = session.state.match.required_clock
            assert clock.left[1] == pytest.approx(50, abs=0.1)
            assert left(a, session.id) == pytest.approx(60, abs=0.1)
            _, events = await a.stored(session.id)
            assert [event.kind for event in events] == ["play", "play", "outage"]

    run(work)


def test_a_turn_begins_when_a_move_is_shown_whose_writing_seemed_to_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with cluster(tmp_path, 1) as made:
            [a] = made.nodes
            monkeypatch.setattr(a.bus, "shared", False)
            session = await a.create(CLOCK)
            await a.move(session.id)
            await made.go_on(10)
            right = a.store.append

            async def fails(*given: Any) -> None:
                await right(*given)
                raise busy("page-store")

            with monkeypatch.context() as broken:
                broken.setattr(a.store, "append", fails)
                with pytest.raises(ServerError):
                    await a.move(session.id)
            for _ in range(10):  # the database does not answer, heartbeats come through
                made.time.now += 0.5
                await a.leases.beat()
            await a.scheduler.look_after()
            assert len(session.state.frames) == 2
            assert left(a, session.id) == pytest.approx(60, abs=0.1)
            assert (await a.stored(session.id))[0].match == session.state.match

    run(work)


def test_nothing_happens_between_a_heartbeat_and_the_reading_of_outages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(CLOCK)).id
            await b.watch(game, 0, 1)
            await a.move(game)
            await made.go_on(10)
            made.time.now += 2  # the database is away
            await a.leases.beat()
            moving: list[asyncio.Task[str]] = []
            right = b.leases.table.outages_since

            async def meanwhile(since: float) -> Any:
                moving.append(asyncio.create_task(b.move(game)))
                for _ in range(20):
                    await asyncio.sleep(0.005)
                return await right(since)

            monkeypatch.setattr(b.leases.table, "outages_since", meanwhile)
            await b.leases.beat()
            await moving[0]
            state, events = await b.stored(game)
            assert [event.kind for event in events] == ["play", "outage", "play"]
            assert state.match.required_clock.left[1] == pytest.approx(50, abs=0.1)

    run(work)


def test_time_until_a_server_can_be_reached_is_part_of_the_outage(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path, 1) as made:
            [a] = made.nodes
            game = (await a.create(CLOCK)).id
            await a.move(game)
            await made.go_on(10)
            await a.die()
            made.time.now += 10
            store = GameStore(made.url, bus=True, clock=made.time)
            await store.open()
            made.time.now += 5  # the rest of the server starts
            await store.close()
            b = await made.add()
            await b.registry.get(game)
            assert left(b, game) == pytest.approx(50, abs=0.5)

    run(work)
