"""The recipes for Caddy and nginx, run: pages, WebSockets and addresses of clients come through."""

from __future__ import annotations

import json
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from browser.server import free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "games.example.org"
VISITOR, STRANGER, FORGED = "127.0.0.2", "127.0.0.3", "203.0.113.9"
PATIENCE = 60.0  # seconds, for a test that fails; a busy machine takes its time
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs several loopback addresses")


@contextmanager
def process(command: list[str], log: Path, **more: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process whose output goes into a file, ended at the end."""
    with log.open("wb") as file, subprocess.Popen(command, stdout=file, stderr=file, **more) as run:
        try:
            yield run
        finally:
            run.terminate()


def eventually(found: Callable[[], Any]) -> Any:
    """Return what is found, once it is."""
    until = monotonic() + PATIENCE
    while monotonic() < until:
        with suppress(OSError):
            if result := found():
                return result
        sleep(0.05)
    raise AssertionError("it did not happen")


class Server:
    """A server behind a proxy, and the log of its requests."""

    def __init__(self, port: int, log: Path) -> None:
        self.port, self._log = port, log

    def request(self, identity: str) -> dict[str, Any]:
        """The record of a request."""

        def find() -> dict[str, Any] | None:
            return next((one for one in self._records() if one.get("request") == identity), None)

        found: dict[str, Any] = eventually(find)
        return found

    def sockets(self) -> list[str]:
        """The addresses of clients whose WebSockets have ended."""
        return [one["client"] for one in self._records() if "WEBSOCKET" in one["message"]]

    def _records(self) -> list[dict[str, Any]]:
        """What is in the log; its last line may be half written."""
        whole = self._log.read_text().rpartition("\n")[0].splitlines()
        return [json.loads(line) for line in whole if line.startswith("{")]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    port, log = free_port(), tmp_path / "server.log"
    options = ["--port", str(port), "--no-browser", "--allow-host", NAME, "--log", "json"]
    options += ["--trust-proxy", "127.0.0.1", "--log-level", "info", "--analysts", "0"]
    options += ["--database", f"sqlite:///{tmp_path / 'games.sqlite'}"]
    with process([sys.executable, "-m", "brettwerk", "serve", *options], log):
        eventually(lambda: "Brettwerk is at" in log.read_text())
        yield Server(port, log)


class Answer(NamedTuple):
    """What came back, and the id of the request."""

    status: int
    identity: str
    body: bytes


class Visitor:
    """A client that comes from an address of its own to a port, perhaps with TLS."""

    def __init__(self, address: str, port: int, tls: bool) -> None:
        self._address, self._port = address, port
        self._tls = ssl.create_default_context() if tls else None
        if self._tls:
            self._tls.check_hostname, self._tls.verify_mode = False, ssl.CERT_NONE
        scheme = "https" if tls else "http"
        self.host, self.origin = f"{NAME}:{port}", f"{scheme}://{NAME}:{port}"

    def _connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self._port), PATIENCE, (self._address, 0))

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> Answer:
        """Send a request with forged headers."""
        connection = HTTPConnection("127.0.0.1", self._port)
        plain = self._connect()
        connection.sock = self._tls.wrap_socket(plain, server_hostname=NAME) if self._tls else plain
        forged = {"Host": self.host, "X-Forwarded-For": FORGED, "X-Request-ID": "forged"}
        with closing(connection):
            connection.request(method, path, body, {**forged, **headers})
            answer = connection.getresponse()
            return Answer(answer.status, str(answer.getheader("x-request-id")), answer.read())

    def socket(self, path: str) -> Any:
        """Open a WebSocket with forged headers."""
        return connect(
            f"{self.origin.replace('http', 'ws')}{path}",
            sock=self._connect(),
            ssl=self._tls,
            server_hostname=NAME if self._tls else None,
            origin=Origin(self.origin),
            additional_headers={"X-Forwarded-For": FORGED},
            open_timeout=PATIENCE,
        )


def check(server: Server, visitor: Visitor) -> None:
    """Visit a site as a browser does, and see what the server has noted."""
    page = eventually(lambda: (answer := visitor.ask("GET", "/")).status == 200 and answer)
    assert b"Brettwerk" in page.body
    assert page.identity != "forged"
    assert server.request(page.identity)["client"] == VISITOR

    body = json.dumps({"game": "drei", "seats": [{"kind": "here"}, {"kind": "here"}]})
    headers = {"Content-Type": "application/json", "Origin": visitor.origin}
    made = visitor.ask("POST", "/api/games", body, **headers)
    assert made.status == 201, made.body
    game = json.loads(made.body)
    with visitor.socket(f"/ws/{game['id']}") as websocket:
        keys = [seat["key"] for seat in game["seats"]]
        websocket.send(json.dumps({"t": "hello", "v": 1, "keys": keys}))
        assert json.loads(websocket.recv(PATIENCE))["people"] == [0, 1]
        table = json.loads(websocket.recv(PATIENCE))
        act = {"t": "act", "id": "m1", "do": "play", "moment": 0, "text": table["moves"][0][0]}
        websocket.send(json.dumps(act))
        while json.loads(websocket.recv(PATIENCE))["t"] != "done":
            pass
    assert eventually(server.sockets) == [VISITOR]

    # Whoever reaches the server itself is no proxy, and is not believed.
    direct = Visitor(STRANGER, server.port, tls=False).ask("GET", "/healthz", Host="localhost")
    assert server.request(direct.identity)["client"] == STRANGER


def test_caddy(server: Server, tmp_path: Path) -> None:
    if not shutil.which("caddy"):
        pytest.skip("There is no Caddy here (apt-get install caddy)")
    port, file = free_port(), tmp_path / "Caddyfile"
    file.write_text(f"{{\n\tadmin off\n\tauto_https off\n}}\nimport {DEPLOY / 'Caddyfile'}\n")
    environment = {
        "SITE": f"http://{NAME}:{port}",
        "SERVERS": f"127.0.0.1:{server.port}",
        "HOME": str(tmp_path),
        "PATH": "/usr/bin:/bin",
    }
    command = ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
    with process(command, tmp_path / "caddy.log", env=environment):
        check(server, Visitor(VISITOR, port, tls=False))


def test_nginx(server: Server, tmp_path: Path) -> None:
    if not shutil.which("nginx"):
        pytest.skip("There is no nginx here (apt-get install nginx-light)")
    port, recipe = free_port(), (DEPLOY / "nginx.conf").read_text()
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    names = ["-subj", f"/CN={NAME}", "-out", str(certificate), "-keyout", str(key)]
    subprocess.run([*make, *names], check=True, capture_output=True)
    for ours, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("127.0.0.1:8017", f"127.0.0.1:{server.port}"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
    ):
        assert ours in recipe
        recipe = recipe.replace(ours, here)
    paths = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{name}_temp_path {tmp_path / name};\n" for name in paths)
    file = tmp_path / "nginx.conf"
    file.write_text(
        f"daemon off; user root; pid {tmp_path / 'pid'}; error_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{recipe}}}\n"
    )
    command = ["nginx", "-p", str(tmp_path), "-c", str(file), "-e", "stderr"]
    with process(command, tmp_path / "nginx.log"):
        check(server, Visitor(VISITOR, port, tls=True))
