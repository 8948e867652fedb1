"""The page of a game that is over: a curve over its moves, what turned it, what was better."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse, Response

from brettwerk.server.api import host_of
from brettwerk.server.exports import whole
from brettwerk.server.languages import wanted_language
from brettwerk.server.openings import opening_of
from brettwerk.server.pages import embedded, modules, page
from brettwerk.server.reviews import annotated_text
from brettwerk.server.study import board_of
from brettwerk.texts import say, sentences

if TYPE_CHECKING:
    from starlette.requests import Request

    from brettwerk.records import Record
    from brettwerk.server.reviews import Reading

MOST = 10**6


async def review(request: Request) -> Response:
    """GET /review/ID, with `round` where there are several."""
    reading, number = await _reading(request)
    name = reading.record.game.name
    language = wanted_language(request)
    title = say("study-review-board", language, game=sentences(language)[f"game-{name}"])
    opening = opening_of(reading.record)
    facts = {
        "id": request.path_params["game"],
        "round": number,
        "game": name,
        "seats": reading.record.game.seats,
        "names": [player or "" for player in reading.record.players],
        "plies": [ply.text for ply in reading.record.plies],
        "board": _on_board(reading.record, len(opening.moves)),
    }
    return page(
        request,
        "review.html",
        speaks=("study-",),
        name=name,
        round=number,
        rounds=len((await host_of(request)).table.match.rounds),
        game_id=request.path_params["game"],
        board=board_of(opening.begin, language, title=title, moves=opening.shown),
        facts=embedded(facts),
        scripts=modules("review.js"),
    )


def _on_board(record: Record, moves: int) -> list[int | None]:
    """For every ply the moves on the board after it; none for what came before somebody left."""
    made = list(accumulate((not ply.is_event for ply in record.plies), initial=0))
    earlier = made[-1] - moves
    return [count - earlier if count >= earlier else None for count in made]


async def _reading(request: Request) -> tuple[Reading, int]:
    host = await host_of(request)
    wanted = request.query_params.get("round")
    number = len(host.table.match.rounds) if wanted is None else whole(wanted, 1, MOST)
    return request.app.state.reviews.of(host, number), number


async def record(request: Request) -> Response:
    """GET /api/games/ID/review.pgn: the record with what was found out."""
    reading, number = await _reading(request)
    text = annotated_text(reading, wanted_language(request))
    name = f"{reading.record.game.name}-{request.path_params['game']}-{number}.pgn"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)
