"""The pages with boards to study on: the analysis board, and the review of a finished game."""

from itertools import accumulate

from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.game import Position
from brettwerk.core.levels import LEVELS
from brettwerk.core.registry import definition, names
from brettwerk.i18n import Translator
from brettwerk.notation.svg_pieces import definition_id
from brettwerk.notation.svg_template import PAGE
from brettwerk.notation.svg_theme import SvgStyle
from brettwerk.records import Record
from brettwerk.records.dialect import formats_of
from brettwerk.server.http.budget import budget_of
from brettwerk.server.http.drawings import showcase
from brettwerk.server.http.pages import by_name, page, redirect
from brettwerk.server.http.request import client_of, options_in, wanted_language, whole_number
from brettwerk.server.http.response import download
from brettwerk.server.play.api import page_facts, registry_of, session_of
from brettwerk.server.play.exports import round_lengths
from brettwerk.server.play.session import GameSession
from brettwerk.server.study.analysis_tree import AnalysisTree, tree_of, tree_of_round
from brettwerk.server.study.board import StudyBoard, board_of, start_of
from brettwerk.server.study.messages import PositionRequest, ReviewFacts
from brettwerk.server.study.reviews import GameReview, annotated_text

LARGEST = 10**6


async def _board(request: Request, tree: AnalysisTree, title: str) -> StudyBoard:
    """Return the board of a tree; `title` is the key of what screen readers say."""
    language = wanted_language(request)
    t = Translator(language)
    said = t(title, game=t.title(tree.begin.game.name))
    return await budget_of(request).run(
        lambda: board_of(tree.begin, language, title=said, moves=tree.shown)
    )


# -- the analysis board ---------------------------------------------------------------------------
async def choose(request: Request) -> Response:
    """GET /analysis: of which game?"""
    t = Translator(wanted_language(request))
    pictures = {name: showcase(name, t.title(name)) for name in names()}
    return await page(request, "analysis_all.html", pictures=pictures)


@by_name
async def analysis(request: Request) -> Response:
    """GET /analysis/GAME: from the start, from `position`, or `from` a game that was played.

    `o` are options as JSON, `ply` and `round` say where in that game.
    """
    name = request.path_params["game"]
    budget_of(request).charge(client_of(request))
    tree = await _tree(request, name)
    if tree.begin.game.name != name:
        return redirect(request, f"/analysis/{tree.begin.game.name}")
    game = definition(name)
    return await page(
        request,
        "analysis.html",
        embed={
            "facts": page_facts(name),
            "opening": tree.message,
        },
        name=name,
        formats=formats_of(name),
        board=await _board(request, tree, "study-board"),
        game=game,
        pieces=_pieces(tree.begin, Translator(wanted_language(request))),
        levels=LEVELS,
        most_lines=request.app.state.settings.limits.analysis_lines,
    )


def _pieces(position: Position, t: Translator) -> list[tuple[str, str, str]]:
    """Return the pieces to set up with: each with the id of its drawing and its name."""
    style, game = SvgStyle.of(position.board_view, PAGE), position.game
    pieces = game.definition.letters()
    return [(p, definition_id(style, p), t.name("page-piece", p, game.name)) for p in pieces]


async def _tree(request: Request, name: str) -> AnalysisTree:
    wanted, budget = request.query_params, budget_of(request)
    if "from" not in wanted:
        position = wanted.get("position")
        # The text of a position names its game itself.
        start = PositionRequest(None if position else name, options_in(request), position)
        return AnalysisTree(await budget.run(lambda: start_of(start)))
    session = await registry_of(request).get(wanted["from"])
    ply = whole_number(wanted["ply"], 0, LARGEST) if "ply" in wanted else None
    number = whole_number(wanted["round"], 1, LARGEST) if "round" in wanted else None
    lengths = round_lengths(session.state)
    budget.check_length(max(lengths))
    budget.charge_moves(client_of(request), sum(lengths))
    return await budget.run(lambda: tree_of_round(session, number, ply))


# -- a review: a curve over the moves, what turned the game, what was better ----------------------
async def review(request: Request) -> Response:
    """GET /review/ID, with `round` where there are several."""
    budget, client = budget_of(request), client_of(request)
    budget.charge(client)
    session, number = await _round(request)
    record: Record = await request.app.state.reviews.record(session, number, client)
    tree = await budget.run(lambda: tree_of(record))
    facts = ReviewFacts(
        id=session.id,
        round=number,
        game=record.game.name,
        seats=record.game.seats,
        names=[player or "" for player in record.players],
        plies=[ply.text for ply in record.plies],
        board=_moves_on_board(record, len(tree.moves)),
    )
    return await page(
        request,
        "review.html",
        embed={"facts": facts},
        name=facts.game,
        round=number,
        rounds=len(session.state.match.rounds),
        game_id=session.id,
        board=await _board(request, tree, "study-review-board"),
    )


@by_name
async def review_on_device(request: Request) -> Response:
    """GET /play/GAME/review: the review of a game on the device, whose script knows which one."""
    language = wanted_language(request)
    t, start = Translator(language), start_of(PositionRequest(request.path_params["game"]))
    game, said = start.game, t("study-review-board", game=t.title(start.game.name))
    return await page(
        request,
        "review.html",
        embed={"facts": ReviewFacts("", 1, game.name, game.seats, [], [], [0])},
        name=game.name,
        round=1,
        rounds=1,
        game_id="",
        board=board_of(start, language, title=said),
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
