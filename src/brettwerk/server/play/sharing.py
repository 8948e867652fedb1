"""Games that several servers have in memory: the servers tell each other what happened."""

from collections.abc import Callable, Collection, Sequence
from time import monotonic
from typing import Protocol

from msgspec import DecodeError, Struct, msgpack

from brettwerk.server.bus.bus import EVERYBODY, Bus
from brettwerk.server.http.rate_limits import Charge, SharedLimits
from brettwerk.server.play.session import GameSession, Presence
from brettwerk.server.storage.leases import Leases
from brettwerk.server.storage.model import Custody, Event

COMPARE_AFTER = 3.0  # seconds for which the database is asked after messages may have been lost


class Advanced(Struct, frozen=True, tag=True):
    """Events from a number on, the custody after them, and the state as viewers are sent it."""

    server: str
    first: int
    events: list[Event]
    custody: Custody
    shown: bytes


class Here(Struct, frozen=True, tag=True):
    """A server has a game in memory: how many events of it, which people and viewers."""

    server: str
    number: int
    people: frozenset[int]
    viewers: int
    asks: bool = False  # whether the others are to answer
    leaves: bool = False


class Told(Struct, frozen=True, tag=True):
    """A message for all viewers of a game."""

    message: bytes


class Charged(Struct, frozen=True, tag=True):
    """What clients were charged lately, and how many connections they have now, by their kind."""

    charges: list[Charge]
    server: str = ""
    counts: dict[str, dict[str, int]] = {}


Message = Advanced | Here | Told | Charged
_decoder: msgpack.Decoder[Message] = msgpack.Decoder(Message)


class Follower(Protocol):
    """What is done with news of other servers."""

    def follow(self, session: GameSession, news: Advanced) -> None:
        """Apply what happened elsewhere."""

    def reread(self, session: GameSession) -> None:
        """Read a game again."""

    @property
    def on_change(self) -> Callable[[GameSession], None]: ...


class Sharing:
    """Shares the games in memory with other servers."""

    def __init__(
        self, bus: Bus, leases: Leases, sessions: dict[str, GameSession], limits: SharedLimits
    ) -> None:
        self.bus = bus
        self._leases, self._sessions, self._limits = leases, sessions, limits
        self._compare_until = 0.0
        self._follower: Follower | None = None
        limits.collecting = bus.shared

    def open(self, follower: Follower) -> None:
        """Begin to listen."""
        self._follower = follower
        self.bus.open(self._leases.server, self._receive, self._joined)

    # -- sending --------------------------------------------------------------------------------
    def begin(self, session: GameSession) -> None:
        """Listen for news of a game that is in memory now."""
        session.following = True
        self.bus.join(session.id)

    def end(self, session: GameSession) -> None:
        """Listen no longer, and say so."""
        if session.following and self.bus.shared:
            self.bus.leave(session.id)
            self._send(session.id, self._here(session, leaves=True), session.elsewhere)
        session.following = False
        session.elsewhere.clear()

    def advanced(self, session: GameSession, events: Sequence[Event], shown: bytes) -> None:
        """Tell servers that have the game what has just happened."""
        if session.elsewhere:
            first, server = session.number - len(events), self._leases.server
            news = Advanced(server, first, [*events], session.custody, shown)
            self._send(session.id, news, session.elsewhere)

    def presence(self, session: GameSession, *, asks: bool = False) -> None:
        """Tell servers that have the game who is there."""
        if asks and self.bus.shared:  # to all servers that have the game
            self._send(session.id, self._here(session, asks=True))
        elif session.elsewhere:
            self._send(session.id, self._here(session), session.elsewhere)

    def tell(self, session: GameSession, message: bytes) -> None:
        """Send a message to viewers at other servers."""
        if session.elsewhere:
            self._send(session.id, Told(message), session.elsewhere)

    def charges(self) -> None:
        """Tell the others what clients were charged, and have connected, since the last time."""
        found = self._limits.collect()
        counts = {kind: one.collect() for kind, one in self._limits.counters.items()}
        if found or any(counts.values()):
            self._send(EVERYBODY, Charged(found, self._leases.server, counts))

    def _here(self, session: GameSession, *, asks: bool = False, leaves: bool = False) -> Here:
        people, viewers = session.presence
        return Here(self._leases.server, session.number, people, viewers, asks, leaves)

    def _send(self, channel: str, message: Message, to: Collection[str] = ()) -> None:
        self.bus.send(channel, msgpack.encode(message), to)

    # -- receiving ------------------------------------------------------------------------------
    def _joined(self, channel: str) -> None:
        session = self._sessions.get(channel)
        if session and session.following:
            self.presence(session, asks=True)
        if channel == EVERYBODY:
            self._compare_until = monotonic() + COMPARE_AFTER
            self._recount()

    def _recount(self) -> None:
        """Forget the connections at servers that are dead, and tell the others of ours."""
        alive = {one.server for one in self._leases.others}
        for counter in self._limits.counters.values():
            counter.recount(alive)

    def _receive(self, channel: str, data: bytes) -> None:
        session = self._sessions.get(channel)
        try:
            message = _decoder.decode(data)
        except DecodeError:  # of another version
            if session and self._follower:
                self._follower.reread(session)
            return
        if isinstance(message, Charged):
            self._limits.apply(message.charges)
            for kind, counts in message.counts.items():
                self._limits.counter(kind).apply(message.server, counts)
        elif session and session.following and self._follower:
            self._on_news(session, message, self._follower)

    def _on_news(
        self, session: GameSession, message: Advanced | Here | Told, follower: Follower
    ) -> None:
        if isinstance(message, Told):
            session.send(message.message)
        elif isinstance(message, Advanced):
            session.elsewhere.setdefault(message.server, Presence())
            follower.follow(session, message)
        else:
            self._on_presence(session, message, follower)

    def _on_presence(self, session: GameSession, here: Here, follower: Follower) -> None:
        before = session.online
        if here.leaves:
            session.elsewhere.pop(here.server, None)
        else:
            session.elsewhere[here.server] = Presence(here.people, here.viewers)
        if session.online != before:
            session.broadcast_online()
        # A server that is behind must learn of it: events are sent only to known servers.
        if here.asks or here.number < session.number:
            self.presence(session)
        if here.number > session.number:
            follower.reread(session)
        follower.on_change(session)

    # -- what may be missing --------------------------------------------------------------------
    def missing(self) -> bool:
        """Return whether messages may have been lost, so that the database has to be asked."""
        others = self._leases.others
        lonely = bool(others) and not self.bus.shared
        if lonely or not self.bus.whole or any(one.cut_off for one in others):
            self._compare_until = monotonic() + COMPARE_AFTER
        return monotonic() < self._compare_until

    def meet(self, alive: Collection[str]) -> None:
        """Forget who was at servers that are dead, and ask those that are alive anew."""
        self._recount()
        for session in self._sessions.values():
            gone = [server for server in session.elsewhere if server not in alive]
            before = session.online
            for server in gone:
                del session.elsewhere[server]
            if gone and session.online != before:
                session.broadcast_online()
            if session.following:
                self.presence(session, asks=True)
