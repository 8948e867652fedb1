"""The atlas of Die Drei to browse: any board by its number or its tableaus, all first moves."""

import gzip
from collections.abc import Mapping
from random import SystemRandom
from types import MappingProxyType
from typing import Any

from markupsafe import Markup
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from brettwerk.boards.tableaus import (
    DISTINCT,
    FRONTS,
    Arrangement,
    Tableau,
    find_arrangement,
    numbered_arrangement,
    parse_tableaus,
)
from brettwerk.errors import BadOptions
from brettwerk.games.drei import atlas_page
from brettwerk.games.drei.atlas import shipped
from brettwerk.games.drei.atlas_page import Sheet, facts, sheet_of
from brettwerk.i18n import truncate
from brettwerk.server.http.budget import budget_of
from brettwerk.server.http.file_cache import send_cached
from brettwerk.server.http.pages import page
from brettwerk.server.http.request import client_of, wanted_language
from brettwerk.server.http.response import answer

HOME = "/known/drei/atlas"
PLACES = range(4)
PRICE = 8  # of a sheet, in questions: it is worked out and drawn
USUAL = Arrangement((Tableau(1), Tableau(2), Tableau(3), Tableau(4)))


async def atlas(request: Request) -> Response:
    """GET /known/drei/atlas: the board that was asked for, at its own address.

    A static site has one page for all of them.
    """
    if request.app.state.site:
        return await _page(request, USUAL, embed={"atlas-facts": facts(wanted_language(request))})
    return RedirectResponse(address(_wanted(request.query_params)), 303)


async def sheet(request: Request) -> Response:
    """GET /known/drei/atlas/BOARD: one board, as a number or as `1a0-3b2-4a1-2b3`."""
    return await _page(request, read(request.path_params["board"]))


async def _page(
    request: Request, arrangement: Arrangement, embed: Mapping[str, Any] = MappingProxyType({})
) -> Response:
    budget, language = budget_of(request), wanted_language(request)
    budget.charge(client_of(request), PRICE)
    told = await budget.play_in_pieces(atlas_page.first_moves(arrangement, language))
    found = await budget.run(lambda: sheet_of(arrangement, language, told))
    return await page(
        request,
        "games/drei/atlas.html",
        embed=embed,
        sheet=found._replace(picture=Markup(found.picture)),
        around=_around(found),
        written=str(arrangement),
        numbers=tuple(FRONTS),
        last=DISTINCT - 1,
    )


async def first_moves(request: Request) -> Response:
    """GET /known/drei/atlas.json?board=ROWS: what each first move leads to, value and plies.

    Nothing of a board that the four tableaus do not make.
    """
    rows = request.query_params.get("board", "")[:100]
    budget_of(request).charge(client_of(request))
    arrangement = find_arrangement(tuple(rows.split("/")))
    return answer(shipped().first_moves(arrangement) if arrangement else {})


async def whole(request: Request) -> Response:
    """GET /known/drei/atlas.bin: all sheets, compressed, for static sites."""
    budget_of(request).charge(client_of(request), PRICE)

    async def packed() -> bytes:
        return await budget_of(request).run(lambda: gzip.compress(_sheets(), 9, mtime=0))

    return await send_cached(request, HOME, packed, media_type="application/octet-stream")


def _sheets() -> bytes:
    """Return all sheets, compressed, as devices keep them."""
    return gzip.compress(shipped().sheets.body, 9, mtime=0)


def address(arrangement: Arrangement) -> str:
    """Where a board is found, as it lies."""
    return f"{HOME}/{str(arrangement).replace(' ', '-')}"


def read(text: str) -> Arrangement:
    """The board of an address; a sentence if it is none."""
    if text.isascii() and text.isdigit() and len(text) < 9:
        return numbered_arrangement(int(text))
    found = parse_tableaus(text[:40].replace("-", " "))
    if len(found) != len(PLACES):
        raise BadOptions("tableau-count", count=len(found), wanted=len(PLACES))
    a, b, c, d = found
    return Arrangement((a, b, c, d))


def _wanted(asked: QueryParams) -> Arrangement:
    """What the forms of the page ask for: a number, a random board, or four tableaus."""
    number = asked.get("number", "")
    if number == "random":
        return numbered_arrangement(SystemRandom().randrange(DISTINCT))
    if number:
        return read(_whole(number))
    if "tableau-0" in asked:
        words = (asked.get(f"{p}-{at}", "") for at in PLACES for p in ("tableau", "side", "turns"))
        text = "".join(words)
        return read("-".join(text[at : at + 3] for at in range(0, len(text), 3)))
    return USUAL


def _whole(text: str) -> str:
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise BadOptions("drei-atlas-number", given=truncate(text), last=str(DISTINCT - 1))
    return text


def _around(found: Sheet) -> dict[str, str]:
    """Where to turn over to."""
    number = found.number
    return {
        "previous": f"{HOME}/{(number - 1) % DISTINCT}",
        "next": f"{HOME}/{(number + 1) % DISTINCT}",
        "random": f"{HOME}?number=random",
        "turn": address(found.arrangement.turned()),
        "mirror": address(found.arrangement.mirrored()),
    }


ROUTES = (
    Route(HOME, atlas),
    Route(f"{HOME}.json", first_moves),
    Route(f"{HOME}.bin", whole),
    Route(f"{HOME}/{{board}}", sheet),
)
