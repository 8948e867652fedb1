"""A server to measure, started with a database of its own."""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from time import time

from starlette.routing import Route

from brettwerk.bench.attack import Targets
from brettwerk.core.registry import collect, definition, names
from brettwerk.server.play.config import make_config
from brettwerk.server.play.messages import GameRequest
from brettwerk.server.play.seat_keys import hashed, new_id, new_key
from brettwerk.server.play.state import GameState
from brettwerk.server.settings import Settings
from brettwerk.server.storage.model import Event, Seat, StoredGame
from brettwerk.server.storage.store import GameStore

LONG = 1000  # plies of a game that takes much work to show


@contextmanager
def measured_server(
    url: str | None, *, prepare: Callable[[str], None] | None = None
) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield the address of a server, and a function that kills and restarts it.

    With `prepare`, which is called with its database before, it has the usual limits.
    """
    if url:
        yield url, lambda: None
        return
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'games.sqlite'}"
        if prepare:
            prepare(database)
        server = _OwnServer(database, [] if prepare else ["--no-limits"])
        try:
            yield server.address, server.kill
        finally:
            server.process.terminate()
            server.end()


class _OwnServer:
    """A server with an empty database."""

    def __init__(self, database: str, more: list[str]) -> None:
        options = ["--no-browser", "--database", database, *more]
        self.command = [sys.executable, "-m", "brettwerk", "serve", "--lang", "en", *options]
        self.address = self.start("0")

    def start(self, port: str) -> str:
        """Start the server and return its address."""
        command = [*self.command, "--port", port]
        # A killed process leaves resources behind, about which Python would warn.
        quiet = {**os.environ, "PYTHONWARNINGS": "ignore:resource_tracker:UserWarning"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=quiet)
        assert self.process.stdout is not None
        return self.process.stdout.readline().split()[-1]

    def kill(self) -> None:
        """Kill the server, as a power failure would, and restart it."""
        self.process.kill()
        self.end()
        self.start(self.address.rstrip("/").rpartition(":")[2])

    def end(self) -> None:
        """Wait until the process has exited."""
        self.process.wait(20)
        if self.process.stdout:
            self.process.stdout.close()


def attack_targets(database: str) -> Targets:
    """Put a long game and a finished one into a database, and return what there is to attack."""
    return asyncio.run(_store_targets(database))


async def _store_targets(database: str) -> Targets:
    store = GameStore(Settings(database).url)
    await store.open()
    try:
        long = max((_random_game(name) for name in names()), key=lambda game: len(game.events))
        short = _random_game(names()[0], plies=0)
        keys = [new_key() for _ in short.config.seats]
        resigned = Event("forfeit", 0, (0,), wall=time())
        finished = replace(short, hashes=[hashed(key) for key in keys], events=[resigned])
        for game in (long, finished):
            await store.create(game)
    finally:
        await store.close()
    routes = [route for found in collect(lambda game: game.routes()) for route in found]
    pages = tuple(route.path for route in routes if isinstance(route, Route))
    return Targets(long.id, len(long.events), pages, finished.id, ",".join(keys))


def _random_game(name: str, plies: int = LONG) -> StoredGame:
    """Return a game of random moves."""
    rng = Random(1)
    seats = [Seat() for _ in range(definition(name).players)]
    config = make_config(GameRequest(name, seats=seats, begins=0), rng)
    state, events = GameState.new(config), list[Event]()
    people = tuple(range(len(seats)))
    while len(events) < plies and state.match.to_move is not None:
        text = state.match.position.random_move(rng).text
        events.append(Event("play", state.match.turn, people, text, wall=time()))
        state = state.apply(events[-1])
    return StoredGame(new_id(), config, [hashed(new_key()) for _ in seats], time(), events)
