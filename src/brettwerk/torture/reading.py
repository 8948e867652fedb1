"""What is stored in the end: as the database has it, and as each server shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any

from msgspec import Struct, json
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from brettwerk.errors import BadOptions
from brettwerk.records.replay import is_event
from brettwerk.torture.client import HasAddress
from brettwerk.torture.history import FinalView, GameRows, StoredEvent
from brettwerk.torture.http_client import Address, HttpAnswer, fetch

PATIENCE = 300.0  # seconds for reading something that a server shows
OK = 200
DRIVERS = {"postgresql": "postgresql+asyncpg", "sqlite": "sqlite+aiosqlite"}


class ReadFrame(Struct):
    """The fields of a move that are read."""

    text: str
    left: float | None = None


class ReadRound(Struct):
    """The fields of a round that are read."""

    frames: list[ReadFrame]
    round: int
    moment: int = 0


async def read_database(url: str, began: float) -> list[GameRows]:
    """Return all games with their events, whose times are counted from when the run began."""
    kind, _, rest = url.partition("://")
    engine = create_async_engine(f"{DRIVERS[kind]}://{rest}")
    try:
        async with engine.connect() as connection:
            games = await connection.execute(text("SELECT id, terms FROM games"))
            events = await connection.execute(text("SELECT * FROM events ORDER BY game, number"))
            return _games(games.mappings().all(), events.mappings().all(), began)
    finally:
        await engine.dispose()


def _games(games: Iterable[Any], events: Iterable[Any], began: float) -> list[GameRows]:
    found = {
        row["id"]: GameRows(row["id"], json.decode(row["terms"])["clock"], []) for row in games
    }
    for row in events:
        what = (row["number"], row["kind"], row["person"], row["text"], row["act"])
        found[row["game"]].events.append(StoredEvent(*what, round(row["wall"] - began, 3)))
    return list(found.values())


async def read_views(
    servers: Iterable[HasAddress], games: Iterable[str], now: Callable[[], float]
) -> list[FinalView]:
    """Return all games as all servers show them; all servers are asked at the same time."""
    wanted = sorted(games)

    async def read(number: int, address: Address) -> list[FinalView]:
        return [await _read_view(number, address, game, now()) for game in wanted]

    found = await asyncio.gather(*(read(n, one.address) for n, one in enumerate(servers)))
    return [view for views in found for view in views]


async def _read_view(number: int, address: Address, game: str, now: float) -> FinalView:
    state = await _read(address, f"/api/games/{game}")
    earlier = [await _read(address, f"/api/games/{game}/rounds/{n}") for n in range(1, state.round)]
    rounds = [*earlier, state]
    recorded = await _fetch(address, f"/api/games/{game}/record.json")
    return FinalView(
        at=now,
        game=game,
        server=number,
        version=state.moment,
        rounds=[[frame.text for frame in one.frames] for one in rounds],
        left=[[frame.left for frame in one.frames] for one in rounds],
        recorded=[_moves(line) for line in recorded.body.splitlines() if line.strip()],
    )


async def _read(address: Address, path: str) -> ReadRound:
    return json.decode((await _fetch(address, path)).body, type=ReadRound)


async def _fetch(address: Address, path: str) -> HttpAnswer:
    """Ask until there is an answer: nothing is broken any more, but a machine can be busy."""
    until = monotonic() + PATIENCE
    while monotonic() < until:
        try:
            answer = await fetch(address, path, within=60)
            if answer.status == OK:
                return answer
        except OSError:  # or TimeoutError, which is one
            pass
        await asyncio.sleep(1.0)
    raise BadOptions("torture-unreadable", path=path)


def _moves(line: bytes) -> list[str]:
    """Return the moves of a record, without resignations and the like."""
    plies = json.decode(line)["moves"]
    texts = (ply if isinstance(ply, str) else ply["move"] for ply in plies)
    return [text for text in texts if not is_event(text)]
