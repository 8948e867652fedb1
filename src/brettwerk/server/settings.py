"""Settings of a server: its database, its host names, its limits."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from platformdirs import user_data_dir

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
SQLITE = "sqlite+aiosqlite:///"


@dataclass(frozen=True)
class Limits:
    """How much one client, one game and the whole server may use."""

    # Connections that are not WebSockets, and how many seconds requests and answers may take.
    connections: int = 20_000
    connections_per_client: int = 300
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    message_bytes: int = 4096
    body_bytes: int = 16_384
    # Pages, records, pictures: everything that is only read, except static files.
    requests_burst: float = 300
    requests_per_second: float = 30
    # Seconds of the event loop for requests of one client, at once and of every second.
    loop_burst: float = 0.25
    loop_per_second: float = 0.1
    # Errors that are answered at once; from then on each answer waits for a second.
    faults_burst: float = 60
    faults_per_second: float = 2
    messages_burst: float = 40
    messages_per_second: float = 12
    # Of all connections of a client; what is worked out for a question counts as several.
    client_messages_burst: float = 600
    client_messages_per_second: float = 150
    new_games_burst: float = 60
    new_games_per_second: float = 0.5
    # Boards to study on: each touch may send a request, and readers may share an address.
    studies_burst: float = 200
    studies_per_second: float = 30
    study_moves: int = 1000
    study_bytes: int = 65_536
    waiting_studies: int = 100
    # Analyses: how many readers may connect and wait, and how long one may take.
    readers: int = 300
    readers_per_client: int = 20
    waiting_analyses: int = 30
    waiting_analyses_per_client: int = 3
    analysis_seconds: float = 60.0
    analysis_lines: int = 5
    sockets: int = 5000
    sockets_per_game: int = 200
    sockets_per_client: int = 500
    # Far more than any game needs, so that none can fill the disk.
    events_per_game: int = 20_000
    waiting_hints: int = 20
    waiting_computers: int = 200
    waiting_computers_per_client: int = 50
    waiting_quick: int = 20  # pictures and proofs of puzzles
    picture_width: int = 2048

    @classmethod
    def none(cls) -> Self:
        """Return no limits on requests, for load tests."""
        rates = (
            "requests",
            "faults",
            "loop",
            "messages",
            "client_messages",
            "new_games",
            "studies",
        )
        names = (f"{rate}_{what}" for rate in rates for what in ("burst", "per_second"))
        all_names = (*names, "sockets_per_client", "connections_per_client")
        return cls(**dict.fromkeys(all_names, 10**6))


@dataclass(frozen=True)
class Settings:
    """All settings; the defaults are for playing at home."""

    database: str = ""
    # The address of Redis or Valkey, over which servers of one database hear from each other.
    bus: str = ""
    bus_prefix: str = "brettwerk"
    hosts: tuple[str, ...] = LOOPBACK  # "*" stands for any
    limits: Limits = field(default_factory=Limits)
    workers: int = 2
    analysts: int = 1
    processes: bool = True
    pause: float = 0.5
    forget_after: float = 600.0
    # Games are deleted after this many days without an event; 0 keeps them all.
    keep_days: float = 0.0
    # Proxies whose word is taken for the address of a client.
    proxies: tuple[str, ...] = ()
    # What `/metrics` asks for as `Authorization: Bearer …`; without one it answers this machine.
    metrics_token: str = ""
    # The port of the address where only `/metrics` is served, to all who can reach it; 0 for none.
    metrics_port: int = 0
    # The address by which others on the network reach this server, if it listens for them.
    for_others: str = ""
    # Whether browsers keep the pages for times without a connection.
    offline: bool = True

    @property
    def url(self) -> str:
        """The database as a URL of SQLAlchemy."""
        if not self.database:
            return f"{SQLITE}{default_database()}"
        for plain, driver in (("postgresql://", "postgresql+asyncpg://"), ("sqlite:///", SQLITE)):
            if self.database.startswith(plain):
                return driver + self.database.removeprefix(plain)
        return self.database


def default_database() -> Path:
    """Return the file for games if no database is given."""
    folder = Path(user_data_dir("brettwerk"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "games.sqlite"
