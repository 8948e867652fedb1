"""A server in a process of its own, that can be killed and started again."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

TESTS = str(Path(__file__).parent.parent)
# Computers play at random, and devices keep few pages.
RANDOM = """
import sys
from brettwerk.server import run
from brettwerk.server.app import make_app
from brettwerk.server.run import listen, serve
from brettwerk.server.site import offline
from server.glance import at_a_glance
offline.BUNDLER = "server.few_pages"
run.make_app = lambda settings, store: make_app(settings, store, at_a_glance)
from brettwerk.server.settings import Limits, Settings
free = Limits(
    requests_burst=1e6, messages_burst=1e6, messages_per_second=1e6, new_games_burst=1e6,
    studies_burst=1e6,
)
settings = Settings(
    "sqlite:///" + sys.argv[1], limits=free, processes=False, pause=0.02, for_others=sys.argv[3]
)
serve(settings, listen("127.0.0.1", int(sys.argv[2])), lambda: print("ready", flush=True))
"""


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """The server and its address, which stays the same when it is started again."""

    def __init__(self, database: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.command = [sys.executable, "-c", RANDOM, str(database), str(self.port)]
        self.process: subprocess.Popen[str] | None = None

    def start(self, for_others: str = "") -> None:
        """Start it, and wait until it answers; `for_others` is where others reach it."""
        path = filter(None, [TESTS, os.environ.get("PYTHONPATH")])  # `server` is in the tests
        self.process = subprocess.Popen(
            [*self.command, for_others],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def kill(self) -> None:
        """As if the power had gone."""
        assert self.process is not None
        self.process.kill()
        self._wait()

    def stop(self) -> None:
        """As one stops it."""
        assert self.process is not None
        self.process.terminate()
        self._wait()

    def _wait(self) -> None:
        assert self.process is not None
        self.process.wait(20)
        if self.process.stdout:
            self.process.stdout.close()

    # -- asking -------------------------------------------------------------------------------
    def create(self, game: str, *kinds: str, **wanted: Any) -> dict[str, Any]:
        """A new game; kinds are `here`, `friend` or `computer`."""
        seats = [{"kind": kind, "level": 1 if kind == "computer" else 0} for kind in kinds]
        return self.ask("/api/games", {"game": game, "seats": seats, **wanted})

    def table(self, game: str) -> dict[str, Any]:
        """A game as it stands."""
        return self.ask(f"/api/games/{game}")

    def act(self, game: dict[str, Any], do: str, text: str = "", **more: Any) -> dict[str, Any]:
        """Do something in a game, for all its people."""
        keys = ",".join(seat["key"] for seat in game["seats"])
        moment = self.table(game["id"])["moment"]
        act = {"t": "act", "id": f"{do}-{moment}", "do": do, "text": text, "moment": moment, **more}
        return self.ask(f"/api/games/{game['id']}/acts", act, keys)

    def ask(self, path: str, body: dict[str, Any] | None = None, key: str = "") -> dict[str, Any]:
        """A question to the interface for programs."""
        headers = {"content-type": "application/json", "authorization": f"Bearer {key}"}
        content = None if body is None else json.dumps(body).encode()
        for _ in range(50):
            try:
                with urlopen(Request(self.address + path, content, headers)) as answer:
                    found: dict[str, Any] = json.load(answer)
                    return found
            except URLError as fault:
                if hasattr(fault, "code"):
                    raise
                time.sleep(0.1)
        raise AssertionError("the server does not answer")
