"""One game in memory: its state, who is connected, and what everyone is sent."""

import asyncio
import logging
from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple, Protocol

from msgspec import json

from brettwerk.server.errors import ServerError
from brettwerk.server.http.connection import FAILED
from brettwerk.server.play.lag import credit
from brettwerk.server.play.messages import Command, GameAnswer, Online
from brettwerk.server.play.state import GameState, replay
from brettwerk.server.play.view import state_message
from brettwerk.server.storage.model import Event, GameConfig, StoredGame

log = logging.getLogger("brettwerk")


class Listener(Protocol):
    """A connection: its address, the people it plays for, and how to send without waiting."""

    client: str
    people: tuple[int, ...]
    open: bool

    @property
    def lag(self) -> float: ...

    def revoke(self, person: int) -> None: ...

    def hang_up(self, code: int) -> None: ...

    def send(self, message: bytes) -> None: ...


class Presence(NamedTuple):
    """The people who are connected to a game at one server, and how many connections there are."""

    people: frozenset[int] = frozenset()
    viewers: int = 0


class GameSession:
    """A game in play; hold `lock` to change it."""

    def __init__(self, stored: StoredGame, state: GameState) -> None:
        self.id = stored.id
        self.created = stored.created
        self.owner_hash = stored.owner
        self._hashes = stored.hashes
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, Presence] = {}  # other servers that have it in memory
        self.following = False  # whether this server hears what happens elsewhere
        self.custody = stored.custody
        self.flag_timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.thinking_about = 0  # the version of the state that a computer thinks about
        self.touched = monotonic()
        self.uncertain = False  # whether the database may have events that this session has not
        self._state = state
        self._pending: list[Event] = []  # of other servers, applied when the state is needed
        self.number = len(stored.events)
        self._executed = _by_command_id(stored.events)

    @property
    def config(self) -> GameConfig:
        """The configuration, which never changes."""
        return self._state.config

    @property
    def state(self) -> GameState:
        """The state after all events."""
        if self._pending:
            self._state, self._pending = replay(self._state, self._pending), []
        return self._state

    def has_executed(self, command_id: str, command: Command) -> bool:
        """Return whether this command was executed; raise if its id was used for another one."""
        done = self._executed.get(command_id)
        if done is None:
            return False
        if not _is_same(command, done):
            raise ServerError(409, "page-act-id-used", id=command.id)
        return True

    def advance(self, after: GameState, events: Sequence[Event], now: float) -> bytes:
        """Go on to the state after these events; send everyone what has changed, and return it."""
        first = _first_change(self.state, after)
        shown = json.encode(state_message(self.id, after, now, self.online, first))
        self._state = after
        self._count(events, shown)
        return shown

    def follow(self, events: Sequence[Event], shown: bytes) -> None:
        """Apply events of another server, and send viewers what it has sent.

        Spectators need no state, so it is computed lazily.
        """
        self._pending += events
        self._count(events, shown)

    def _count(self, events: Sequence[Event], shown: bytes) -> None:
        self.number += len(events)
        self._executed |= _by_command_id(events)
        self.send(shown)
        for event in events:
            if event.kind == "rekey" and event.person is not None:
                self._revoke(event.person)

    def _revoke(self, person: int) -> None:
        """Disconnect those who play for a person with the key that was replaced."""
        for listener in tuple(self.listeners):
            listener.revoke(person)

    @property
    def hashes(self) -> list[str]:
        """The hashes of the keys of all people, "" for computers."""
        rekeyed = self.state.rekeyed
        return [rekeyed.get(person, first) for person, first in enumerate(self._hashes)]

    @property
    def grace(self) -> float:
        """The seconds by which the move of the person to move may be late on its way."""
        clock, quotas = self.state.match.clock, self.state.quotas
        if clock is None or clock.turn is None:
            return 0.0
        lags = (one.lag for one in self.listeners if clock.turn in one.people)
        return credit(quotas, clock.turn, max(lags, default=0.0))

    @property
    def presence(self) -> Presence:
        """Who is connected at this server."""
        people = frozenset(person for one in self.listeners for person in one.people)
        return Presence(people, len(self.listeners))

    @property
    def online(self) -> frozenset[int]:
        """The people who are connected, at any server."""
        here = self.presence.people
        return here.union(*(there.people for there in self.elsewhere.values()))

    @property
    def watched(self) -> bool:
        """Whether anybody is connected, at any server."""
        return self.viewers > 0

    @property
    def viewers(self) -> int:
        """How many connections there are, at all servers."""
        return len(self.listeners) + sum(there.viewers for there in self.elsewhere.values())

    @property
    def owner(self) -> str:
        """The address on whose behalf computers think here; somebody who plays comes first."""
        found = sorted((not one.people, one.client) for one in self.listeners)
        return found[0][1] if found else ""

    def idle(self) -> float:
        """Return for how many seconds it has not been used, 0 if it is in use."""
        return 0.0 if self.in_use else monotonic() - self.touched

    @property
    def in_use(self) -> bool:
        """Whether somebody looks at it here, or something is under way."""
        return bool(self.listeners or self.flag_timer or self.thinking or self.lock.locked())

    def message(self, now: float) -> bytes:
        """Return the whole state as it is sent."""
        return json.encode(state_message(self.id, self.state, now, self.online))

    def broadcast(self, message: GameAnswer) -> None:
        """Send everyone the same message."""
        self.send(json.encode(message))

    def broadcast_online(self) -> None:
        """Tell everyone who is connected."""
        self.broadcast(Online(sorted(self.online)))

    def send(self, message: bytes) -> None:
        """Send an encoded message to everyone; a failing connection does not affect the others."""
        for listener in tuple(self.listeners):
            try:
                listener.send(message)
            except Exception:
                log.exception("A connection to %s failed", self.id)
                listener.hang_up(FAILED)


def _is_same(command: Command, done: Event) -> bool:
    """Return whether an event came of this command, and not of another one with its id."""
    text = done.text if done.kind == "again" else command.text  # of a rematch, the server writes it
    return (
        (command.do, text) == (done.kind, done.text)
        and command.person in (None, done.person)
        and done.version in (None, command.version)
    )


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
