"""One game in memory: its state, who is connected, and what everyone is sent."""

import asyncio
from time import monotonic
from typing import Protocol

from msgspec import json

from brettwerk.server.play.messages import GameAnswer, Online
from brettwerk.server.play.state import GameState
from brettwerk.server.play.view import state_message
from brettwerk.server.storage import StoredGame


class Listener(Protocol):
    """A connection: its address, the people it plays for, and how to send without waiting."""

    client: str
    people: tuple[int, ...]

    def send(self, message: bytes) -> None: ...


class GameSession:
    """A game in play; hold `lock` to change it."""

    def __init__(self, stored: StoredGame, state: GameState) -> None:
        self.id = stored.id
        self.created = stored.created
        self.hashes = stored.hashes
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.flag_timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.thinking_about = 0  # the version of the state that a computer thinks about
        self.touched = monotonic()
        self.restore(stored, state)

    def restore(self, stored: StoredGame, state: GameState) -> None:
        """Take over what the database has, and the state to which its events lead."""
        self.state = state
        self.number = len(stored.events)
        self.command_ids = {event.command_id for event in stored.events if event.command_id}

    @property
    def online(self) -> frozenset[int]:
        """The people who are connected."""
        return frozenset(person for one in self.listeners for person in one.people)

    @property
    def owner(self) -> str:
        """The address on whose behalf computers think here; somebody who plays comes first."""
        found = sorted((not one.people, one.client) for one in self.listeners)
        return found[0][1] if found else ""

    def idle(self) -> float:
        """Return for how many seconds it has not been used, 0 if it is in use."""
        if self.listeners or self.state.clock_runs or self.thinking or self.lock.locked():
            return 0.0
        return monotonic() - self.touched

    def message(self, now: float, first: int = 0) -> bytes:
        """Return the state as it is sent, with its moves from number `first` on."""
        return json.encode(state_message(self.id, self.state, now, self.online, first))

    def broadcast_change(self, before: GameState, now: float) -> None:
        """Send everyone what has changed."""
        self._send(self.message(now, _first_change(before, self.state)))

    def broadcast(self, message: GameAnswer) -> None:
        """Send everyone the same message."""
        self._send(json.encode(message))

    def broadcast_online(self) -> None:
        """Tell everyone who is connected."""
        self.broadcast(Online(sorted(self.online)))

    def _send(self, message: bytes) -> None:
        for listener in tuple(self.listeners):
            listener.send(message)


def _first_change(before: GameState, after: GameState) -> int:
    """Return the number of the first move that viewers of the old state have not seen."""
    old, new = before.frames, after.frames
    if before.match.round != after.match.round:
        return 0
    shared = min(len(old), len(new))
    # Frames are never copied: if the last shared one is the same object, so are all before it.
    return shared if shared == 0 or old[shared - 1] is new[shared - 1] else 0
