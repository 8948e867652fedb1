"""The analysis board: any position of any game, to be tried and thought about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from brettwerk.boards.tableaus import FRONTS
from brettwerk.errors import MatchError
from brettwerk.games.catalogue import face, find_name
from brettwerk.games.texts import set_up
from brettwerk.server.api import facts_of
from brettwerk.server.drawings import options_in
from brettwerk.server.exports import whole
from brettwerk.server.faults import answer
from brettwerk.server.languages import wanted_language
from brettwerk.server.openings import Kept, Opening, opening_from, read_text, written
from brettwerk.server.pages import embedded, modules, page
from brettwerk.server.study import Asked, asked_of, beginning_of, board_of
from brettwerk.texts import say, sentences

if TYPE_CHECKING:
    from starlette.requests import Request

MOST = 10**6


async def analysis(request: Request) -> Response:
    """GET /analysis/GAME: from the start or from `position`, or `from` a game that was played.

    `o` are options as JSON, `ply` and `round` say where in that game.
    """
    name = find_name(request.path_params["game"])
    if name != request.path_params["game"]:
        return RedirectResponse(f"/analysis/{name}")
    opening = await _opening(request, name)
    if opening.begin.game.name != name:
        return RedirectResponse(f"/analysis/{opening.begin.game.name}?{request.url.query}")
    language = wanted_language(request)
    title = say("study-board", language, game=sentences(language)[f"game-{name}"])
    return page(
        request,
        "analysis.html",
        speaks=("study-",),
        name=name,
        board=board_of(opening.begin, language, title=title, moves=opening.shown),
        opening=embedded(opening.as_json()),
        game=face(name),
        facts=embedded({**facts_of(name), "tableaus": FRONTS}),
        pieces=tuple(face(name).letters()),
        shape="disc" if opening.begin.game.board.kind == "square" else "marble",
        controls=face(name).detail_controls,
        most_lines=request.app.state.hall.settings.limits.analysis_lines,
        scripts=modules("analysis-page.js"),
    )


async def _opening(request: Request, name: str) -> Opening:
    wishes = request.query_params
    if "from" not in wishes:
        options = options_in(request)
        return Opening(
            beginning_of(Asked(game=name, options=options, position=wishes.get("position")))
        )
    host = await request.app.state.hall.host(wishes["from"])
    if host is None:
        raise MatchError("page-no-game")
    ply = whole(wishes["ply"], 0, MOST) if "ply" in wishes else None
    number = whole(wishes["round"], 1, MOST) if "round" in wishes else None
    return opening_from(host, number, ply)


class Pasted(Struct, forbid_unknown_fields=True):
    """A text: of a position, or a record."""

    text: str


async def read(request: Request) -> Response:
    """POST /api/study/read: what a pasted text says, for the analysis board."""
    asked = await asked_of(request, Pasted)
    return answer((await run_in_threadpool(read_text, asked.text)).as_json())


async def write(request: Request) -> Response:
    """POST /api/study/record: an analysis as a record."""
    asked = await asked_of(request, Kept)
    return PlainTextResponse(await run_in_threadpool(written, asked))


class Arranged(Struct, forbid_unknown_fields=True):
    """A position set up by hand: pieces by the names of cells and spots, the seat to move."""

    game: str
    options: dict[str, Any] = {}
    pieces: dict[str, str] = {}
    turn: int = 0
    details: dict[str, str] = {}


async def arrange(request: Request) -> Response:
    """POST /api/study/set: the text of a position set up by hand, or why there is none."""
    asked = await asked_of(request, Arranged)
    game = beginning_of(Asked(game=asked.game, options=asked.options)).game
    found = set_up(game, asked.pieces, asked.turn, asked.details)
    return answer({"position": found.text})
