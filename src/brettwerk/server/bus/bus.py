"""The bus that carries messages between servers; correctness never depends on it."""

from collections.abc import Callable, Collection
from typing import Protocol

EVERYBODY = ""  # the channel that all servers have joined
Receive = Callable[[str, bytes], None]


class Bus(Protocol):
    """Channels that servers join and send messages to; messages can be lost.

    `shared` says whether there may be other servers, `whole` whether no message was lost lately.
    """

    shared: bool

    @property
    def whole(self) -> bool: ...

    def open(self, name: str, receive: Receive, joined: Callable[[str], None]) -> None:
        """Begin under a unique name.

        `receive` gets every message of others, `joined` every channel once it is joined. After the
        connection was lost, `joined` gets all channels again.
        """

    async def close(self) -> None: ...

    def join(self, channel: str) -> None: ...

    def leave(self, channel: str) -> None: ...

    def send(self, channel: str, message: bytes, to: Collection[str] = ()) -> None:
        """Send a message soon, without waiting: to these servers, or else to all in the channel."""


class LocalBus:
    """A bus without other servers."""

    shared = False
    whole = True

    def open(self, name: str, receive: Receive, joined: Callable[[str], None]) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""

    def join(self, channel: str) -> None:
        """Do nothing."""

    def leave(self, channel: str) -> None:
        """Do nothing."""

    def send(self, channel: str, message: bytes, to: Collection[str] = ()) -> None:
        """Do nothing."""
