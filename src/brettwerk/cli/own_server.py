"""A server to measure, started with an empty database."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def measured_server(url: str | None) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield the address of a server, and a function that kills and restarts it."""
    if url:
        yield url, lambda: None
        return
    with tempfile.TemporaryDirectory() as folder:
        server = _OwnServer(f"sqlite:///{Path(folder) / 'games.sqlite'}")
        try:
            yield server.address, server.kill
        finally:
            server.process.terminate()
            server.end()


class _OwnServer:
    """A server with an empty database."""

    def __init__(self, database: str) -> None:
        options = ["--no-browser", "--no-limits", "--database", database]
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
