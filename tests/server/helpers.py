"""Talking to a server as clients do, without a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from brettwerk.server.app import make_app
from brettwerk.server.jobs.job import Run
from brettwerk.server.settings import Limits, Settings
from server.glance import Choose, at_a_glance, at_random, choosing

HERE, FRIEND, COMPUTER = {"kind": "here"}, {"kind": "friend"}, {"kind": "computer", "level": 1}
_numbers = count()


@contextmanager
def serving(
    database: Path | None = None,
    choose: Choose = at_random,
    keep_days: float = 0.0,
    for_others: str = "",
    run: Run = at_a_glance,
    analysts: int = 1,
    offline: bool = True,
    **limits: Any,
) -> Iterator[TestClient]:
    """A server with a database of its own, where computers play at random and at once.

    Other jobs are done by `run`, in threads.
    """
    with TemporaryDirectory() as folder:
        file = database or Path(folder) / "games.sqlite"
        settings = Settings(
            database=f"sqlite:///{file}",
            hosts=("testserver",),
            limits=Limits(**limits),
            processes=False,
            pause=0.0,
            keep_days=keep_days,
            for_others=for_others,
            analysts=analysts,
            offline=offline,
        )
        app = make_app(settings, run=choosing(choose, run))
        with TestClient(app, raise_server_exceptions=False) as client:
            yield client


@contextmanager
def running(database: str) -> Iterator[TestClient]:
    """A server with this database, which clients at 192.0.2.7 ask."""
    settings = Settings(database, hosts=("testserver",), processes=False, pause=0.0)
    app = make_app(settings, run=choosing(at_random, at_a_glance))
    with TestClient(app, client=("192.0.2.7", 1), raise_server_exceptions=False) as client:
        yield client


def make(client: TestClient, game: str, *seats: dict[str, Any], **wanted: Any) -> Game:
    """A new game."""
    body = {"game": game, "seats": list(seats), **wanted}
    answer = client.post("/api/games", json=body)
    assert answer.status_code == 201, answer.text
    return Game(client, answer.json())


class Game:
    """A game that was made, with the secrets of its seats."""

    def __init__(self, client: TestClient, made: dict[str, Any]) -> None:
        self.client = client
        self.id: str = made["id"]
        self.owner: str = made["owner"]
        self.keys: dict[int, str] = {seat["person"]: seat["key"] for seat in made["seats"]}

    @contextmanager
    def sit(self, *people: int, lang: str = "en") -> Iterator[Player]:
        """Connected as these people; as nobody to watch."""
        with self.client.websocket_connect(f"/ws/{self.id}") as socket:
            player = Player(socket)
            keys = [self.keys[person] for person in people]
            player.say({"t": "hello", "v": 1, "keys": keys, "lang": lang})
            assert player.get("welcome")["people"] == list(people)
            player.get("table")
            yield player

    def look(self) -> dict[str, Any]:
        """The table."""
        found: dict[str, Any] = self.client.get(f"/api/games/{self.id}").json()
        return found


class Player:
    """A connection, and the table as it was told last."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.table: dict[str, Any] = {}
        self.moves: list[str] = []

    def say(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self.socket.send_text(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """The next message, whatever it is."""
        message: dict[str, Any] = json.loads(self.socket.receive_text())
        if message["t"] == "table":
            assert message["from"] <= len(self.moves)
            self.moves[message["from"] :] = [frame["text"] for frame in message["frames"]]
            self.table = message
        return message

    def get(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; refusals are always heard."""
        while True:
            message = self.hear()
            if message["t"] in kinds:
                return message
            assert message["t"] != "no" or "no" in kinds, message

    def act(self, do: str, text: str = "", **more: Any) -> dict[str, Any]:
        """Do something, and hear what comes of it: `done` or `no`."""
        act = {"id": f"a{next(_numbers)}", "moment": self.table["moment"], **more}
        self.say({"t": "act", "do": do, "text": text, **act})
        return self.get("done", "no")

    def play_on(self, rng: Random, plies: int = 10_000) -> int:
        """Play for whoever is to move, at random, until the match is over; the moves made."""
        made = 0
        while self.table["outcome"] is None and made < plies:
            if self.table["round_over"]:
                assert self.act("next")["t"] == "done"
            else:
                move = rng.choice(self.table["moves"])[0]
                assert self.act("play", move)["t"] == "done"
                made += 1
        return made


def latest(player: Player, moment: int, offer: bool = False) -> None:
    """Hear until this moment, or until something is on offer."""
    while player.table["moment"] < moment or (offer and not player.table["offer"]):
        player.get("table")
