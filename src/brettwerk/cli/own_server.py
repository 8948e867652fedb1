"""A server of our own to measure: started with an empty database, and ended with the measuring."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def server_at(url: str | None) -> Iterator[tuple[str, Callable[[], None]]]:
    """The address of a server, and what kills the server there and starts it again."""
    if url:
        yield url, lambda: None
        return
    with tempfile.TemporaryDirectory() as folder:
        server = _Own(f"sqlite:///{Path(folder) / 'games.sqlite'}")
        try:
            yield server.address, server.kill
        finally:
            server.process.terminate()
            server.end()


class _Own:
    """A server of our own, with an empty database at first."""

    def __init__(self, database: str) -> None:
        options = ["--no-browser", "--no-limits", "--database", database]
        self.command = [sys.executable, "-m", "brettwerk", "serve", "--lang", "en", *options]
        self.address = self.start("0")

    def start(self, port: str) -> str:
        """Start it; where it says it is."""
        command = [*self.command, "--port", port]
        # Python warns of what a killed process has left behind; that is what killing is.
        quiet = {**os.environ, "PYTHONWARNINGS": "ignore:resource_tracker:UserWarning"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=quiet)
        assert self.process.stdout is not None
        return self.process.stdout.readline().split()[-1]

    def kill(self) -> None:
        """As if the power had gone; then the same again."""
        self.process.kill()
        self.end()
        self.start(self.address.rstrip("/").rpartition(":")[2])

    def end(self) -> None:
        """Wait until it is gone."""
        self.process.wait(20)
        if self.process.stdout:
            self.process.stdout.close()
