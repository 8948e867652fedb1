"""Histories made by hand: a good one, which tests spoil in one place."""

from __future__ import annotations

from msgspec.structs import replace

from brettwerk.torture.history import (
    Answered,
    Connected,
    Created,
    Disconnected,
    Disruption,
    FinalView,
    GameRows,
    Record,
    RunHistory,
    Sent,
    Shown,
    StoredEvent,
)

GAME = "game"
CLIENTS = {"p0": 1, "p1": 2, "v": 3}  # and their connections


class Story:
    """A game of two friends with a viewer: each move takes a second, and everybody sees it."""

    def __init__(
        self, *moves: str, clock: str = "none", servers: int = 1, kinds: tuple[str, ...] = ()
    ) -> None:
        kinds = kinds or ("friend", "friend")
        self.clock, self.kinds = clock, kinds
        self.history = RunHistory(servers, ended=60.0)
        self.events: list[StoredEvent] = []
        self.left: list[float | None] = []
        self.versions = 0
        self.round, self.moves = 1, list[str]()
        self.earlier: list[list[str]] = []
        self.time = 0.0
        self.add(Created(0.0, GAME, "drei", kinds, clock))
        for client, connection in CLIENTS.items():
            people = (int(client[1]),) if client != "v" else ()
            self.add(Connected(0.0, client, GAME, connection, 0, people))
            self.show(client)
        for number, move in enumerate(moves):
            self.play(number % 2, move)

    # -- what happens -----------------------------------------------------------------------------
    def add(self, record: Record) -> None:
        self.history.records.append(record)

    def send(self, person: int, do: str, text: str = "", at: float | None = None) -> Sent:
        client, number = f"p{person}", len(self.sent) + 1
        what = (f"{client}-{number}", person, do, text, self.versions)
        sent = Sent(self.time if at is None else at, client, GAME, CLIENTS[client], *what)
        self.add(sent)
        return sent

    def store(self, sent: Sent) -> None:
        known = f"{sent.person}:{sent.id}"
        self.event(sent.do, sent.person, sent.text, known)

    def event(
        self, kind: str, person: int | None, text: str = "", known: str | None = None
    ) -> None:
        number, at = len(self.events), round(self.time + 0.01, 3)
        self.events.append(StoredEvent(number, kind, person, text, known, at))
        if kind == "next":
            self.earlier.append(self.moves)
            self.round, self.moves = self.round + 1, []
        if kind == "play":
            self.moves = [*self.moves, text]
        self.versions += kind in ("play", "next", "flag", "resign")

    def answer(self, sent: Sent, done: bool = True, key: str = "", final: bool = True) -> None:
        about = (sent.client, GAME, sent.connection, sent.id)
        self.add(Answered(self.time + 0.03, *about, done, self.versions, key, final))

    def show(
        self, client: str, connection: int = 0, at: float | None = None, turn: int = 0
    ) -> None:
        """Show a client the whole round."""
        when = self.time + 0.02 if at is None else at
        what = (self.versions, self.round, 0, tuple(self.moves), turn)
        self.add(Shown(when, client, GAME, connection or CLIENTS[client], *what))

    def play(self, person: int, move: str, left: float | None = None) -> None:
        """Play a move as it should be."""
        self.time += 1.0
        self.do(person, "play", move)
        self.left.append(left)

    def do(self, person: int, do: str, text: str = "") -> None:
        sent = self.send(person, do, text)
        self.store(sent)
        for client in CLIENTS:
            self.show(client)
        self.answer(sent)

    def fault(self, first: float, last: float, server: int | None = 0, down: bool = True) -> None:
        self.add(Disruption(first, last, "kill-server", server, down))

    def close(self, client: str, at: float) -> None:
        self.add(Disconnected(at, client, GAME, CLIENTS[client], "lost"))

    def open(self, client: str, connection: int, at: float, server: int = 0) -> None:
        self.add(Connected(at, client, GAME, connection, server))

    # -- how it ends ------------------------------------------------------------------------------
    @property
    def sent(self) -> list[Sent]:
        return self.history.of(Sent)

    def replace(self, old: Record, **changes: object) -> None:
        """Change a record."""
        at = self.history.records.index(old)
        self.history.records[at] = replace(old, **changes)

    def remove(self, old: Record) -> None:
        self.history.records.remove(old)

    @property
    def view(self) -> FinalView:
        """The game as a server shows it in the end."""
        rounds = [*self.earlier, self.moves]
        left: list[list[float | None]] = [[None] * len(moves) for moves in self.earlier]
        return FinalView(
            self.history.ended, GAME, 0, self.versions, rounds, [*left, self.left], rounds
        )

    def told(self, view: FinalView | None = None) -> RunHistory:
        """Return the history with what is stored in the end."""
        self.history.records.sort(key=lambda record: record.at)
        self.history.stored = [GameRows(GAME, self.clock, self.events)]
        self.history.views = [view or self.view]
        return self.history
