"""The static site: every page as a file, in each language, with links that hold anywhere."""

import hashlib
import shutil
from collections.abc import AsyncIterator
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from msgspec import json
from starlette.applications import Starlette

from brettwerk.errors import BadOptions
from brettwerk.i18n import LANGUAGES, SOURCE, Language
from brettwerk.server.http.pages import SiteFacts
from brettwerk.server.http.places import Links, place_of
from brettwerk.server.http.static_files import content, digest, served
from brettwerk.server.site.app_files import app_addresses, preview_addresses
from brettwerk.server.site.bundle import bundle, bundled_addresses
from brettwerk.server.site.contents import (
    OFFLINE,
    books,
    file_addresses,
    further_addresses,
    page_addresses,
    play_addresses,
)
from brettwerk.server.site.offline import WorkerFacts, kept_files, worker_script
from brettwerk.server.site.render import render, render_error

MARKER = "brettwerk-site.json"  # by this an earlier site is known, which may be replaced


class BuiltSite(NamedTuple):
    """What was written."""

    files: int
    bytes: int


class SiteBuilder:
    """Renders the pages of an application that has no server."""

    def __init__(self, app: Starlette, facts: SiteFacts) -> None:
        self.app, self.facts = app, facts
        self.pages = frozenset((*page_addresses(), *further_addresses()))
        app.state.site = facts

    async def files(self) -> dict[str, bytes]:
        """Return all files by their places; a place that ends with a slash is a page."""
        found = dict[str, bytes]()
        for language in LANGUAGES:
            found |= {place: made async for place, made in self._of_language(language)}
        found |= {f"static/{digest()}/{name}": content(name) for name in served()}
        found |= await self._entrances()
        version = hashlib.sha256(b"".join(found.values())).hexdigest()[:10]
        kept = version if self.app.state.settings.offline else ""
        found["sw.js"] = worker_script(WorkerFacts(kept, folders=True, files=kept_files()))
        return found | {MARKER: json.encode({"version": version})}

    async def _of_language(self, language: Language) -> AsyncIterator[tuple[str, bytes]]:
        """Yield the files of a language, and the bundle that devices keep."""
        kept = dict[str, str]()
        for address in bundled_addresses(language):
            kept[place_of(address, language)] = await self._text(address, language)
        for place, text in kept.items():
            yield place, text.encode()
        for address in further_addresses():
            yield place_of(address, language), (await self._text(address, language)).encode()
        further = (
            *app_addresses(language),
            *preview_addresses(),
            *file_addresses(),
        )
        for address in further:
            yield address.removeprefix("/"), (await render(self.app, address, language)).body
        yield f"offline/{language}.json", bundle(kept.items())

    async def _text(self, address: str, language: Language) -> str:
        text = (await render(self.app, address, language)).body.decode()
        place = place_of(address, language)
        return self._links(place, language).relative(text) if place.endswith("/") else text

    def _links(self, place: str, language: Language, prefix: str = "") -> Links:
        elsewhere = self.facts.server or OFFLINE
        return Links(place, language, self.pages, elsewhere, prefix, frozenset(books()))

    # -- where visitors and search engines come in ------------------------------------------------
    async def _entrances(self) -> dict[str, bytes]:
        """Return the page at the root, that of wrong addresses, and what search engines read."""
        base = self.facts.base
        root = (await render(self.app, "/", SOURCE)).body.decode()
        script = f'<script src="/static/{digest()}/entrance.js"></script>\n</head>'
        root = root.replace("</head>", script, 1)  # which leads to the reader's language
        missing = (await render_error(self.app, SOURCE)).body.decode()
        found = {
            "index.html": self._links("", SOURCE).relative(root).encode(),
            "404.html": self._links("", SOURCE, urlsplit(base).path).relative(missing).encode(),
            ".nojekyll": b"",
        }
        if base:
            found["sitemap.xml"] = self._sitemap()
            found["robots.txt"] = f"User-agent: *\nSitemap: {base}sitemap.xml\n".encode()
        return found

    def _sitemap(self) -> bytes:
        shown = sorted(self.pages - {OFFLINE, *play_addresses()})
        places = [place_of(address, language) for language in LANGUAGES for address in shown]
        base = escape(self.facts.base)
        lines = [f"<url><loc>{base}{place}</loc></url>" for place in places]
        head = '<?xml version="1.0" encoding="utf-8"?>\n'
        head += '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        return "\n".join([head, *lines, "</urlset>\n"]).encode()


async def build_site(app: Starlette, out: Path, facts: SiteFacts) -> BuiltSite:
    """Write the site of an application into a folder that is new, empty, or has an earlier site."""
    _check_free(out)
    files = await SiteBuilder(app, facts).files()
    _make_room(out)  # only now, so that a failure leaves the earlier site
    for place, made in files.items():
        file = out / (f"{place}index.html" if place.endswith("/") else place)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(made)
    return BuiltSite(len(files), sum(map(len, files.values())))


def _check_free(out: Path) -> None:
    if out.is_file() or (out.is_dir() and any(out.iterdir()) and not (out / MARKER).is_file()):
        raise BadOptions("cli-site-taken", folder=out)


def _make_room(out: Path) -> None:
    """Empty the folder, which stays: it may be the current one, or a link."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.iterdir():
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        else:
            old.unlink()
