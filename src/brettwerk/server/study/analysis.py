"""The analysis board: any position of any game, to try moves on and to analyse."""

from random import randrange

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from brettwerk.core.game import Position
from brettwerk.core.levels import LEVELS
from brettwerk.core.position_text import set_up
from brettwerk.core.registry import definition
from brettwerk.errors import BadOptions, MatchError
from brettwerk.i18n import Translator
from brettwerk.notation.svg_pieces import definition_id
from brettwerk.notation.svg_template import PAGE
from brettwerk.notation.svg_theme import SvgStyle
from brettwerk.server.http.drawings import options_in
from brettwerk.server.http.errors import answer
from brettwerk.server.http.languages import wanted_language
from brettwerk.server.http.pages import by_name, page, redirect
from brettwerk.server.http.rate_limits import client_of
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.jobs.tasks import ChooseMove
from brettwerk.server.play.api import page_facts, registry_of
from brettwerk.server.play.exports import round_lengths, whole_number
from brettwerk.server.study import messages
from brettwerk.server.study.analysis_tree import (
    AnalysisTree,
    checked_text,
    count_plies,
    read_text,
    record_of,
    tree_of,
    tree_of_round,
)
from brettwerk.server.study.board import board_of, start_of, study_request
from brettwerk.server.study.budget import budget_of

CHARACTERS_PER_MOVE = 6  # of a record, which is paid for before it is parsed
LARGEST = 10**6


@by_name
async def analysis(request: Request) -> Response:
    """GET /analysis/GAME: from the start, from `position`, or `from` a game that was played.

    `o` are options as JSON, `ply` and `round` say where in that game.
    """
    name, budget = request.path_params["game"], budget_of(request)
    budget.charge(client_of(request))
    tree = await _tree(request, name)
    if tree.begin.game.name != name:
        return redirect(request, f"/analysis/{tree.begin.game.name}")
    language, game = wanted_language(request), definition(name)
    t = Translator(language)
    title = t("study-board", game=t.title(name))
    return page(
        request,
        "analysis.html",
        speaks=("study-",),
        embed={"facts": page_facts(name), "opening": tree.message},
        name=name,
        board=await budget.run(
            lambda: board_of(tree.begin, language, title=title, moves=tree.shown)
        ),
        game=game,
        pieces=_pieces(tree.begin, t),
        controls=game.detail_controls,
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
        start = messages.PositionRequest(None if position else name, options_in(request), position)
        return AnalysisTree(await budget.run(lambda: start_of(start)))
    session = await registry_of(request).get(wanted["from"])
    ply = whole_number(wanted["ply"], 0, LARGEST) if "ply" in wanted else None
    number = whole_number(wanted["round"], 1, LARGEST) if "round" in wanted else None
    lengths = round_lengths(session)
    budget.check_length(max(lengths))
    budget.charge_moves(client_of(request), sum(lengths))
    return await budget.run(lambda: tree_of_round(session, number, ply))


async def read(request: Request) -> Response:
    """POST /api/study/read: what a pasted text says, for the analysis board."""
    wanted = await study_request(request, messages.PastedText)
    budget = budget_of(request)
    budget.charge_moves(client_of(request), len(wanted.text) // CHARACTERS_PER_MOVE)
    found = await budget.run(lambda: read_text(wanted.text))
    if isinstance(found, AnalysisTree):
        return answer(found.message)
    budget.check_length(len(found.plies))
    return answer((await budget.run(lambda: tree_of(found))).message)


async def write(request: Request) -> Response:
    """POST /api/study/record: an analysis as a record."""
    wanted = await study_request(request, messages.RecordRequest)
    budget = budget_of(request)
    record = await budget.run(lambda: record_of(wanted))
    count = count_plies(record)
    budget.check_length(count)
    budget.charge_moves(client_of(request), count)
    return PlainTextResponse(await budget.run(lambda: checked_text(record, wanted.ending)))


async def arrange(request: Request) -> Response:
    """POST /api/study/set: the text of a position set up by hand, or why there is none."""
    wanted = await study_request(request, messages.SetupRequest)
    return answer(messages.PositionMessage(await budget_of(request).run(lambda: _set_up(wanted))))


def _set_up(wanted: messages.SetupRequest) -> str:
    game = start_of(messages.PositionRequest(wanted.game, wanted.options)).game
    return set_up(game, wanted.pieces, wanted.turn, wanted.details).text


async def computer_move(request: Request) -> Response:
    """POST /api/study/answer: the move of a computer, for playing an analysis out."""
    wanted = await study_request(request, messages.ComputerMoveRequest)
    if wanted.level not in LEVELS:
        raise BadOptions("page-level", given=wanted.level, last=LEVELS[-1])
    start = messages.PositionRequest(position=wanted.position)
    position = await budget_of(request).run(lambda: start_of(start))
    if position.outcome:
        raise MatchError("match-over")
    job = ChooseMove(position.text, wanted.level, randrange(2**31))
    move = await request.app.state.pool.run(job, Priority.ANALYSIS, client_of(request))
    return answer(messages.MoveMessage(move))
