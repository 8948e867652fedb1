"""The page of a finished game: a curve over its moves, what turned it, what was better."""

from itertools import accumulate

from starlette.requests import Request
from starlette.responses import Response

from brettwerk.i18n import Translator
from brettwerk.records import Record
from brettwerk.server.http.languages import wanted_language
from brettwerk.server.http.pages import page
from brettwerk.server.http.rate_limits import client_of
from brettwerk.server.play.api import download, session_of
from brettwerk.server.play.exports import whole_number
from brettwerk.server.play.session import GameSession
from brettwerk.server.study.analysis_tree import tree_of
from brettwerk.server.study.board import board_of
from brettwerk.server.study.budget import budget_of
from brettwerk.server.study.messages import ReviewFacts
from brettwerk.server.study.reviews import GameReview, annotated_text

LARGEST = 10**6


async def review(request: Request) -> Response:
    """GET /review/ID, with `round` where there are several."""
    budget, client = budget_of(request), client_of(request)
    budget.charge(client)
    session, number = await _round(request)
    record: Record = await request.app.state.reviews.record(session, number, client)
    name, language = record.game.name, wanted_language(request)
    t = Translator(language)
    title = t("study-review-board", game=t.title(name))
    tree = await budget.run(lambda: tree_of(record))
    facts = ReviewFacts(
        id=session.id,
        round=number,
        game=name,
        seats=record.game.seats,
        names=[player or "" for player in record.players],
        plies=[ply.text for ply in record.plies],
        board=_moves_on_board(record, len(tree.moves)),
    )
    return page(
        request,
        "review.html",
        speaks=("study-",),
        embed={"facts": facts},
        name=name,
        round=number,
        rounds=len(session.state.match.rounds),
        game_id=session.id,
        board=await budget.run(
            lambda: board_of(tree.begin, language, title=title, moves=tree.shown)
        ),
    )


def _moves_on_board(record: Record, moves: int) -> list[int | None]:
    """Return the moves on the board after every ply, None before somebody left."""
    made = list(accumulate((not ply.is_event for ply in record.plies), initial=0))
    earlier = made[-1] - moves
    return [count - earlier if count >= earlier else None for count in made]


async def _round(request: Request) -> tuple[GameSession, int]:
    session = await session_of(request)
    wanted = request.query_params.get("round")
    rounds = len(session.state.match.rounds)
    return session, rounds if wanted is None else whole_number(wanted, 1, LARGEST)


async def annotated(request: Request) -> Response:
    """GET /api/games/ID/review.pgn: the record with remarks and better variations."""
    session, number = await _round(request)
    found: GameReview = request.app.state.reviews.finished(session, number)
    name = f"{found.record.game.name}-{session.id}-{number}.pgn"
    return download(annotated_text(found, wanted_language(request)), name, "text/plain")
