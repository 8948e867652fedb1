"""The interface for boards to study on: positions, explanations, records, computers' moves."""

from random import randrange
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from brettwerk.core.levels import LEVELS
from brettwerk.core.setup import set_up
from brettwerk.errors import BadOptions, MatchError
from brettwerk.i18n import truncate
from brettwerk.search.styles import weights_of_style
from brettwerk.server.errors import ServerError
from brettwerk.server.http.budget import budget_of
from brettwerk.server.http.request import body_of, client_of, wanted_language
from brettwerk.server.http.response import answer
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.play.tasks import ChooseMove
from brettwerk.server.play.view import notes_of, why_not
from brettwerk.server.study import analysis_tree, messages
from brettwerk.server.study.board import charged_start, position_of, start_of, study_message, walk

T = TypeVar("T")
CHARACTERS_PER_MOVE = 6  # of a record, which is paid for before it is parsed


async def _read(request: Request, kind: type[T]) -> T:
    """Read a request about a position, within the client's budget."""
    budget_of(request).charge(client_of(request))
    return await body_of(request, kind, request.app.state.settings.limits.study_bytes)


async def study(request: Request) -> Response:
    """POST /api/study: a position with its moves."""
    wanted = await _read(request, messages.PositionRequest)
    language, first = wanted_language(request), wanted.first
    if not 0 <= first <= len(wanted.moves):
        raise ServerError(400, "page-number", first=0, last=len(wanted.moves))
    budget, client = budget_of(request), client_of(request)
    start = await charged_start(budget, client, wanted, wanted.moves[:first])
    budget.charge_moves(client, len(wanted.moves) - first)
    walked = await budget.play_in_pieces(walk(start, wanted.moves, first))
    return answer(study_message(start, walked, language, first))


async def explain(request: Request) -> Response:
    """POST /api/study/explain: notes about cells after these steps, or why they are no move."""
    wanted = await _read(request, messages.ExplainRequest)
    language, budget, gesture = wanted_language(request), budget_of(request), wanted.gesture
    position = await position_of(budget, client_of(request), wanted)
    if wanted.why:
        why = await budget.run(lambda: why_not(position, gesture, language))
        return answer(messages.Explanation(gesture, why=why))
    found = await budget.run(lambda: notes_of(position, gesture, language))
    return answer(messages.Explanation(gesture, **found))


async def read(request: Request) -> Response:
    """POST /api/study/read: what a pasted text says, for the analysis board."""
    wanted = await _read(request, messages.PastedText)
    budget = budget_of(request)
    budget.charge_moves(client_of(request), len(wanted.text) // CHARACTERS_PER_MOVE)
    found = await budget.run(lambda: analysis_tree.read_text(wanted.text))
    if isinstance(found, analysis_tree.AnalysisTree):
        return answer(found.message)
    budget.check_length(len(found.plies))
    return answer((await budget.run(lambda: analysis_tree.tree_of(found))).message)


async def write(request: Request) -> Response:
    """POST /api/study/record: an analysis as a record."""
    wanted = await _read(request, messages.RecordRequest)
    budget = budget_of(request)
    record = await budget.run(lambda: analysis_tree.record_of(wanted))
    count = analysis_tree.count_plies(record)
    budget.check_length(count)
    budget.charge_moves(client_of(request), count)
    text = await budget.run(lambda: analysis_tree.checked_text(record, wanted.ending))
    return PlainTextResponse(text)


async def arrange(request: Request) -> Response:
    """POST /api/study/set: the text of a position set up by hand, or why there is none."""
    wanted = await _read(request, messages.SetupRequest)
    return answer(messages.PositionMessage(await budget_of(request).run(lambda: _set_up(wanted))))


def _set_up(wanted: messages.SetupRequest) -> str:
    game = start_of(messages.PositionRequest(wanted.game, wanted.options)).game
    return set_up(game, wanted.pieces, wanted.turn, wanted.details).text


async def computer_move(request: Request) -> Response:
    """POST /api/study/answer: the move of a computer, for playing an analysis out."""
    wanted = await _read(request, messages.ComputerMoveRequest)
    if wanted.level not in LEVELS:
        raise BadOptions("page-level", given=truncate(wanted.level), last=LEVELS[-1])
    start = messages.PositionRequest(position=wanted.position)
    position = await budget_of(request).run(lambda: start_of(start))
    if position.outcome:
        raise MatchError("match-over")
    weights_of_style(position.game.name, wanted.style)  # raises if there is no such opponent
    job = ChooseMove(position.text, wanted.level, randrange(2**31), wanted.style)
    move = await request.app.state.pool.run(job, Priority.ANALYSIS, client_of(request))
    return answer(messages.MoveMessage(move))
