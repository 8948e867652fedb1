"""What administrators do in the database; servers that run look for it every second."""

from collections.abc import Collection
from time import time

from msgspec import json
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from brettwerk.server.storage.schema import ADMINISTRATION, bans, changes, events, games

_NUMBER = changes.c.what == ADMINISTRATION
Summary = Row[tuple[str, str, float, bool, int, float | None]]


class Administration:
    """Bans, and changes of games from outside of the servers."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    # -- for servers --------------------------------------------------------------------------
    async def number(self) -> int:
        """Return a number that grows with every change."""
        async with self._engine.connect() as connection:
            return await connection.scalar(select(changes.c.number).where(_NUMBER)) or 0

    async def bans(self) -> dict[str, float]:
        """Return the addresses and networks that are banned, each with the time since when."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(bans).order_by(bans.c.address))
            return {row.address: row.since for row in rows}

    async def existing(self, wanted: Collection[str]) -> set[str]:
        """Return those of these games that there are."""
        query = select(games.c.id).where(games.c.id.in_(wanted))
        async with self._engine.connect() as connection:
            return set((await connection.execute(query)).scalars())

    # -- for administrators -------------------------------------------------------------------
    async def list(self, limit: int, *, running: bool) -> list[Summary]:
        """Return the games in which something happened last, the newest first."""
        last = func.coalesce(func.max(events.c.wall), games.c.created).label("last")
        count = func.count(events.c.number).label("events")
        columns = games.c.id, games.c.terms, games.c.created, games.c.over
        query = select(*columns, count, last).outerjoin(events).group_by(*columns)
        if running:
            query = query.where(games.c.over.is_(False))
        async with self._engine.connect() as connection:
            rows = await connection.execute(query.order_by(last.desc()).limit(limit))
            return list(rows)

    async def delete(self, wanted: Collection[str]) -> int:
        """Delete games; return how many there were."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(events).where(events.c.game.in_(wanted)))
            gone = await connection.execute(delete(games).where(games.c.id.in_(wanted)))
            await note_change(connection)
        return gone.rowcount

    async def ban(self, address: str) -> bool:
        """Ban an address or network; False if it is banned already."""
        async with self._engine.begin() as connection:
            query = select(bans.c.address).where(bans.c.address == address)
            if await connection.scalar(query) is not None:
                return False
            await connection.execute(insert(bans).values(address=address, since=time()))
            await note_change(connection)
        return True

    async def unban(self, address: str) -> bool:
        """Lift a ban; False if there is none."""
        async with self._engine.begin() as connection:
            gone = await connection.execute(delete(bans).where(bans.c.address == address))
            await note_change(connection)
        return bool(gone.rowcount)

    async def rekey(self, game: str, person: int, hash: str) -> None:  # noqa: A002 — of a key
        """Append the event that gives a seat another key."""
        async with self._engine.begin() as connection:
            of_game = select(
                func.coalesce(func.max(events.c.number) + 1, 0),
                func.coalesce(func.max(events.c.at), 0.0),
            ).where(events.c.game == game)
            number, at = (await connection.execute(of_game)).one()
            row = {"game": game, "number": number, "kind": "rekey", "person": person, "at": at}
            more = {"people": json.encode([person]).decode(), "text": hash, "wall": time()}
            await connection.execute(insert(events).values(**row, **more))
            await note_change(connection)


async def note_change(connection: AsyncConnection) -> None:
    """Let servers notice that something was changed."""
    await connection.execute(update(changes).where(_NUMBER).values(number=changes.c.number + 1))
