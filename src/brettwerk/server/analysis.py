"""The analysis board: any position of any game, to be tried and thought about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response

from brettwerk.games.catalogue import find_name
from brettwerk.server.languages import wanted_language
from brettwerk.server.pages import modules, page
from brettwerk.server.study import Asked, beginning_of, board_of
from brettwerk.texts import say, sentences

if TYPE_CHECKING:
    from starlette.requests import Request


async def analysis(request: Request) -> Response:
    """GET /analysis/GAME: from the start, or from the position in `position`."""
    name = find_name(request.path_params["game"])
    if name != request.path_params["game"]:
        return RedirectResponse(f"/analysis/{name}")
    start = beginning_of(Asked(game=name, position=request.query_params.get("position")))
    language = wanted_language(request)
    title = say("study-board", language, game=sentences(language)[f"game-{name}"])
    return page(
        request,
        "analysis.html",
        speaks=("study-",),
        name=name,
        board=board_of(start, language, title=title),
        most_lines=request.app.state.hall.settings.limits.analysis_lines,
        scripts=modules("analysis-page.js"),
    )
