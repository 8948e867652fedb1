"""Queues that servers share in Redis or Valkey, in which they wait for their turn."""

from collections.abc import Collection

from redis.asyncio import Redis

KEPT_FOR = 10  # seconds, unless the server joins again
WAIT = 1.0  # seconds
# Turns are counted there, since clocks differ; a server that waits already keeps its place.
_JOIN = """
redis.call('zadd', KEYS[1], 'NX', redis.call('incr', KEYS[2]), ARGV[1])
redis.call('expire', KEYS[1], ARGV[2])
redis.call('expire', KEYS[2], 86400)
"""


class Turns:
    """Queues of servers by name."""

    def __init__(self, url: str, prefix: str) -> None:
        self._redis = Redis.from_url(url, socket_timeout=WAIT + 4, decode_responses=True)
        self._prefix = f"{prefix}:turns:"
        self._join = self._redis.register_script(_JOIN)

    async def join(self, server: str, queues: Collection[str]) -> None:
        """Let a server wait in these queues."""
        for queue in queues:
            keys = [self._prefix + queue, self._prefix]
            await self._join(keys=keys, args=[server, KEPT_FOR])

    async def take(self, queues: Collection[str]) -> tuple[str, str] | None:
        """Return the first queue that is not empty, and its first server; None after a while."""
        found = await self._redis.bzpopmin([self._prefix + queue for queue in queues], WAIT)
        if not found:
            return None
        key, server, _ = (str(part) for part in found)
        return key.removeprefix(self._prefix), server

    async def any(self, queues: Collection[str]) -> bool:
        """Return whether a server waits in one of these queues."""
        return bool(await self._redis.exists(*(self._prefix + queue for queue in queues)))

    async def close(self) -> None:
        """Close the connections."""
        await self._redis.aclose()
