"""What it costs to tell other servers of a move: PostgreSQL's NOTIFY beside Redis' PUBLISH.

Several connections commit rows for a while: as they are, with NOTIFY in the same transaction, and
with PUBLISH after it, while one connection listens. The ways take turns, so that all meet the same
machine. Needs a PostgreSQL and a Redis:

    python docs/notify.py postgresql://root@127.0.0.1/test redis://127.0.0.1
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from time import perf_counter
from typing import Any

import asyncpg
from redis.asyncio import Redis

CONNECTIONS, SECONDS, ROUNDS = 16, 3.0, 3
PAYLOAD = "x" * 3000  # about the state of a game as viewers are sent it
WAYS = ("commit alone", "with NOTIFY", "with PUBLISH")


async def commit(connection: Any, way: str) -> None:
    """Store one row, and tell others of it."""
    async with connection.transaction():
        await connection.execute("INSERT INTO notify_test VALUES (1)")
        if way == "with NOTIFY":
            await connection.execute("SELECT pg_notify('notify_test', $1)", PAYLOAD)
    if way == "with PUBLISH":
        unsent.append(PAYLOAD)


unsent: list[str] = []


async def publish(redis: Redis) -> None:
    """Send what has come together, as the bus does."""
    while True:
        messages = unsent[:]
        unsent.clear()
        async with redis.pipeline(transaction=False) as pipeline:
            for message in messages:
                pipeline.publish("notify_test", message)
            await pipeline.execute()
        await asyncio.sleep(0.001)


async def measure(database: str, way: str) -> float:
    """Return the commits a second of all connections."""
    connections = [await asyncpg.connect(database) for _ in range(CONNECTIONS)]
    until, counts = perf_counter() + SECONDS, Counter[int]()

    async def work(number: int) -> None:
        while perf_counter() < until:
            await commit(connections[number], way)
            counts[number] += 1

    await asyncio.gather(*map(work, range(CONNECTIONS)))
    for connection in connections:
        await connection.close()
    return counts.total() / SECONDS


async def main(database: str, bus: str) -> None:
    """Print the figures."""
    listening = await asyncpg.connect(database)
    await listening.execute("CREATE TABLE IF NOT EXISTS notify_test (number int)")
    await listening.add_listener("notify_test", lambda *_: None)
    async with Redis.from_url(bus) as redis:
        publishing = asyncio.create_task(publish(redis))
        found: dict[str, list[float]] = {way: [] for way in WAYS}
        for _ in range(ROUNDS):
            for way in WAYS:
                found[way].append(await measure(database, way))
        publishing.cancel()
    await listening.execute("DROP TABLE notify_test")
    await listening.close()
    for way in WAYS:
        print(f"{way:14} {sorted(found[way])[ROUNDS // 2]:7.0f} a second")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
