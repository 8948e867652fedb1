"""Several servers on one database: viewers of all see the same, and games survive a server."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from functools import partial
from pathlib import Path
from threading import Event as Flag
from typing import Any

import pytest
from msgspec import msgpack
from sqlalchemy import select

import brettwerk
from brettwerk.errors import BrettwerkError, MatchError
from brettwerk.server.errors import ServerError
from brettwerk.server.play.messages import Command, GameRequest
from brettwerk.server.play.seat_keys import people_of
from brettwerk.server.storage.model import Custody, Seat
from brettwerk.server.storage.schema import games
from server.cluster import (
    CLOCK,
    COMPUTER,
    FRIENDS,
    Node,
    Viewer,
    cluster,
    run,
    thinking_for_ever,
    until,
)


def kinds(events: list[Any]) -> list[str]:
    return [event.kind for event in events]


def has_seen(viewer: Viewer, moves: int) -> bool:
    return len(viewer.moves) == moves


async def both_have(one: Viewer, other: Viewer, moves: int) -> None:
    """Wait until two viewers have seen so many moves."""
    await until(lambda: len(one.moves) == len(other.moves) == moves)


# -- in step --------------------------------------------------------------------------------------
def test_viewers_at_all_servers_see_the_same(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            ada, bo = await a.watch(game, 0), await b.watch(game, 1)
            for number in range(6):
                await (a, b)[number % 2].move(game)
                await both_have(ada, bo, number + 1)
                assert ada.moves == bo.moves
            state, events = await a.stored(game)
            assert [frame.text for frame in state.frames] == ada.moves
            assert kinds(events).count("play") == 6

    run(work)


def test_what_others_did_is_applied_without_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            await a.watch(game, 0)
            bo = await b.watch(game, 1)
            await asyncio.sleep(0.05)

            async def never(*_: Any) -> Any:
                raise AssertionError("the database was read")

            monkeypatch.setattr(b.store, "changes_since", never)
            await a.move(game)
            await until(lambda: len(bo.moves) == 1)

    run(work)


def test_who_is_connected_is_known_everywhere(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            ada, bo = await a.watch(game, 0), await b.watch(game, 1)
            await until(lambda: ada.online == bo.online == [0, 1])
            late = await b.watch(game)
            assert [one["online"] for one in late.table["people"]] == [True, True]
            a.registry.disconnect(await a.registry.get(game), ada)
            await until(lambda: bo.online == [1])

    run(work)


def test_a_key_that_is_replaced_at_one_server_is_revoked_at_the_others(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            ada, bo = await a.watch(game, 0), await b.watch(game, 1)
            await asyncio.sleep(0.05)
            key = await a.registry.rekey(await a.registry.get(game), 1)
            await until(lambda: bo.revoked == [1])
            assert ada.revoked == [1]  # which is for the connection to decide
            there = await b.registry.get(game)
            assert people_of([key], there.hashes) == (1,)
            # Also where nobody looks at the game any more.
            b.registry.disconnect(there, bo)
            newest = await a.registry.rekey(await a.registry.get(game), 1)
            await asyncio.sleep(0.05)
            assert await b.registry.people_with(there, [key, newest]) == (1,)
            assert await b.registry.people_with(there, [key]) == ()

    run(work)


def test_people_at_a_dead_server_are_gone(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            await a.watch(game, 0)
            bo = await b.watch(game, 1)
            await until(lambda: bo.online == [0, 1])
            await a.die()
            await made.go_on(4.5)
            assert bo.online == [1]

    run(work)


def test_a_hint_is_told_to_opponents_at_other_servers(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            await a.watch(game, 0)
            bo = await b.watch(game, 1)
            await until(lambda: bo.online == [0, 1])
            await a.registry.hint(await a.registry.get(game), (0,), "someone")
            await until(lambda: any(told["t"] == "hinted" for told in bo.told))

    run(work)


def test_two_servers_make_one_rematch(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            ada, bo = await a.watch(game, 0), await b.watch(game, 1)
            await a.do(game, 0, Command("end", "forfeit", 0))
            await until(lambda: bo.table["outcome"] is not None)
            await a.do(game, 0, Command("again", "again"))
            await asyncio.gather(
                a.do(game, 0, Command("more", "again")), b.do(game, 1, Command("again", "again"))
            )
            await until(lambda: bool(ada.table["following"] and bo.table["following"]))
            assert ada.table["following"] == bo.table["following"]
            async with a.store.engine.connect() as connection:
                assert len((await connection.execute(select(games.c.id))).all()) == 2

    run(work)


def test_of_two_moves_at_once_one_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            for node in (a, b):
                await node.watch(game, 0, 1)
            done = await asyncio.gather(a.move(game, 0), b.move(game, 1), return_exceptions=True)
            refused = [one for one in done if isinstance(one, BrettwerkError)]
            assert len(refused) == 1
            state, _ = await a.stored(game)
            assert len(state.frames) == 1

    run(work)


def test_the_same_command_at_two_servers_happens_once_and_both_are_told_so(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            for node in (a, b):
                await node.watch(game, 0, 1)
            b.bus.loses = True
            text = brettwerk.game("abalone").start().moves[0].text
            for node in (a, b):
                await node.do(game, 0, Command("once", "play", 0, text=text))
            _, events = await a.stored(game)
            assert kinds(events).count("play") == 1

    run(work)


def test_a_server_where_nobody_looks_stops_listening_and_catches_up_later(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            session = await a.registry.get(game)
            bo = await b.watch(game, 0, 1)
            while session.following:
                await b.move(game)
                await asyncio.sleep(0.05)
            sent = b.bus.sent
            await b.move(game)
            assert b.bus.sent == sent
            ada = await a.watch(game)
            assert ada.moves == bo.moves
            await until(lambda: bool(session.elsewhere))
            seen = len(bo.moves)
            await b.move(game)
            await both_have(ada, bo, seen + 1)

    run(work)


# -- messages that are lost -----------------------------------------------------------------------
def test_a_lost_message_is_made_good_from_the_database(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            await a.watch(game, 0, 1)
            bo = await b.watch(game)
            await asyncio.sleep(0.05)
            a.bus.loses = True
            await a.move(game)
            a.bus.loses = False
            await asyncio.sleep(0.05)
            assert bo.moves == []
            await a.move(game)
            await until(lambda: len(bo.moves) == 2)

    run(work)


@pytest.mark.parametrize("change", [{"type": "newer"}, {"more": 7}], ids=["kind", "field"])
def test_servers_of_two_versions_show_the_same(change: dict[str, Any], tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            newer, older = made.nodes
            game = (await newer.create(FRIENDS)).id
            await newer.watch(game, 0, 1)
            bo = await older.watch(game)
            await asyncio.sleep(0.05)
            send = newer.bus.send

            def say(channel: str, message: bytes, to: Collection[str] = ()) -> None:
                send(channel, msgpack.encode({**msgpack.decode(message), **change}), to)

            newer.bus.send = say  # type: ignore[method-assign]
            for number in range(3):
                await newer.move(game)
                await until(partial(has_seen, bo, number + 1))
            await older.move(game)
            state, _ = await newer.stored(game)
            assert [frame.text for frame in state.frames] == bo.moves

    run(work)


def test_servers_that_took_each_other_for_dead_meet_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            ada, bo = await a.watch(game, 0, 1), await b.watch(game)
            await until(lambda: ada.online == bo.online == [0, 1])
            await made.go_on(0.5)
            made.time.now += 10  # as if the database had stood still
            b.bus.loses = True
            await a.tick()
            assert not a.registry.sessions[game].elsewhere
            b.bus.loses = False
            await made.go_on(1)
            await a.move(game)
            await both_have(ada, bo, 1)

    run(work)


def test_what_is_stored_before_others_are_known_is_shown_there(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await b.create(FRIENDS)).id
            bo = await b.watch(game)
            session = await a.registry.get(game)
            await until(lambda: bool(session.elsewhere))
            session.elsewhere.clear()  # as if the answer were still on its way
            await a.move(game)
            b.registry.sharing.presence(b.registry.sessions[game])
            await both_have(bo, bo, 1)

    run(work)


def test_a_command_for_a_version_that_was_missed_is_not_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            for node in (a, b):
                await node.watch(game, 0, 1)
            b.bus.loses = True
            await a.move(game)
            session = await a.registry.get(game)
            text = session.state.match.position.moves[0].text
            await b.do(game, 1, Command("next", "play", session.state.version, text=text))
            assert len((await a.stored(game))[0].frames) == 2

    run(work)


@pytest.mark.parametrize("cut", [0, 1])
def test_without_the_bus_games_go_on_and_others_read_the_database(cut: int, tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(FRIENDS)).id
            ada, bo = await a.watch(game, 0, 1), await b.watch(game)
            await asyncio.sleep(0.05)
            made.nodes[cut].bus.cut = True
            await made.go_on(0.5)
            await a.move(game)
            assert len(ada.moves) == 1
            await made.go_on(1.0)
            assert len(bo.moves) == 1

    run(work)


# -- whoever looks after a game -------------------------------------------------------------------
def test_a_computers_move_is_made_by_another_server_when_the_first_dies(tmp_path: Path) -> None:
    async def work() -> None:
        go_on = Flag()
        async with cluster(tmp_path, 1) as made:
            b = made.nodes[0]
            a = await thinking_for_ever(made, go_on)
            game = (await a.create(COMPUTER)).id
            await a.move(game)
            go_on.set()  # only so that the thread can end
            await a.die()
            assert game not in b.registry.sessions
            await made.go_on(4.0)
            await until(lambda: game in b.registry.sessions)
            await until(lambda: len(b.registry.sessions[game].state.frames) == 2)

    run(work)


def test_whoever_is_asked_for_a_move_lets_the_computer_answer(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(COMPUTER)).id
            bo = await b.watch(game, 0)
            for moves in (2, 4, 6):
                await b.move(game)
                await both_have(bo, bo, moves)
            assert b.leases.is_mine(b.registry.sessions[game].custody.lease)

    run(work)


def test_computers_alone_play_while_somebody_watches_at_any_server(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            alone = GameRequest("abalone", seats=[Seat("computer", 1)] * 2)
            game = (await a.create(alone)).id
            await asyncio.sleep(0.1)
            assert not (await a.stored(game))[0].frames
            bo = await b.watch(game)
            await until(lambda: len(bo.moves) >= 3)
            b.registry.disconnect(await b.registry.get(game), bo)
            await asyncio.sleep(0.3)
            count = len((await a.stored(game))[0].frames)
            await asyncio.sleep(0.2)
            assert len((await a.stored(game))[0].frames) == count

    run(work)


# -- clocks ---------------------------------------------------------------------------------------
def left(node: Node, game: str) -> float:
    """What the person to move has left."""
    clock = node.registry.sessions[game].state.match.required_clock
    assert clock.turn is not None
    return clock.remaining(clock.turn, node.leases.now())


def test_a_clock_stands_from_the_last_beat_of_a_dead_server_until_it_is_taken_over(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(CLOCK)).id
            bo = await b.watch(game, 0, 1)
            await a.move(game)
            await made.go_on(10)
            await until(lambda: game in b.registry.sessions)
            assert left(b, game) == pytest.approx(50)
            await a.die()
            await made.go_on(5)
            await until(lambda: bo.table["last"]["kind"] == "outage")
            assert left(b, game) > 50 - 5 + 3
            assert b.leases.is_mine(b.registry.sessions[game].custody.lease)
            seconds = left(b, game)
            await made.go_on(20)
            assert left(b, game) == pytest.approx(seconds - 20)
            await b.move(game)
            _, events = await b.stored(game)
            assert kinds(events) == ["play", "outage", "play"]

    run(work)


def test_nobody_loses_time_while_no_server_reaches_the_database(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(CLOCK)).id
            for node in made.nodes:
                await node.watch(game, 0, 1)
            await a.move(game)
            await made.go_on(10)
            made.time.now += 200  # no heartbeat
            await b.move(game)  # the first thing that happens
            state, events = await b.stored(game)
            assert kinds(events) == ["play", "outage", "play"]
            assert state.match.required_clock.left[1] == pytest.approx(50)
            await made.go_on(1)
            assert (await b.stored(game))[0].match.outcome is None

    run(work)


def test_time_is_served_though_one_server_is_away_for_a_moment(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(CLOCK)).id
            await b.watch(game, 0, 1)
            await a.move(game)
            await made.go_on(10)
            b.alive = False
            await made.go_on(10)
            b.alive = True
            await made.go_on(1)
            await b.move(game)
            state, events = await b.stored(game)
            assert kinds(events) == ["play", "play"]
            assert state.match.required_clock.left[1] == pytest.approx(39)

    run(work)


def test_a_flag_falls_once_though_nobody_is_connected(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a = made.nodes[0]
            game = (await a.create(CLOCK)).id
            await a.move(game)
            for node in made.nodes:
                await node.registry.get(game)
            await made.go_on(58)
            assert (await a.stored(game))[0].match.outcome is None
            await made.go_on(4)
            state, events = await a.stored(game)
            assert state.match.outcome
            assert kinds(events) == ["play", "flag"]

    run(work)


def test_only_the_holder_lets_a_flag_fall(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            game = (await a.create(CLOCK)).id
            await b.watch(game, 0, 1)
            await a.move(game)
            await until(lambda: len(b.registry.sessions[game].state.frames) == 1)
            for _ in range(122):  # the holder says that it is there, and does nothing else
                made.time.now += 0.5
                await a.leases.beat()
                await b.tick()
            with pytest.raises(MatchError) as refused:
                await b.move(game)
            assert refused.value.key == "clock-fallen"
            assert kinds((await b.stored(game))[1]) == ["play"]
            await a.tick()
            assert kinds((await b.stored(game))[1]) == ["play", "flag"]

    run(work)


def test_a_server_that_was_stopped_gives_the_time_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path, 1) as made:
            [a] = made.nodes
            game = (await a.create(CLOCK)).id
            await a.move(game)
            await made.go_on(10)
            made.time.now += 1000
            await a.tick()
            await a.registry.get(game)  # somebody looks
            state, _ = await a.stored(game)
            assert state.match.outcome is None
            assert left(a, game) == pytest.approx(50)
            await made.go_on(48)
            assert (await a.stored(game))[0].match.outcome is None
            await made.go_on(3)
            assert kinds((await a.stored(game))[1])[-1] == "flag"

    run(work)


def test_a_move_happens_when_it_is_made_however_slow_the_database_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with cluster(tmp_path, 1) as made:
            [a] = made.nodes
            game = (await a.create(CLOCK)).id
            await a.move(game)
            made.time.now += 10
            for name in ("add_outages", "renew"):
                right = getattr(a.leases.table, name)

                async def slowly(*given: Any, right: Any = right) -> Any:
                    made.time.now += 0.4
                    found = await right(*given)
                    made.time.now += 0.4
                    return found

                monkeypatch.setattr(a.leases.table, name, slowly)
            await a.move(game)
            _, events = await a.stored(game)
            assert kinds(events) == ["play", "outage", "play"]
            assert events[-1].at == pytest.approx(made.time.now, abs=0.001, rel=0)

    run(work)


def test_an_outage_is_remembered_by_whoever_comes_after(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path, 1) as made:
            [a] = made.nodes
            game = (await a.create(CLOCK)).id
            await a.move(game)
            session = a.registry.sessions[game]
            await made.go_on(10)
            a.registry.forget(session)  # nobody notes the outage in the game
            made.time.now += 100
            await a.scheduler.beat()
            await a.die()
            b = await made.add()
            await made.go_on(4)
            await b.registry.get(game)
            await until(lambda: b.registry.sessions[game].state.last.kind == "outage")
            assert 49 <= left(b, game) <= 50

    run(work)


def test_nothing_is_loaded_at_the_start_but_what_is_due(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path, 1) as made:
            [a] = made.nodes
            soon, later, plain = [(await a.create(wanted)).id for wanted in (CLOCK, CLOCK, FRIENDS)]
            await a.move(soon)
            await made.go_on(58.5)
            await a.move(later)
            a.alive = False
            await a.close()
            b = await made.add()
            await made.go_on(0.5)
            await until(lambda: soon in b.registry.sessions)
            assert {later, plain}.isdisjoint(b.registry.sessions)
            await made.go_on(5)
            assert {later, plain}.isdisjoint(b.registry.sessions)
            assert (await b.stored(soon))[0].match.outcome

    run(work)


def test_after_a_long_outage_games_are_loaded_when_their_flags_fall(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path, 1) as made:
            [a] = made.nodes
            first, second = [(await a.create(CLOCK)).id for _ in range(2)]
            await a.move(first)
            await made.go_on(20)
            await a.move(second)
            a.alive = False
            await a.close()
            made.time.now += 3600
            b = await made.add()
            await made.go_on(30)
            assert not b.registry.sessions
            await made.go_on(15)
            assert (await b.stored(first))[0].match.outcome
            assert second not in b.registry.sessions
            # Another outage, in which the second one would have been due without the first.
            b.alive = False
            await b.close()
            made.time.now += 100
            c = await made.add()
            await made.go_on(1)
            assert not c.registry.sessions
            await made.go_on(20)
            assert (await c.stored(second))[0].match.outcome

    run(work)


def test_custody_is_not_written_with_every_move(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path, 1) as made:
            [a] = made.nodes
            game = (await a.create(CLOCK)).id
            written: list[Custody | None] = []
            append = a.store.append

            async def watching(
                game: str, number: int, event: Any, custody: Custody | None = None
            ) -> None:
                written.append(custody)
                await append(game, number, event, custody)

            a.store.append = watching  # type: ignore[method-assign]
            for _ in range(10):
                await a.move(game)
                await made.go_on(0.5)
            assert [bool(custody) for custody in written] == [True] + [False] * 9

    run(work)


# -- limits ---------------------------------------------------------------------------------------
def test_limits_count_what_a_client_did_at_other_servers(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as made:
            a, b = made.nodes
            limiters = [node.limits.add("test", 10, 0) for node in (a, b)]
            for _ in range(8):
                limiters[0].charge("somebody")
            a.registry.sharing.charges()
            await asyncio.sleep(0.05)
            limiters[1].charge("somebody", 2)
            with pytest.raises(ServerError):
                limiters[1].charge("somebody")
            limiters[1].charge("another", 10)

    run(work)


def test_connections_of_a_client_are_counted_at_all_servers_that_live(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as both:
            a, b = both.nodes
            for _ in range(3):
                a.registry.sockets.add("somebody", 1)
            b.registry.sockets.add("somebody", 1)
            a.registry.sharing.charges()
            await until(lambda: b.registry.sockets["somebody"] == 4)
            assert b.registry.sockets.total() == 1  # what this server has room for is its own
            a.registry.sockets.add("somebody", -1)
            a.registry.sharing.charges()
            await until(lambda: b.registry.sockets["somebody"] == 3)
            # A server that comes later is told, and those of a dead one are forgotten.
            c = await both.add()
            await both.go_on(1)
            for node in both.nodes:
                node.registry.sharing.charges()
            await until(lambda: c.registry.sockets["somebody"] == 3)
            await a.die()
            await both.go_on(5)
            assert (b.registry.sockets["somebody"], c.registry.sockets["somebody"]) == (1, 1)

    run(work)


def test_viewers_of_a_game_are_counted_at_all_servers(tmp_path: Path) -> None:
    async def work() -> None:
        async with cluster(tmp_path) as both:
            a, b = both.nodes
            session = await a.create(FRIENDS)
            await a.watch(session.id, 0)
            await b.watch(session.id, 1)
            await b.watch(session.id)
            await until(lambda: session.viewers == 3)

    run(work)
