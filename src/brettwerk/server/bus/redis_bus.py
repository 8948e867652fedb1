"""The bus over Redis or Valkey: publish and subscribe, nothing is stored there.

A message costs Redis and its clients about the same however long it is. So messages that come
together go in one parcel for each server or channel, and a server that has much to say does so at
intervals.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from secrets import token_bytes
from time import monotonic
from urllib.parse import urlsplit

from msgspec import DecodeError, msgpack
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate
from brettwerk.server.bus.bus import EVERYBODY, Receive

log = logging.getLogger("brettwerk")
ECHO_EVERY, ECHO_WITHIN = 0.5, 2.0  # seconds: every server listens for its own messages
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 2.0  # seconds between two attempts to connect
CHUNK = 500  # channels that are joined at once
MAX_UNSENT = 10_000
_ECHO = b""
_FAULTS = (RedisError, OSError, TimeoutError, asyncio.IncompleteReadError)
TAG_BYTES = 8
Parcel = list[tuple[str, bytes]]  # messages with their channels
_decoder: msgpack.Decoder[Parcel] = msgpack.Decoder(Parcel)


class RedisBus:
    """A connection to listen, one to send, and a task that makes them again when they are lost."""

    shared = True

    def __init__(self, url: str, prefix: str = "brettwerk", gather: float = 0.0) -> None:
        try:
            # We reconnect ourselves, so the library need not retry.
            _check_path(url)
            self._redis = Redis.from_url(url, socket_timeout=ECHO_WITHIN, retry=None)
        except (ValueError, TypeError) as error:
            raise BadOptions("cli-serve-bus", reason=str(error)) from error
        self._prefix = f"{prefix}:{self._redis.connection_pool.connection_kwargs.get('db', 0)}:"
        self._gather = gather  # seconds from one parcel to the next
        self._tag = token_bytes(TAG_BYTES)  # of our own messages, which come back
        self._channels: set[str] = {EVERYBODY}
        self._joining: list[str] = []
        self._leaving: list[str] = []
        self._unsent: dict[str, Parcel] = {}  # by where they go
        self._unsent_count = 0
        self._wake = asyncio.Event()
        self._heard = 0.0
        self._connected = False
        self._lost = False  # and a warning was logged
        self._closing = False  # the library sometimes ignores that a task was cancelled
        self._receive: Receive | None = None
        self._joined: Callable[[str], None] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def whole(self) -> bool:
        """Whether the connection holds: our own messages come back."""
        return self._connected and monotonic() - self._heard < ECHO_WITHIN

    def open(self, name: str, receive: Receive, joined: Callable[[str], None]) -> None:
        """Begin to connect."""
        self._channels.add(name)
        self._receive, self._joined = receive, joined
        self._task = asyncio.create_task(self._keep_connected())

    async def close(self) -> None:
        """Send what is unsent, and close the connections."""
        self._closing = True
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        with suppress(*_FAULTS):
            await self._publish(self._unsent if self._connected else {})
        await self._disconnect()

    def join(self, channel: str) -> None:
        """Join a channel soon."""
        self._channels.add(channel)
        self._joining.append(channel)
        self._wake.set()

    def leave(self, channel: str) -> None:
        """Leave a channel soon."""
        self._channels.discard(channel)
        self._leaving.append(channel)
        self._wake.set()

    def send(self, channel: str, message: bytes, to: Collection[str] = ()) -> None:
        """Send a message soon; while there is no connection it is lost."""
        for receiver in (to or (channel,)) if self._connected else ():
            if self._unsent_count >= MAX_UNSENT:
                self._heard = 0.0  # as if the connection were lost
            else:
                self._unsent.setdefault(receiver, []).append((channel, message))
                self._unsent_count += 1
        self._wake.set()

    # -- the connection -------------------------------------------------------------------------
    async def _keep_connected(self) -> None:
        pause = FIRST_PAUSE
        while not self._closing:
            try:
                await self._serve()
            except* _FAULTS as faults:
                if not self._lost:
                    log.warning("The bus is lost, moves of others come late: %s", _first(faults))
            pause = FIRST_PAUSE if self._connected else pause
            self._connected, self._lost = False, True
            await self._disconnect()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _disconnect(self) -> None:
        with suppress(*_FAULTS):
            await self._redis.connection_pool.disconnect(inuse_connections=True)

    async def _serve(self) -> None:
        """Listen and send until the connection is lost."""
        self._unsent, self._joining, self._leaving = {}, [], []
        self._unsent_count = 0
        pubsub = self._redis.pubsub()
        try:
            async with asyncio.timeout(ECHO_WITHIN):
                await pubsub.subscribe(self._name(EVERYBODY))
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(pubsub))
                tasks.create_task(self._work(pubsub))
                tasks.create_task(self._echo())
        finally:
            with suppress(*_FAULTS):
                await pubsub.aclose()  # type: ignore[no-untyped-call]

    def _name(self, channel: str) -> str:
        return self._prefix + channel

    async def _listen(self, pubsub: PubSub) -> None:
        skipped = len(self._prefix.encode())
        while not self._closing:
            message = await pubsub.get_message(timeout=None)
            if message is None:
                continue
            channel = message["channel"][skipped:].decode()
            if message["type"] == "subscribe":
                self._on_joined(channel)
            elif message["type"] == "message":
                self._on_parcel(channel, message["data"])

    def _on_joined(self, channel: str) -> None:
        if channel == EVERYBODY:
            if self._lost:
                log.warning("The bus is back")
            self._connected, self._lost, self._heard = True, False, monotonic()
            self._joining = [one for one in self._channels if one != EVERYBODY]
            self._wake.set()
        if self._joined:
            self._joined(channel)

    def _on_parcel(self, receiver: str, data: bytes) -> None:
        if data.startswith(self._tag):
            if receiver == EVERYBODY:
                self._heard = monotonic()
        elif self._receive:
            for channel, message in _opened(data[TAG_BYTES:]):
                self._receive(channel, message)

    async def _echo(self) -> None:
        """Send messages to ourselves, and notice when they do not come back."""
        while not self._closing:
            await asyncio.sleep(ECHO_EVERY)
            if not self.whole:
                raise TimeoutError("no answer")
            self.send(EVERYBODY, _ECHO)

    async def _work(self, pubsub: PubSub) -> None:
        """Join, leave and send whatever has come together since the last time."""
        worked = 0.0
        while not self._closing:
            await self._wake.wait()
            await asyncio.sleep(worked + self._gather - monotonic())
            self._wake.clear()
            worked = monotonic()
            joining, self._joining = self._joining, []
            leaving, self._leaving = self._leaving, []
            unsent, self._unsent, self._unsent_count = self._unsent, {}, 0
            for first in range(0, len(joining), CHUNK):
                await pubsub.subscribe(*map(self._name, joining[first : first + CHUNK]))
            gone = [one for one in leaving if one not in self._channels]
            if gone:
                await pubsub.unsubscribe(*map(self._name, gone))
            if unsent:
                await self._publish(unsent)

    async def _publish(self, parcels: dict[str, Parcel]) -> None:
        async with self._redis.pipeline(transaction=False) as pipeline:
            for receiver, parcel in parcels.items():
                pipeline.publish(self._name(receiver), self._tag + msgpack.encode(parcel))
            await pipeline.execute()


def _opened(data: bytes) -> Parcel:
    """Return the messages of a parcel; one that cannot be read is like one that was lost."""
    try:
        return _decoder.decode(data)
    except DecodeError:
        return []


def _check_path(url: str) -> None:
    """Raise ValueError if an address ends with something that the library would ignore."""
    scheme, path = urlsplit(url).scheme, urlsplit(url).path.strip("/")
    if scheme in ("redis", "rediss") and path and not path.isdecimal():
        raise ValueError(f"“{truncate(path)}” is not the number of a database")
    if scheme == "unix" and not path:
        raise ValueError("it names no socket")


def _first(faults: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first fault of a group."""
    found = faults.exceptions[0]
    return _first(found) if isinstance(found, BaseExceptionGroup) else found
