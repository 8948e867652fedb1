"""Services that some tests need: found on this machine, or named in the environment."""

from __future__ import annotations

import asyncio
import os
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from urllib.parse import urlsplit

import asyncpg
import pytest

NAMED = "BRETTWERK_TEST_POSTGRESQL"
USUAL = "postgresql://root@127.0.0.1:5432/test"
NAMED_BUS = "BRETTWERK_TEST_REDIS"
USUAL_BUS = "redis://127.0.0.1:6379/0"


def postgresql() -> str:
    """An empty database for this process of tests; a loud skip if there is no PostgreSQL."""
    found = _database()
    if not found:
        pytest.skip(f"No PostgreSQL at {USUAL} (apt-get install postgresql); {NAMED}=address")
    return found


def redis() -> str:
    """The address of Redis or Valkey; a loud skip if there is none. Use a prefix of your own."""
    address = os.environ.get(NAMED_BUS, USUAL_BUS)
    place = urlsplit(address)
    try:
        socket.create_connection((place.hostname or "", place.port or 6379), timeout=5).close()
    except OSError:
        pytest.skip(f"No Redis at {address} (apt-get install redis-server); {NAMED_BUS}=address")
    return address


@cache
def _database() -> str:
    server = os.environ.get(NAMED, USUAL)
    name = f"brettwerk_tests_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}_{os.getpid()}"
    with ThreadPoolExecutor(1) as thread:
        made = thread.submit(asyncio.run, _make(server, name)).result()
    return f"{server.rpartition('/')[0]}/{name}" if made else ""


async def _make(server: str, name: str) -> bool:
    """Make a database, and remove those of processes that are gone."""
    try:
        connection = await asyncpg.connect(server, timeout=5)
    except (OSError, asyncpg.PostgresError):
        return False
    old = await connection.fetch(
        "SELECT datname FROM pg_database WHERE datname LIKE 'brettwerk_tests_%'"
    )
    for (other,) in old:
        if not _is_alive(int(other.rpartition("_")[2])):
            await connection.execute(f'DROP DATABASE IF EXISTS "{other}" WITH (FORCE)')
    await connection.execute(f'CREATE DATABASE "{name}"')
    await connection.close()
    return True


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True
