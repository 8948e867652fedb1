"""The analysis board: any position of any game, to be tried and thought about."""

from __future__ import annotations

from random import randrange
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from brettwerk.boards.tableaus import FRONTS
from brettwerk.errors import BadOptions, MatchError
from brettwerk.games.catalogue import face, find_name
from brettwerk.games.texts import set_up
from brettwerk.server.api import facts_of
from brettwerk.server.drawings import options_in
from brettwerk.server.exports import lengths_of, whole
from brettwerk.server.faults import answer
from brettwerk.server.languages import wanted_language
from brettwerk.server.openings import (
    Kept,
    Opening,
    opening_from,
    opening_of,
    plies_in,
    read_text,
    told_in,
    written,
)
from brettwerk.server.pages import embedded, modules, page
from brettwerk.server.studies import client_of
from brettwerk.server.study import Asked, asked_of, beginning_of, board_of, studies_of
from brettwerk.server.tasks import Answer
from brettwerk.server.terms import LEVELS
from brettwerk.texts import say, sentences

if TYPE_CHECKING:
    from starlette.requests import Request

    from brettwerk.server.analysts import Analysts
    from brettwerk.texts import Language

MOST = 10**6


async def analysis(request: Request) -> Response:
    """GET /analysis/GAME: from the start or from `position`, or `from` a game that was played.

    `o` are options as JSON, `ply` and `round` say where in that game.
    """
    name = find_name(request.path_params["game"])
    if name != request.path_params["game"]:
        return _moved(request, name)
    studies = studies_of(request)
    if not studies.take(client_of(request)):
        raise MatchError("page-too-fast")
    opening = await _opening(request, name)
    if opening.begin.game.name != name:
        return _moved(request, opening.begin.game.name)
    language = wanted_language(request)
    shape = "disc" if opening.begin.game.board.kind == "square" else "marble"
    title = say("study-board", language, game=sentences(language)[f"game-{name}"])
    return page(
        request,
        "analysis.html",
        speaks=("study-",),
        name=name,
        board=await studies.do(
            lambda: board_of(opening.begin, language, title=title, moves=opening.shown)
        ),
        opening=embedded(opening.as_json()),
        game=face(name),
        facts=embedded({**facts_of(name), "tableaus": FRONTS}),
        pieces={piece: _called(piece, shape, language) for piece in face(name).letters()},
        shape=shape,
        controls=face(name).detail_controls,
        levels=LEVELS,
        most_lines=request.app.state.hall.settings.limits.analysis_lines,
        scripts=modules("analysis-page.js"),
    )


def _moved(request: Request, name: str) -> Response:
    """The same of another game, or by its right name."""
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"/analysis/{name}{query}")


def _called(piece: str, shape: str, language: Language) -> str:
    """What a piece is called; those that are marbles have a name of their own."""
    known = sentences(language)
    return known.get(f"page-{shape}-{piece}") or known[f"page-piece-{piece}"]


async def _opening(request: Request, name: str) -> Opening:
    wishes, studies = request.query_params, studies_of(request)
    if "position" in wishes and "from" not in wishes:
        # It knows its game itself.
        asked = Asked(options=options_in(request), position=wishes["position"])
        return Opening(await studies.do(lambda: beginning_of(asked)))
    if "from" not in wishes:
        asked = Asked(game=name, options=options_in(request))
        return Opening(await studies.do(lambda: beginning_of(asked)))
    host = await request.app.state.hall.host(wishes["from"])
    if host is None:
        raise MatchError("page-no-game")
    ply = whole(wishes["ply"], 0, MOST) if "ply" in wishes else None
    number = whole(wishes["round"], 1, MOST) if "round" in wishes else None
    lengths = lengths_of(host)
    studies.check(max(lengths))
    studies.charge(client_of(request), sum(lengths))
    return await studies.do(lambda: opening_from(host, number, ply))


class Pasted(Struct, forbid_unknown_fields=True):
    """A text: of a position, or a record."""

    text: str


async def read(request: Request) -> Response:
    """POST /api/study/read: what a pasted text says, for the analysis board."""
    asked = await asked_of(request, Pasted)
    studies = studies_of(request)
    found = await studies.do(lambda: read_text(asked.text))
    if isinstance(found, Opening):
        return answer(found.as_json())
    studies.check(len(found.plies))
    studies.charge(client_of(request), len(found.plies))
    return answer((await studies.do(lambda: opening_of(found))).as_json())


async def write(request: Request) -> Response:
    """POST /api/study/record: an analysis as a record."""
    asked = await asked_of(request, Kept)
    studies = studies_of(request)
    told = await studies.do(lambda: told_in(asked))
    count = plies_in(told)
    studies.check(count)
    studies.charge(client_of(request), count)
    return PlainTextResponse(await studies.do(lambda: written(told, asked.ending)))


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
    return answer({"position": await studies_of(request).do(lambda: _set_up(asked))})


def _set_up(asked: Arranged) -> str:
    game = beginning_of(Asked(game=asked.game, options=asked.options)).game
    return set_up(game, asked.pieces, asked.turn, asked.details).text


class Opposed(Struct, forbid_unknown_fields=True):
    """A position in which a computer of some level is to move."""

    position: str
    level: int


async def oppose(request: Request) -> Response:
    """POST /api/study/answer: the move of a computer, for playing an analysis out."""
    asked = await asked_of(request, Opposed)
    if asked.level not in LEVELS:
        raise BadOptions("page-level", given=asked.level, last=LEVELS[-1])
    wanted = Asked(position=asked.position)
    position = await studies_of(request).do(lambda: beginning_of(wanted))
    if position.outcome:
        raise MatchError("match-over")
    analysts: Analysts = request.app.state.analysts
    task = Answer(position, asked.level, randrange(2**31))
    job = analysts.begin(task, lambda _: None, owner=client_of(request))
    return answer({"move": await job.done})
