"""`brettwerk doctor`: what is right on this machine, what is not, and what to do about it."""

import os
import platform
import sqlite3
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from socket import create_connection, socket
from typing import Literal, NamedTuple

import typer

from brettwerk.cli.options import Json
from brettwerk.cli.output import print_json
from brettwerk.cli.serve import PORT
from brettwerk.cli.settings import Database
from brettwerk.cli.shared import translator
from brettwerk.core.registry import definition, names
from brettwerk.errors import BadOptions
from brettwerk.i18n import Translator
from brettwerk.version import __version__

State = Literal["right", "note", "wrong"]
SIGNS: dict[State, str] = {"right": "✓", "note": "•", "wrong": "✗"}
PACKAGES = ("wasmtime", "numba", "asyncpg", "redis", "pettingzoo", "open_spiel")


class Finding(NamedTuple):
    """One thing that was looked at: what it is, how it is, and what to do."""

    what: str
    state: State
    text: str
    advice: str = ""


def doctor(*, database: Database = "", json: Json = False) -> None:
    """Look at this installation: what is right, what is not, and what to do."""
    t = translator()
    found = [finding for check in CHECKS for finding in check(t, database)]
    if json:
        print_json([finding._asdict() for finding in found])
    else:
        _print(t, found)
    if any(finding.state == "wrong" for finding in found):
        raise typer.Exit(1)


def _print(t: Translator, found: list[Finding]) -> None:
    from brettwerk.cli.screen import Screen

    screen = Screen(t)
    screen.columns((SIGNS[one.state], t(f"doctor-name-{one.what}"), one.text) for one in found)
    wrong = [one for one in found if one.state == "wrong"]
    for one in found:
        if one.advice:
            screen.write(f"{SIGNS[one.state]} {one.advice}")
    if wrong:
        screen.print_message("doctor-ill", style="bold", count=len(wrong))
    else:
        screen.print_message("doctor-well", style="bold")


# -- what is looked at ----------------------------------------------------------------------------
def _versions(_t: Translator, _database: str) -> Iterator[Finding]:
    python = platform.python_version()
    yield Finding("versions", "right", f"Brettwerk {__version__}, Python {python}, {sys.platform}")
    yield Finding("packages", "right", ", ".join(_installed()))


def _installed() -> Iterator[str]:
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            yield f"{name} {version(name)}"


def _kernels(t: Translator, _database: str) -> Iterator[Finding]:
    """Say what runs each game."""
    from brettwerk.kernels.choice import PLAIN, usual_backend

    backends = {name: usual_backend(definition(name).kernels).name for name in names()}
    for backend in dict.fromkeys(backends.values()):
        games = [name for name, used in backends.items() if used == backend]
        text = f"{backend}: {', '.join(games)}"
        if backend == PLAIN:
            yield Finding("kernels", "wrong", text, t("doctor-plain", games=" ".join(games)))
        else:
            yield Finding("kernels", "right", text)


def _folders(t: Translator, _database: str) -> Iterator[Finding]:
    """Say whether compiled kernels and saved games can be written."""
    from brettwerk.cli.terminal.saving import saves_folder
    from brettwerk.kernels.cache import OVERRIDE, cache_folder

    cache = cache_folder("doctor")
    cache.rmdir()
    for what, folder in (("cache", cache.parent), ("saves", saves_folder())):
        writable = os.access(_existing(folder), os.W_OK)
        advice = "" if writable else t("doctor-folder", folder=folder, variable=OVERRIDE)
        yield Finding(what, "right" if writable else "wrong", str(folder), advice)


def _existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above that exists."""
    return next(path for path in (folder, *folder.parents) if path.exists())


def _port(t: Translator, _database: str) -> Iterator[Finding]:
    with closing(socket()) as tried:
        try:
            tried.bind(("127.0.0.1", PORT))
        except OSError:
            yield Finding("port", "note", str(PORT), t("doctor-port", port=str(PORT)))
        else:
            yield Finding("port", "right", str(PORT))


def _browser(t: Translator, _database: str) -> Iterator[Finding]:
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        yield Finding("browser", "note", "—", t("doctor-browser"))
    else:
        yield Finding("browser", "right", getattr(found, "name", type(found).__name__))


def _database(t: Translator, database: str) -> Iterator[Finding]:
    """Say whether the file of the games is whole; another database is asked for an answer."""
    from brettwerk.server.settings import SQLITE, Settings

    url = Settings(database).url
    if not url.startswith(SQLITE):
        yield _answering(t, url)
        return
    file = Path(url.removeprefix(SQLITE))
    if not file.exists():
        yield Finding("database", "right", f"{file} ({t('doctor-database-new')})")
        return
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as opened:
            (answer,) = opened.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        answer = str(error)
    if answer == "ok":
        yield Finding("database", "right", str(file))
    else:
        yield Finding("database", "wrong", f"{file}: {answer}", t("doctor-database"))


def _answering(t: Translator, url: str) -> Finding:
    """Say whether the server of a database accepts connections."""
    from brettwerk.server.storage.engine import make_engine

    try:
        address = make_engine(url).url
    except BadOptions as error:
        text, advice = error.localized(t.language), t("doctor-database-url")
        return Finding("database", "wrong", text, advice)
    host, port = address.host or "localhost", address.port or 5432
    try:
        create_connection((host, port), timeout=3).close()
    except OSError as error:
        text = f"{host}:{port}: {error.strerror or error}"
        return Finding("database", "wrong", text, t("doctor-database-server"))
    return Finding("database", "right", f"{host}:{port}")


CHECKS: tuple[Callable[[Translator, str], Iterator[Finding]], ...] = (
    _versions,
    _kernels,
    _folders,
    _port,
    _browser,
    _database,
)
