"""Which games a run plays: several kinds, with clocks and computers and without, with viewers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import Struct, json

from brettwerk.torture.client import Client, HasAddress, SharedGame
from brettwerk.torture.history import Recorder
from brettwerk.torture.http_client import fetch
from brettwerk.torture.player import PlayingClient

# So short that every second counts, and some that outlast any run.
CLOCKS = ("none", "0:15+1", "0:20d1", "0:30", "none", "10+1")
VIEWERS = 2


class OfferedGame(Struct):
    """What we read of a game in the catalogue."""

    game: str
    seats: list[str]
    target: int | None


class ClientSeat(Struct):
    """The key of a seat."""

    person: int
    key: str


class ClientGame(Struct):
    """The answer to a request for a game."""

    id: str
    seats: list[ClientSeat]


async def open_tables(
    servers: Sequence[HasAddress], recorder: Recorder, rng: Random, count: int
) -> list[SharedGame]:
    """Create games of all kinds in turn."""
    answer = await fetch(servers[0].address, "/api/catalogue")
    catalogue = json.decode(answer.body, type=list[OfferedGame])
    rng.shuffle(catalogue)
    # Games for three are few, and come first so that there is one.
    catalogue.sort(key=lambda facts: -len(facts.seats))
    return [
        await _open_table(servers, recorder, number, catalogue[number % len(catalogue)])
        for number in range(count)
    ]


async def _open_table(
    servers: Sequence[HasAddress], recorder: Recorder, number: int, facts: OfferedGame
) -> SharedGame:
    seats: list[dict[str, object]] = [{"kind": "friend"} for _ in facts.seats]
    if number % 3 == 1:
        seats[-1] = {"kind": "computer", "level": 1}
    clock = CLOCKS[(number + number // len(CLOCKS)) % len(CLOCKS)]
    wanted = {"game": facts.game, "seats": seats, "clock": clock, "target": facts.target}
    address = servers[number % len(servers)].address
    answer = await fetch(address, "/api/games", method="POST", body=wanted)
    made = json.decode(answer.body, type=ClientGame)
    kinds = tuple(str(seat["kind"]) for seat in seats)
    keys = {seat.person: seat.key for seat in made.seats}
    table = SharedGame(number, "", facts.game, kinds, clock, keys, recorder, servers)
    table.go_on(made.id)
    return table


def clients_of(table: SharedGame, seed: int) -> list[Client]:
    """Return the players and viewers of a table; at some, the first player has two tabs open."""
    two_tabs = table.number % 4 == 0
    tabs = [(f"{table.number}p{person}", person) for person in table.keys]
    tabs += [(f"{table.number}q0", 0)] if two_tabs else []
    players = [
        PlayingClient(
            name, table, Random(f"{seed} {name}"), (person,), steady=two_tabs and not person
        )
        for name, person in tabs
    ]
    watching = [f"{table.number}v{number}" for number in range(VIEWERS)]
    viewers = [Client(name, table, Random(f"{seed} {name}")) for name in watching]
    table.clients += [*players, *viewers]
    return table.clients
