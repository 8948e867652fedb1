"""Clients that mean no good, or whose network does not: bombs, silence, one seat in two tabs."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from brettwerk.server.play.messages import Command
from brettwerk.server.play.seat_keys import hashed
from server.cluster import until
from server.helpers import FRIEND, HERE, make
from server.helpers import serving as serving_pages
from server.sockets import greet, hear, move, serving

COMPRESSED = 0x40  # the bit of a frame whose payload is compressed


def bomb(size: int) -> bytes:
    """A frame of a few bytes that would become so many."""
    packer = zlib.compressobj(wbits=-12)
    packed = packer.compress(b"a" * size) + packer.flush(zlib.Z_SYNC_FLUSH)
    frame = bytearray(Frame(Opcode.TEXT, packed[:-4]).serialize(mask=True))
    frame[0] |= COMPRESSED
    return bytes(frame)


@asynccontextmanager
async def two_sockets(
    folder: Path,
) -> AsyncIterator[tuple[SimpleNamespace, ClientConnection, ClientConnection]]:
    """A served game with two connections."""
    async with (
        serving(folder) as game,
        connect(game.address) as one,
        connect(game.address) as other,
    ):
        yield game, one, other


async def outcome(socket: ClientConnection, command: str) -> dict[str, Any]:
    """What becomes of a command."""
    await socket.send(command)
    while True:
        answer: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if answer["t"] in ("done", "no"):
            return answer


@pytest.mark.parametrize("size", [200_000, 50_000_000])
def test_a_bomb_ends_its_connection_and_no_other(size: int, tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            serving(tmp_path, ws_max_size=65_536) as game,
            connect(game.address) as plays,
            connect(game.address) as bombs,
        ):
            table = await greet(plays, game.keys)
            await greet(bombs, [])
            bombs.transport.write(bomb(size))
            with pytest.raises(ConnectionClosed) as closed:
                await hear(bombs, "nothing")
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1009
            assert (await outcome(plays, move(table)))["t"] == "done"
            await until(lambda: game.session.viewers == 1)

    asyncio.run(work())


def test_whoever_no_longer_answers_is_taken_for_gone(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            serving(tmp_path, ws_ping_interval=0.2, ws_ping_timeout=2.0) as game,
            connect(game.address, ping_interval=None) as lives,
        ):
            gone = await connect(game.address, ping_interval=None)
            await greet(gone, game.keys)
            await greet(lives, [])
            assert game.session.online == {0, 1}
            gone.transport.pause_reading()  # as if its cable were cut: nothing ends
            while (await hear(lives, "online"))["people"]:
                pass
            await until(lambda: game.session.viewers == 1)
            gone.transport.abort()

    asyncio.run(work())


def test_of_two_tabs_that_move_at_once_one_does(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_sockets(tmp_path) as (game, one, other):
            table = await greet(one, game.keys)
            await greet(other, game.keys)
            for number in range(4):
                texts = [table["moves"][0][0], table["moves"][-1][0]]
                commands = [
                    json.dumps(
                        json.loads(move(table, number)) | {"id": f"{tab}{number}", "text": t}
                    )
                    for tab, t in zip("ab", texts, strict=True)
                ]
                found = await asyncio.gather(outcome(one, commands[0]), outcome(other, commands[1]))
                assert sorted(answer["t"] for answer in found) == ["done", "no"]
                assert [answer["key"] for answer in found if answer["t"] == "no"] == ["page-stale"]
                assert len(game.session.state.frames) == number + 1
                async with connect(game.address) as fresh:
                    table = await greet(fresh, [])

    asyncio.run(work())


def test_a_command_that_two_tabs_send_happens_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_sockets(tmp_path) as (game, one, other):
            table = await greet(one, game.keys)
            await greet(other, game.keys)
            same = move(table)
            found = await asyncio.gather(outcome(one, same), outcome(other, same))
            assert [answer["t"] for answer in found] == ["done", "done"]
            assert len(game.session.state.frames) == 1
            changed = json.dumps(json.loads(same) | {"text": table["moves"][-1][0]})
            refused = await outcome(other, changed)
            assert (refused["t"], refused["key"]) == ("no", "page-act-id-used")

    asyncio.run(work())


def test_rematches_that_both_ask_for_at_once_are_one(tmp_path: Path) -> None:
    async def work() -> None:
        async with two_sockets(tmp_path) as (game, ada, bo):
            for socket, key in zip((ada, bo), game.keys, strict=True):
                await greet(socket, [key])
            await game.registry.execute(game.session, (0,), Command("e", "forfeit", 0), "someone")
            asks = [
                outcome(socket, json.dumps({"t": "act", "id": f"r{tries}", "do": "again"}))
                for tries in range(3)
                for socket in (ada, bo)
            ]
            answers = [await asyncio.gather(*asks[at : at + 2]) for at in range(0, 6, 2)]
            assert {answer["t"] for pair in answers for answer in pair} == {"done"}
            assert set(game.registry.sessions) == {game.session.id, game.session.state.following}

    asyncio.run(work())


def test_nobody_chooses_the_key_of_a_seat() -> None:
    with serving_pages() as client:
        wanted = {"game": "drei", "seats": [{**FRIEND, "key": "mine"}, FRIEND]}
        made = client.post("/api/games", json=wanted)
        assert made.status_code == 400 or "mine" not in made.text
        game = make(client, "drei", HERE, HERE)
        stolen = [
            hashed(key) for key in game.keys.values()
        ]  # as whoever reads the database has them
        with client.websocket_connect(f"/ws/{game.id}") as socket:
            socket.send_text(json.dumps({"t": "hello", "v": 1, "keys": ["mine", "", *stolen]}))
            assert socket.receive_json()["people"] == []
