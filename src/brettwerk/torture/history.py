"""What a run records: everything that clients sent and saw, faults, and what is stored in the end.

All times are seconds since the run began, by a monotonic clock.
"""

from time import monotonic, time
from typing import Literal, TypeVar

from msgspec import Struct

R = TypeVar("R")
# Faults that no nemesis caused: of the machine, or of processes with a low priority.
SLOW_MACHINE, SLOW_WORKER = "slow-machine", "slow-worker"
Why = Literal["dropped", "lost", "silent", "left"]


class Created(Struct, frozen=True, tag="created"):
    """A game was created: `kinds` says for each player whether it is a friend or a computer."""

    at: float
    game: str
    name: str
    kinds: tuple[str, ...]
    clock: str


class Connected(Struct, frozen=True, tag="connected"):
    """A client opened a WebSocket and said hello; `people` are those for whom it plays."""

    at: float
    client: str
    game: str
    connection: int
    server: int
    people: tuple[int, ...] = ()


class Disconnected(Struct, frozen=True, tag="disconnected"):
    """A connection ended: dropped by its client, lost, silent for too long, or no longer needed."""

    at: float
    client: str
    game: str
    connection: int
    why: Why


class Sent(Struct, frozen=True, tag="sent"):
    """A client sent a command, perhaps not for the first time."""

    at: float
    client: str
    game: str
    connection: int
    id: str
    person: int
    do: str
    text: str
    version: int


class Answered(Struct, frozen=True, tag="answered"):
    """A command was acknowledged, or refused for the reason `key`.

    Of a refusal that is not `final` the server itself does not know whether the command was stored.
    """

    at: float
    client: str
    game: str
    connection: int
    id: str
    done: bool
    version: int | None = None
    key: str = ""
    final: bool = True


class Shown(Struct, frozen=True, tag="shown"):
    """A client was shown a state; of its moves those from number `first` on."""

    at: float
    client: str
    game: str
    connection: int
    version: int
    round: int
    first: int
    moves: tuple[str, ...]
    turn: int | None = None
    over: bool = False


KILLED_WORKER = "kill-worker"
# While one of these lasts, servers may reach no worker: these are programs of their own.
WITHOUT_BUS = ("cut-bus", "pause-redis", "restart-redis")
NO_SERVER = -1


class Disruption(Struct, frozen=True, tag="fault"):
    """Something was broken from `at` until `ended`: one server, all of them (None),
    or none (NO_SERVER).

    While it is `down`, it certainly did not serve; otherwise it may have.
    """

    at: float
    ended: float
    nemesis: str
    server: int | None = None
    down: bool = True


class Died(Struct, frozen=True, tag="died"):
    """A server ended by itself."""

    at: float
    server: int
    code: int


Record = Created | Connected | Disconnected | Sent | Answered | Shown | Disruption | Died


class StoredEvent(Struct, frozen=True):
    """An event as it is in the database."""

    number: int
    kind: str
    person: int | None
    text: str
    command_id: str | None
    at: float


class GameRows(Struct, frozen=True):
    """A game as it is in the database."""

    id: str
    clock: str
    events: list[StoredEvent]


class FinalView(Struct, frozen=True):
    """A game as a server shows it in the end: moves and clocks of each round, and the record."""

    at: float
    game: str
    server: int
    version: int
    rounds: list[list[str]]
    left: list[list[float | None]]
    recorded: list[list[str]]


class RunHistory(Struct):
    """All that is known of a run; the checker needs nothing else."""

    servers: int
    seed: int = 0
    ended: float = 0.0
    records: list[Record] = []
    stored: list[GameRows] = []
    views: list[FinalView] = []

    def of(self, kind: type[R]) -> list[R]:
        """Return the records of one kind, in the order of their times."""
        return [record for record in self.records if isinstance(record, kind)]


class Recorder:
    """Records a history while it happens."""

    def __init__(self, servers: int, seed: int) -> None:
        self.history = RunHistory(servers, seed)
        self._began = monotonic()
        self.wall = time()  # the time of day when it began
        self._connections = 0

    def now(self) -> float:
        """Return the seconds since the beginning."""
        return round(monotonic() - self._began, 4)

    def add(self, record: Record) -> None:
        """Record something."""
        self.history.records.append(record)

    def new_connection(self) -> int:
        """Return the number of a new connection."""
        self._connections += 1
        return self._connections
