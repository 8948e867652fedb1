"""One game in memory: its state, who is connected, and what everyone is sent."""

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import Protocol

from msgspec import json

from brettwerk.server.errors import ServerError
from brettwerk.server.play.messages import GameAnswer, Online
from brettwerk.server.play.state import Event, GameState
from brettwerk.server.play.view import state_message
from brettwerk.server.storage import StoredGame


class Listener(Protocol):
    """A connection: its address, the people it plays for, and how to send without waiting."""

    client: str
    people: tuple[int, ...]
    open: bool

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
        self.uncertain = False  # whether the database may have events that this session has not
        self.state = state
        self.number = len(stored.events)
        self._executed = _by_command_id(stored.events)

    def has_executed(self, command_id: str, kind: str, text: str) -> bool:
        """Return whether this command was executed; raise if its id was used for another one."""
        done = self._executed.get(command_id)
        if done is None:
            return False
        # Of a rematch, the server writes the text.
        if done.kind != kind or (done.text != text and kind != "again"):
            raise ServerError(409, "page-act-id-used", id=command_id.partition(":")[2])
        return True

    def advance(self, after: GameState, events: Sequence[Event], now: float) -> None:
        """Go on to the state after these events, and send everyone what has changed."""
        first = _first_change(self.state, after)
        message = json.encode(state_message(self.id, after, now, self.online, first))
        self.state = after
        self.number += len(events)
        self._executed |= _by_command_id(events)
        self._send(message)

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

    def message(self, now: float) -> bytes:
        """Return the whole state as it is sent."""
        return json.encode(state_message(self.id, self.state, now, self.online))

    def broadcast(self, message: GameAnswer) -> None:
        """Send everyone the same message."""
        self._send(json.encode(message))

    def broadcast_online(self) -> None:
        """Tell everyone who is connected."""
        self.broadcast(Online(sorted(self.online)))

    def _send(self, message: bytes) -> None:
        for listener in tuple(self.listeners):
            listener.send(message)


def _by_command_id(events: Sequence[Event]) -> dict[str, Event]:
    return {event.command_id: event for event in events if event.command_id}


def _first_change(before: GameState, after: GameState) -> int:
    """Return the number of the first move that viewers of the old state have not seen."""
    old, new = before.frames, after.frames
    if before.match.round != after.match.round:
        return 0
    shared = min(len(old), len(new))
    # Frames are never copied: if the last shared one is the same object, so are all before it.
    return shared if shared == 0 or old[shared - 1] is new[shared - 1] else 0
