"""`brettwerk site`: all pages as files, which any web server can serve."""

import asyncio
import re
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer
from typer import Argument, Option

from brettwerk.cli.shared import translator
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate

_NOT_IN_ADDRESSES = re.compile(r"""[\s"'<>\\^`{|}?#@\x00-\x1f\x7f]""")


def site(
    *,
    out: Annotated[Path, Argument(metavar="OUT")],
    base: Annotated[str, Option(metavar="URL")] = "",
    server: Annotated[str, Option(metavar="URL")] = "",
    no_offline: Annotated[bool, Option("--no-offline")] = False,
) -> None:
    """Write all pages that need no server as a static site."""
    from brettwerk.server.app import make_pages
    from brettwerk.server.http.pages import SiteFacts
    from brettwerk.server.site.build import build_site

    facts = SiteFacts(_address(base), _address(server))
    with make_pages(offline=not no_offline) as app:
        built = asyncio.run(build_site(app, out, facts))
    size = built.bytes / 10**6
    typer.echo(translator()("cli-site-done", count=built.files, size=f"{size:.1f}", folder=out))


def _address(given: str) -> str:
    """Return an address that ends with a slash; BadOptions if it is malformed."""
    if given and not _is_address(given):
        raise BadOptions("cli-site-address", given=truncate(given))
    return given.rstrip("/") + "/" if given else ""


def _is_address(given: str) -> bool:
    """Return whether this is the address of a host or a folder, to which pages can be added."""
    try:
        parts = urlsplit(given)
        named = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # a port or an address in brackets that is none
        return False
    return bool(named) and not (parts.query or parts.fragment or _NOT_IN_ADDRESSES.search(given))
