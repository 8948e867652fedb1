"""Node and a browser beside this process, which search positions with the engine's scripts."""

import json
import os
import shutil
import subprocess
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from urllib.parse import unquote

from brettwerk.bench.measure import Clock, Workload
from brettwerk.core.game import Position
from brettwerk.kernels.wasm_file import module_file

SCRIPT = Path(__file__).with_name("host.mjs")
ENGINE = SCRIPT.parent.parent / "web" / "static" / "engine"
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chromium-headless-shell",
)
PATIENCE = 120  # seconds
Task = Mapping[str, object]


class Host(ABC):
    """What runs scripts, and searches when it is asked."""

    @abstractmethod
    def ask(self, task: Task) -> dict[str, float]:
        """Search positions; return the nodes and the seconds that it took there."""


class HostWorkload(Workload):
    """A search in another process, which measures its own time."""

    def __init__(self, host: Host, positions: list[Position], nodes: int, megabytes: int) -> None:
        super().__init__(lambda _: 0)
        file = module_file(positions[0].game.definition.kernels)
        states = [[str(word % 2**64) for word in position.state] for position in positions]
        self._host = host
        limits = {"nodes": nodes, "megabytes": megabytes}
        self._task: Task = {"module": str(file), "states": states, **limits}

    def prepare(self, clock: Clock) -> None:
        """Search once, so that the host has compiled what it needs."""
        self.run(clock)
        self.rates.clear()

    def run(self, clock: Clock) -> float:  # noqa: ARG002 - the host has its own
        """Search once and return the seconds it took there."""
        found = self._host.ask(self._task)
        self.rates.append(found["nodes"] / max(found["seconds"], 1e-9))
        return found["seconds"]


@contextmanager
def hosts_here() -> Iterator[dict[str, Host]]:
    """Start the hosts that this machine has."""
    with ExitStack() as stack:
        found = dict[str, Host]()
        if node := shutil.which("node"):
            found["node"] = stack.enter_context(_node(node))
        if browser := next(filter(None, map(shutil.which, BROWSERS)), None):
            found["chromium"] = stack.enter_context(_browser(browser))
        yield found


# -- Node -----------------------------------------------------------------------------------------
class _NodeHost(Host):
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, task: Task) -> dict[str, float]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        found: dict[str, float] = json.loads(self._process.stdout.readline())
        return found


@contextmanager
def _node(command: str) -> Iterator[Host]:
    asked = [command, str(SCRIPT), ENGINE.as_uri() + "/"]
    pipe = subprocess.PIPE
    with subprocess.Popen(asked, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield _NodeHost(process)
        finally:
            process.kill()


# -- a browser ------------------------------------------------------------------------------------
class _BrowserHost(Host):
    def __init__(self) -> None:
        self.tasks: Queue[Task] = Queue()
        self.found: Queue[dict[str, float]] = Queue()

    def ask(self, task: Task) -> dict[str, float]:
        self.tasks.put(task)
        return self.found.get(timeout=PATIENCE)


class _Handler(BaseHTTPRequestHandler):
    """Gives the page its scripts, modules and tasks, and takes what it found."""

    host: _BrowserHost

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        if path == "/task":
            self._answer(json.dumps(self.host.tasks.get()).encode(), "application/json")
        elif path == "/module":
            self._answer(Path(unquote(query)).read_bytes(), "application/wasm")
        elif path == "/":
            page = b'<script type="module" src="/host.mjs"></script>'
            self._answer(page, "text/html")
        else:
            file = SCRIPT if path == "/host.mjs" else ENGINE / Path(path).name
            self._answer(file.read_bytes() if file.is_file() else b"", "text/javascript")

    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        self.host.found.put(json.loads(self.rfile.read(length)))
        self._answer(b"", "text/plain")

    def _answer(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing."""


@contextmanager
def _browser(command: str) -> Iterator[Host]:
    host = _BrowserHost()
    handler = type("Handler", (_Handler,), {"host": host})
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
    ):
        server.daemon_threads = True
        Thread(target=server.serve_forever, args=[0.05], daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        options = ["--headless=new", "--no-first-run", "--disable-gpu", f"--user-data-dir={folder}"]
        options += ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        quiet = subprocess.DEVNULL
        process = subprocess.Popen([command, *options, address], stdout=quiet, stderr=quiet)
        try:
            yield host
        finally:
            process.terminate()
            process.wait(PATIENCE)
            server.shutdown()
