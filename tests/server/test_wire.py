"""WebSockets of our own server: nothing runs for one that is idle, and all get the same bytes."""

from __future__ import annotations

import asyncio
import json
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from brettwerk.server.http import connection as connections
from server.cluster import until
from server.sockets import greet, hear, move, serving


def serving_connections() -> list[str]:
    """Return what runs for connections, at the side of the server."""
    coroutines: list[Any] = [task.get_coro() for task in asyncio.all_tasks()]
    files = [coroutine.cr_code.co_filename for coroutine in coroutines]
    return [file for file in files if "protocols" in file or "connection.py" in file]


def test_nothing_runs_for_a_connection_that_says_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as game:
            before = len(serving_connections())
            async with connect(game.address, ping_interval=None) as socket:
                await greet(socket, game.keys)
                await until(lambda: len(serving_connections()) <= before)
                assert (game.session.viewers, game.sockets.total()) == (1, 1)
            await until(lambda: (game.session.viewers, game.sockets.total()) == (0, 0))

    asyncio.run(work())


@pytest.mark.parametrize("compression", ["deflate", None])
def test_moves_reach_all_whether_they_compress_or_not(
    compression: str | None, tmp_path: Path
) -> None:
    async def work() -> None:
        async with (
            serving(tmp_path) as game,
            connect(game.address, compression=compression) as plays,
            connect(game.address) as watches,
            connect(game.address) as watches_too,
        ):
            table = await greet(plays, game.keys)
            for socket in (watches, watches_too):
                await greet(socket, [])
            for number in range(3):
                await plays.send(move(table, number))
                table = await hear(plays, "table")
                assert table["moment"] == number + 1
                for socket in (watches, watches_too):
                    assert await hear(socket, "table") == table
                assert (await hear(plays, "done"))["id"] == f"m{number}"

    asyncio.run(work())


def test_messages_that_come_together_are_answered_in_their_order(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as game, connect(game.address) as socket:
            hello = json.dumps({"t": "hello", "v": 1, "keys": game.keys})
            wishes = [
                json.dumps({"t": "act", "id": f"n{n}", "do": "name", "text": f"N{n}"})
                for n in range(40)
            ]
            for text in (hello, *wishes):
                frame = Frame(Opcode.TEXT, text.encode()).serialize(mask=True)
                socket.transport.write(frame)  # at once, without waiting for answers
            assert [(await hear(socket, "done"))["id"] for _ in wishes] == [
                f"n{n}" for n in range(40)
            ]
            assert game.session.state.match.names[0] == "N39"

    asyncio.run(work())


def test_text_that_is_no_text_ends_the_connection(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as game, connect(game.address) as socket:
            await greet(socket, [])
            socket.transport.write(Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True))
            with pytest.raises(ConnectionClosed) as closed:
                await hear(socket, "nothing")
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1007
            await until(lambda: game.session.viewers == 0)

    asyncio.run(work())


def test_a_client_that_reads_nothing_is_let_go_and_its_command_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MAX_UNSENT", 20_000)

    async def work() -> None:
        async with serving(tmp_path) as game, connect(game.address, compression=None) as socket:
            table = await greet(socket, game.keys)
            socket.transport.pause_reading()
            await socket.send(move(table))
            await until(lambda: len(game.session.state.frames) == 1)
            for _ in range(3000):
                game.session.broadcast_online()
                game.session.send(b'"%s"' % (b"x" * 5000))
                await asyncio.sleep(0)
                if not game.session.listeners:
                    break
            await until(lambda: not game.session.listeners)
            assert game.session.number == 1

    asyncio.run(work())


def test_whoever_goes_away_right_after_a_move_has_made_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as game:
            for number in range(5):
                async with connect(game.address) as watches:
                    await greet(watches, [])
                    plays = await connect(game.address)
                    table = await greet(plays, game.keys)
                    await plays.send(move(table, number))
                    reset(plays)
                    shown = await hear(watches, "table")
                    assert shown["moment"] == table["moment"] + 1

    asyncio.run(work())


def reset(socket: ClientConnection) -> None:
    """Break a connection."""
    raw = socket.transport.get_extra_info("socket")
    with suppress(OSError):
        raw.setsockopt(1, 13, struct.pack("ii", 1, 0))  # SO_LINGER: a reset, no farewell
    socket.transport.abort()
