"""Pages without a connection: the service worker, and what it keeps."""

import asyncio
import hashlib
import sys
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec import Struct, json
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.registry import definition, names
from brettwerk.i18n import LANGUAGES, Language, Translator, find_language
from brettwerk.server.errors import ServerError
from brettwerk.server.http.file_cache import send_cached
from brettwerk.server.http.pages import page
from brettwerk.server.http.request import wanted_language
from brettwerk.server.http.static_files import digest, served
from brettwerk.server.site.app_files import app_addresses
from brettwerk.web import WORKER

PACKAGE = Path(__file__).parent.parent.parent
KEPT = {".py", ".html", ".json", ".jsonl", ".toml", ".md", ".pgn", ".js", ".css", ".wasm"}
BUNDLER = "brettwerk.server.bundler"


class WorkerFacts(Struct, frozen=True, rename="camel"):
    """What the service worker knows: its version, and what it fetches, relative to its own place.

    In `folders` a page's address has its language as a folder, else in its query. Without a
    version it takes everything away that an earlier one has left.
    """

    version: str
    folders: bool
    files: list[str]


def worker_script(facts: WorkerFacts) -> bytes:
    """Return the service worker."""
    return b"const FACTS = " + json.encode(facts) + b";\n" + WORKER.read_bytes()


def kept_files() -> list[str]:
    """Return what every language needs: static files and icons."""
    static = [f"static/{digest()}/{name}" for name in served()]
    apps = [address for language in LANGUAGES for address in app_addresses(language)]
    return [*static, *dict.fromkeys(address.removeprefix("/") for address in apps)]


@cache
def pages_version() -> str:
    """Return a digest of all that pages are made from, games of other packages included."""
    found = hashlib.sha256(digest().encode())
    for file in _sources(PACKAGE):
        found.update(file.read_bytes())
    for name in names():
        found.update(name.encode())
        for file in _sources(definition(name).folder):
            found.update(file.read_bytes())
    return found.hexdigest()[:10]


def _sources(folder: Traversable) -> Iterator[Traversable]:
    """Yield the files in a folder and those below it."""
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.is_dir():
            yield from _sources(file)
        elif file.name[file.name.rfind(".") :] in KEPT:
            yield file


# -- for the worker -------------------------------------------------------------------------------
async def worker(request: Request) -> Response:
    """GET /sw.js: the service worker, which browsers look for again and again."""
    version = await asyncio.to_thread(pages_version) if request.app.state.settings.offline else ""
    script = worker_script(WorkerFacts(version, folders=False, files=kept_files()))
    headers = {"cache-control": "no-cache"}
    return Response(script, headers=headers, media_type="text/javascript")


async def pages_of_language(request: Request) -> Response:
    """GET /offline/LANGUAGE.json: all pages that a device keeps; made once."""
    language = find_language(request.path_params["language"])
    if language is None or not request.app.state.settings.offline:
        raise HTTPException(404)
    name, headers = (BUNDLER, language), {"cache-control": "no-cache"}
    return await send_cached(request, name, lambda: _packed(language), headers=headers)


async def _packed(language: Language) -> bytes:
    """Make the bundle in a process of its own: it takes seconds, and memory that would stay.

    That process makes none if its files are no longer those with which this server began.
    """
    command = (sys.executable, "-m", BUNDLER, language, await asyncio.to_thread(pages_version))
    # Ctrl-C is for the server alone, which ends the process.
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, start_new_session=True)
    try:
        packed, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()
    if process.returncode:
        raise ServerError(503, "page-busy", retry_after=60)
    return packed


async def offline(request: Request) -> Response:
    """GET /offline: what is shown instead of a page that needs the server."""
    t, site = Translator(wanted_language(request)), request.app.state.site
    message = t("page-site-missing" if site else "page-no-connection")
    heading = t("page-oops" if site else "page-no-connection-title")
    return await page(request, "fault.html", heading=heading, message=message, request_id="")
