"""A plain server of files, under a folder of its host, that can be stopped and started again."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Self

import pytest

from brettwerk.kernels.cache import one_at_a_time

FOLDER = "sub/folder"
# The command, with so many positions of each chapter of a course: their pages are most of all.
BUILD = """
import sys
from functools import cache
from msgspec.structs import replace
from brettwerk.learn import course
positions, whole = int(sys.argv.pop(1)), course.course_data
def cut(game):
    data = whole(game)
    kept = {name: found[:positions] for name, found in data.chapters.items()}
    return replace(data, chapters=kept)
course.course_data = cache(cut)
from brettwerk.cli import main
main()
"""
WHOLE = 99


class _Quiet(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        """Answer, unless a test holds answers of this kind back."""
        held: dict[str, Event] = self.server.held  # type: ignore[attr-defined]
        for ending, freed in held.items():
            if self.path.endswith(ending):
                freed.wait(20)
        super().do_GET()

    def log_message(self, *_: object) -> None:
        pass


class PlainServer:
    """Serves the files of a folder, as any static host does."""

    def __init__(self, files: Path) -> None:
        self.files = files
        self.port = 0
        self.held = dict[str, Event]()  # files that wait, by the ends of their names

    def __enter__(self) -> Self:
        handler = partial(_Quiet, directory=str(self.files))
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self._server.daemon_threads = True
        self._server.held = self.held  # type: ignore[attr-defined]
        self.port = self._server.server_address[1]
        Thread(target=self._server.serve_forever, args=[0.05], daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        """Where the site lies."""
        return f"http://127.0.0.1:{self.port}/{FOLDER}/"

    @property
    def site(self) -> Path:
        """The folder of the site."""
        return self.files / FOLDER


def built_site(factory: pytest.TempPathFactory, worker: str, positions: int = 1) -> Path:
    """The site with short courses, made once for all processes; tests take copies of it."""
    own = factory.getbasetemp()
    shared = own if worker == "master" else own.parent
    out, making = shared / f"site-{positions}", shared / f"site-{positions}-in-the-making"
    with one_at_a_time(shared):
        if not out.exists():
            command = [sys.executable, "-c", BUILD, str(positions), "site", str(making / FOLDER)]
            subprocess.run([*command, "--base", "https://example.org/sub/folder"], check=True)
            making.rename(out)
    return out


def copy_of(built: Path, folder: Path) -> Path:
    """A copy that a test may change; unchanged files share their place on the disk."""
    shutil.copytree(built, folder, copy_function=lambda a, b: Path(b).hardlink_to(a))
    return folder


def write(file: Path, text: str) -> None:
    """Change a file of a copy at once, and not the one it shares its place with."""
    new = file.with_name(f"{file.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(file)
