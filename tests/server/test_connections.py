"""Idle and slow connections do not shut the server for other clients."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from browser.server import free_port

SERVE = """
import resource, sys
from brettwerk.server.run import listen, serve
from brettwerk.server.settings import Limits, Settings
resource.setrlimit(resource.RLIMIT_NOFILE, (128, 400))
limits = Limits(head_seconds=1.0, body_seconds=1.0, connections_per_client=int(sys.argv[3]))
settings = Settings("sqlite:///" + sys.argv[2], limits=limits, processes=False)
serve(settings, listen("127.0.0.1", int(sys.argv[1])), lambda: print("ready", flush=True))
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its limits are others")


@contextmanager
def server(folder: Path, per_client: int) -> Iterator[int]:
    """A server that may open 400 files, and waits a second for requests."""
    port = free_port()
    command = [sys.executable, "-c", SERVE, str(port), str(folder / "g.sqlite"), str(per_client)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            yield port
        finally:
            process.terminate()


def answers(port: int) -> bool:
    with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=20) as answer:
        return bool(answer.read() == b"ok\n")


def is_closed(connection: socket.socket) -> bool:
    """Wait until the other side closes a connection."""
    connection.settimeout(20)
    try:
        return connection.recv(1000) == b""
    except ConnectionError:
        return True


def test_idle_connections_are_closed_and_others_are_served(tmp_path: Path) -> None:
    with server(tmp_path, 10**6) as port, ExitStack() as stack:
        idle = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20))
            for _ in range(500)
        ]
        assert all(map(is_closed, idle))
        assert answers(port)


def test_one_client_has_a_few_connections(tmp_path: Path) -> None:
    with server(tmp_path, 5) as port, ExitStack() as stack:
        first = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(5)
        ]
        with socket.create_connection(("127.0.0.1", port)) as too_many:
            assert is_closed(too_many)
        for connection in first:
            connection.close()
        assert answers(port)


SLOW_BODY = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"


BEGUN = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: lo",
    "half a body": SLOW_BODY + b"Content-Type: application/json\r\n\r\n{",
    "half a second request": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP",
}


def test_slow_requests_are_not_waited_for(tmp_path: Path) -> None:
    with server(tmp_path, 10) as port, ExitStack() as stack:
        connections = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in BEGUN
        ]
        for connection, begun in zip(connections, BEGUN.values(), strict=True):
            connection.sendall(begun)
        for connection in connections:
            while not is_closed(connection):
                pass
        assert answers(port)
