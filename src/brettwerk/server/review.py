"""The page of a game that is over: a curve over its moves, what turned it, what was better."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse, Response

from brettwerk.errors import MatchError
from brettwerk.server.api import host_of
from brettwerk.server.exports import whole
from brettwerk.server.languages import wanted_language
from brettwerk.server.openings import opening_of
from brettwerk.server.pages import embedded, modules, page
from brettwerk.server.reviews import annotated_text
from brettwerk.server.studies import client_of
from brettwerk.server.study import board_of, studies_of
from brettwerk.texts import say, sentences

if TYPE_CHECKING:
    from starlette.requests import Request

    from brettwerk.records import Record
    from brettwerk.server.host import Host
    from brettwerk.server.reviews import Reading

MOST = 10**6


async def review(request: Request) -> Response:
    """GET /review/ID, with `round` where there are several."""
    studies = studies_of(request)
    if not studies.take(client_of(request)):
        raise MatchError("page-too-fast")
    host, number = await _round(request)
    record: Record = await request.app.state.reviews.record(host, number, client_of(request))
    name = record.game.name
    language = wanted_language(request)
    title = say("study-review-board", language, game=sentences(language)[f"game-{name}"])
    opening = await studies.do(lambda: opening_of(record))
    facts = {
        "id": request.path_params["game"],
        "round": number,
        "game": name,
        "seats": record.game.seats,
        "names": [player or "" for player in record.players],
        "plies": [ply.text for ply in record.plies],
        "board": _on_board(record, len(opening.moves)),
    }
    return page(
        request,
        "review.html",
        speaks=("study-",),
        name=name,
        round=number,
        rounds=len(host.table.match.rounds),
        game_id=request.path_params["game"],
        board=await studies.do(
            lambda: board_of(opening.begin, language, title=title, moves=opening.shown)
        ),
        facts=embedded(facts),
        scripts=modules("review.js"),
    )


def _on_board(record: Record, moves: int) -> list[int | None]:
    """For every ply the moves on the board after it; none for what came before somebody left."""
    made = list(accumulate((not ply.is_event for ply in record.plies), initial=0))
    earlier = made[-1] - moves
    return [count - earlier if count >= earlier else None for count in made]


async def _round(request: Request) -> tuple[Host, int]:
    host = await host_of(request)
    wanted = request.query_params.get("round")
    number = len(host.table.match.rounds) if wanted is None else whole(wanted, 1, MOST)
    return host, number


async def annotated(request: Request) -> Response:
    """GET /api/games/ID/review.pgn: the record with what was found out."""
    host, number = await _round(request)
    reading: Reading = request.app.state.reviews.done(host, number)
    text = annotated_text(reading, wanted_language(request))
    name = f"{reading.record.game.name}-{request.path_params['game']}-{number}.pgn"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)
