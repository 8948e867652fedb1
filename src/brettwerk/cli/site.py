"""`brettwerk site`: all pages as files, which any web server can serve."""

import asyncio
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer
from typer import Argument, Option

from brettwerk.cli.shared import translator
from brettwerk.errors import BadOptions


def site(
    *,
    out: Annotated[Path, Argument(metavar="OUT")],
    base: Annotated[str, Option(metavar="URL")] = "",
    server: Annotated[str, Option(metavar="URL")] = "",
    no_offline: Annotated[bool, Option("--no-offline")] = False,
) -> None:
    """Write all pages that need no server as a static site."""
    from brettwerk.server.app import make_app
    from brettwerk.server.http.budget import StudyBudget
    from brettwerk.server.http.pages import SiteFacts
    from brettwerk.server.http.rate_limits import SharedLimits
    from brettwerk.server.settings import Limits, Settings
    from brettwerk.server.site.build import build_site

    facts = SiteFacts(_address(base), _address(server))
    limits = Limits.none()
    app = make_app(Settings(limits=limits, offline=not no_offline))
    app.state.budget = StudyBudget(limits, SharedLimits())
    try:
        built = asyncio.run(build_site(app, out, facts))
    finally:
        app.state.budget.close()
    size = built.bytes / 10**6
    typer.echo(translator()("cli-site-done", count=built.files, size=f"{size:.1f}", folder=out))


def _address(given: str) -> str:
    """Return an address that ends with a slash; BadOptions if it is none."""
    if not given:
        return ""
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadOptions("cli-site-address", given=given)
    return given.rstrip("/") + "/"
