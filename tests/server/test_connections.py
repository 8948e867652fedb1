"""Idle and slow connections do not shut the server for other clients."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from browser.server import free_port

SERVE = """
import resource, sys
from brettwerk.server.run import listen, serve
from brettwerk.server.settings import Limits, Settings
resource.setrlimit(resource.RLIMIT_NOFILE, (128, 400))
seconds = float(sys.argv[4])
limits = Limits(
    head_seconds=seconds, body_seconds=seconds, connections_per_client=int(sys.argv[3])
)
settings = Settings("sqlite:///" + sys.argv[2], limits=limits, processes=False)
serve(settings, listen("127.0.0.1", int(sys.argv[1])), lambda: print("ready", flush=True))
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its limits are others")


@contextmanager
def server(folder: Path, per_client: int, seconds: float = 1.0) -> Iterator[int]:
    """A server that may open 400 files, and waits so long for requests."""
    port = free_port()
    given = (port, folder / "g.sqlite", per_client, seconds)
    command = [sys.executable, "-c", SERVE, *map(str, given)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            yield port
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server that waits for a second."""
    with server(tmp_path_factory.mktemp("hasty"), 10) as port:
        yield port


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server that waits for a minute."""
    with server(tmp_path_factory.mktemp("patient"), 10, 60) as port:
        yield port


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


JSON = "application/json"
SLOW_BODY = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"


BEGUN = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: lo",
    "half a body": SLOW_BODY + b"Content-Type: application/json\r\n\r\n{",
    "half a second request": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP",
}


ENDLESS = {
    "a long head": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 1000,
    "many headers": b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * 200,
    "a long address": b"GET /" + b"x" * 1000,
}


@pytest.mark.parametrize("begun", ENDLESS.values(), ids=ENDLESS)
def test_heads_of_requests_end(begun: bytes, patient: int) -> None:
    with socket.create_connection(("127.0.0.1", patient)) as one:
        with suppress(ConnectionError):
            one.sendall(begun)
            for _ in range(100):
                one.sendall(b"x" * 1000)
        while not is_closed(one):
            pass
    assert answers(patient)


def test_empty_lines_do_not_keep_a_connection_open(hasty: int) -> None:
    with socket.create_connection(("127.0.0.1", hasty)) as one:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with one.makefile("rb") as lines:
            assert b"ok\n" in iter(lines.readline, b"")
        one.sendall(b"\r\n")
        assert is_closed(one)


def test_a_large_body_is_no_long_head(hasty: int) -> None:
    body = b'"' + b"x" * 200_000 + b'"'
    address = f"http://127.0.0.1:{hasty}/api/games/handed"
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(address, body, {"content-type": JSON}), timeout=20)
    assert refused.value.code == 400
    refused.value.close()


FLOODS = {
    "pings": Frame(Opcode.PING, b""),
    "pongs that nobody has asked for": Frame(Opcode.PONG, b""),
    "empty parts of a message": Frame(Opcode.CONT, b"", fin=False),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_floods_of_frames_that_are_no_message_end_the_connection(flood: Frame, hasty: int) -> None:
    made = Request(
        f"http://127.0.0.1:{hasty}/api/games", b'{"game": "drei"}', {"content-type": JSON}
    )
    with urlopen(made, timeout=20) as answer:
        game = json.load(answer)["id"]
    with connect(f"ws://127.0.0.1:{hasty}/ws/{game}", compression=None) as one:
        one.send('{"t": "hello", "v": 1}')
        assert json.loads(one.recv())["t"] == "welcome"
        first = [Frame(Opcode.TEXT, b"", fin=False)] if flood.opcode == Opcode.CONT else []
        data = b"".join(frame.serialize(mask=True) for frame in [*first, *[flood] * 5000])
        with suppress(OSError):
            one.socket.sendall(data)
        with pytest.raises(ConnectionClosed):
            deque(iter(one.recv, None), maxlen=0)
    assert answers(hasty)


def test_slow_requests_are_not_waited_for(hasty: int) -> None:
    with ExitStack() as stack:
        connections = [
            stack.enter_context(socket.create_connection(("127.0.0.1", hasty))) for _ in BEGUN
        ]
        for connection, begun in zip(connections, BEGUN.values(), strict=True):
            connection.sendall(begun)
        for connection in connections:
            while not is_closed(connection):
                pass
        assert answers(hasty)
