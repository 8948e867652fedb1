"""A disk that is full while games are played: everybody is told, nothing is lost, it goes on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import httpx2 as httpx
import pytest

from browser.server import free_port

if sys.platform != "linux":
    pytest.skip("only Linux can change the limits of another process", allow_module_level=True)
import resource

SERVE = """
import sys
from brettwerk.server.run import listen, serve
from brettwerk.server.settings import Settings
settings = Settings("sqlite:///" + sys.argv[2], processes=False)
serve(settings, listen("127.0.0.1", int(sys.argv[1])), lambda: print("ready", flush=True))
"""
HARD = resource.getrlimit(resource.RLIMIT_FSIZE)[1]


@contextmanager
def server(folder: Path) -> Iterator[tuple[int, httpx.Client]]:
    """The process of a server, and a client."""
    port = free_port()
    command = [sys.executable, "-c", SERVE, str(port), str(folder / "games.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
                yield process.pid, client
        finally:
            process.terminate()


def wait_until_ready(client: httpx.Client, status: int) -> None:
    """Wait until the server says that it can store games, or that it cannot."""
    until = monotonic() + 60
    while client.get("/readyz").status_code != status and monotonic() < until:
        sleep(0.1)
    assert client.get("/readyz").status_code == status


def test_moves_are_refused_while_the_disk_is_full_and_go_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    with server(tmp_path) as (process, client):
        made = client.post("/api/games", json={"game": "drei", "seats": [{"kind": "here"}] * 2})
        game, keys = made.json()["id"], [seat["key"] for seat in made.json()["seats"]]

        def play(number: int) -> httpx.Response:
            state = client.get(f"/api/games/{game}").json()
            move = state["moves"][0][0]
            act = {"t": "act", "id": f"m{number}", "do": "play", "text": move}
            headers = {"authorization": f"Bearer {keys[state['turn']]}"}
            body = act | {"moment": state["moment"]}
            return client.post(f"/api/games/{game}/acts", json=body, headers=headers)

        assert play(0).status_code == 200
        # No file may become longer, as on a full disk.
        resource.prlimit(process, resource.RLIMIT_FSIZE, (1, HARD))
        wait_until_ready(client, 503)
        refused = play(1)
        assert refused.status_code == 503
        assert "cannot reach its database just now" in refused.json()["message"]
        assert client.get("/healthz").status_code == 200
        assert len(client.get(f"/api/games/{game}").json()["frames"]) == 1

        resource.prlimit(process, resource.RLIMIT_FSIZE, (HARD, HARD))
        wait_until_ready(client, 200)
        assert play(1).status_code == 200
        assert len(client.get(f"/api/games/{game}").json()["frames"]) == 2
