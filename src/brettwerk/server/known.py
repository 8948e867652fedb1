"""Pages of what is known: one with all games side by side, and one for each game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from brettwerk.games.catalogue import NAMES, find_name
from brettwerk.known import facts_of, told
from brettwerk.known.told.overview import overview
from brettwerk.server.languages import wanted_language
from brettwerk.server.pages import page

if TYPE_CHECKING:
    from starlette.requests import Request

    from brettwerk.known import Section
    from brettwerk.texts import Language

Group = tuple["Section", list["Section"]]


async def known(request: Request) -> Response:
    """GET /known: all games side by side."""
    section = await run_in_threadpool(_overview, wanted_language(request))
    return page(request, "known_all.html", section=section)


async def known_of(request: Request) -> Response:
    """GET /known/GAME: all that is known of a game."""
    name = find_name(request.path_params["game"])
    if name != request.path_params["game"]:
        return RedirectResponse(f"/known/{name}")
    groups = await run_in_threadpool(_groups, name, wanted_language(request))
    return page(request, "known.html", name=name, groups=groups)


@cache
def _overview(language: Language) -> Section:
    return _drawn(overview([facts_of(name) for name in NAMES], language))


@cache
def _groups(name: str, language: Language) -> list[Group]:
    """The sections below their headings."""
    groups: list[Group] = []
    for section in map(_drawn, told(facts_of(name), language)):
        if section.depth == 2:
            groups.append((section, []))
        else:
            groups[-1][1].append(section)
    return groups


def _drawn(section: Section) -> Section:
    """With a picture that templates take as it is: it was made here."""
    return section._replace(picture=Markup(section.picture))
