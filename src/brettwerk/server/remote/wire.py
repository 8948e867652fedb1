"""What servers and hosts of workers say to each other over the bus."""

from msgspec import Struct, msgpack

from brettwerk.server.jobs.queue import Priority

SERVERS, HOSTS = "servers", "hosts"  # the channels that all servers, and all hosts, have joined
BEAT, LEASE = 1.0, 3.0  # seconds between two signs of life, and after which one is taken for dead


class WireMessage(Struct, frozen=True, tag=True):
    """What is sent."""


class ServerAlive(WireMessage, frozen=True):
    """A server lives."""

    server: str


class HostAlive(WireMessage, frozen=True):
    """A host lives: how many workers it has for jobs of each priority, and what they are doing.

    A job that is not among the leases was handed back, or what was said about it was lost.
    """

    host: str
    version: str
    slots: dict[Priority, int]
    leases: list[str]


class JobOffer(WireMessage, frozen=True):
    """It is a server's turn in a queue: a worker asks it for a job that it can do."""

    lease: str
    host: str
    queue: str
    priorities: list[Priority]
    games: list[str]


class Order(WireMessage, frozen=True):
    """A job, or to stop it."""

    lease: str
    order: bytes


class Release(WireMessage, frozen=True):
    """The server needs the worker no longer."""

    lease: str


class JobReport(WireMessage, frozen=True):
    """A report of a job."""

    lease: str
    report: bytes
    last: bool


decode_message = msgpack.Decoder(
    ServerAlive | HostAlive | JobOffer | Order | Release | JobReport
).decode


def queue_name(version: str, priority: Priority, game: str) -> str:
    """Return the queue of servers that have a job which only some workers can do."""
    return f"{version}:{priority.value}:{game}"
