"""Boards to try moves on: any position of any game, in the form of a game's state.

`POST /api/study` answers for one position; pages that begin with such a board embed the answer
(`board_of`), so that it is a picture without scripts and needs no further request. The server
keeps nothing: requests say where the moves begin and which were made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from markupsafe import Markup
from msgspec import UNSET
from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.game import Game, Position
from brettwerk.core.outcome import Outcome
from brettwerk.i18n import Language, Translator
from brettwerk.notation.svg_template import board_template
from brettwerk.requests import GameCache
from brettwerk.server.errors import ServerError
from brettwerk.server.http.errors import answer, body_of
from brettwerk.server.http.languages import wanted_language
from brettwerk.server.http.pages import embedded
from brettwerk.server.http.rate_limits import client_of
from brettwerk.server.play.messages import Frame
from brettwerk.server.play.state import frame_of
from brettwerk.server.play.view import (
    board_address,
    choices,
    layout,
    notes_of,
    outcome_message,
    why_not,
)
from brettwerk.server.study.budget import StudyBudget, budget_of
from brettwerk.server.study.messages import (
    ExplainRequest,
    Explanation,
    PositionRequest,
    StudyMessage,
    StudyRequest,
)
from brettwerk.server.study.position_cache import PositionCache

_games = GameCache()
_cache = PositionCache()
T = TypeVar("T")


def start_of(wanted: StudyRequest) -> Position:
    """Return the position in which the moves of a request begin."""
    fields = {"game": wanted.game, "options": wanted.options, "position": wanted.position}
    return _games.start({name: value for name, value in fields.items() if value is not None})


# -- what is told ---------------------------------------------------------------------------------
def study_message(
    start: Position,
    moves: Sequence[str],
    language: Language,
    first: int = 0,
    flipped: bool | None = None,
) -> StudyMessage:
    """Return a position with the moves that led to it; of these from number `first` on."""
    frames, position = _frames(start, moves, first)
    game = position.game
    notes, does = notes_of(position, "", language)
    outcome = position.outcome
    return StudyMessage(
        **asdict(choices(position, going=True)),
        game=game.name,
        options=game.chosen,
        board=board_address(game.name, game.chosen),
        seats=game.seats,
        begin=start.text,
        first_turn=start.turn,
        start=layout(start),
        first=first,
        frames=tuple(frames),
        turn=position.to_move,
        still_in=game.definition.still_in(position),
        notes=notes,
        does=does,
        details=game.definition.details(position.state, game.options),
        outcome=outcome_message(outcome, outcome_words(game, outcome, language) if outcome else ""),
        position=position.text,
        flipped=UNSET if flipped is None else flipped,
    )


def _frames(start: Position, moves: Sequence[str], first: int) -> tuple[list[Frame], Position]:
    """Return the moves from number `first` on as they are shown, and where they lead."""
    position, played = _cache.along(start, moves, first)
    frames = list[Frame]()
    for before, move, position in played:
        frames.append(frame_of(before, move, position, before.turn))
    return frames, position


def outcome_words(game: Game, outcome: Outcome, language: Language) -> str:
    """Return who won, and why."""
    t = Translator(language)
    winners = [t.seat(game.seats[winner]) for winner in outcome.winners]
    key = ("page-drawn", "page-won", "page-won-together")[min(len(winners), 2)]
    words = [t(key, who=t.join(winners)), t.reason(game.name, outcome.reason)]
    if outcome.points and winners:
        words.append(t("page-round-points", points=f"{winners[0]} {max(outcome.points)}"))
    return " ".join(words)


# -- boards in pages ------------------------------------------------------------------------------
@dataclass(frozen=True)
class StudyBoard:
    """What the macro of templates/study.html needs: a drawn board, and the facts for its script."""

    game: str
    players: int
    title: str
    drawing: Markup
    facts: Markup


def board_of(
    start: Position,
    language: Language,
    *,
    title: str,
    moves: Sequence[str] = (),
    flipped: bool = False,
    marks: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> StudyBoard:
    """Return a board for a page, drawn after these moves; screen readers say its title.

    Scripts can take the moves back; to prevent that, give the position instead. `marks` are drawn
    into the picture; scripts mark them by `extra`.
    """
    facts = study_message(start, moves, language, flipped=flipped)
    position = _cache.after(start, moves)
    game = position.game
    drawn = board_template(position.board_view, flipped=flipped, title=title, marks=marks)
    return StudyBoard(game.name, game.players, title, Markup(drawn), embedded(facts))


# -- answers --------------------------------------------------------------------------------------
async def study(request: Request) -> Response:
    """POST /api/study: a position with its moves."""
    wanted = await study_request(request, PositionRequest)
    language, first = wanted_language(request), wanted.first
    if not 0 <= first <= len(wanted.moves):
        raise ServerError(400, "page-number", first=0, last=len(wanted.moves))
    budget, client = budget_of(request), client_of(request)
    start = await _start(budget, client, wanted, wanted.moves[:first])
    budget.charge_moves(client, len(wanted.moves) - first)
    return answer(await budget.run(lambda: study_message(start, wanted.moves, language, first)))


async def explain(request: Request) -> Response:
    """POST /api/study/explain: notes about cells after these steps, or why they are no move."""
    wanted = await study_request(request, ExplainRequest)
    language, budget = wanted_language(request), budget_of(request)
    position = await position_of(budget, client_of(request), wanted)
    return answer(await budget.run(lambda: _explanation(position, wanted, language)))


def _explanation(position: Position, wanted: ExplainRequest, language: Language) -> Explanation:
    if wanted.why:
        return Explanation(wanted.gesture, why=why_not(position, wanted.gesture, language))
    return Explanation(wanted.gesture, *notes_of(position, wanted.gesture, language))


async def study_request(request: Request, kind: type[T]) -> T:
    """Read a request about a position, within the client's budget."""
    budget_of(request).charge(client_of(request))
    return await body_of(request, kind, request.app.state.settings.limits.study_bytes)


async def _start(
    budget: StudyBudget, client: str, wanted: StudyRequest, moves: Sequence[str]
) -> Position:
    """Return where the moves begin, and charge for those that are not in the cache."""
    budget.check_length(len(wanted.moves))
    start = await budget.run(lambda: start_of(wanted))
    budget.charge_moves(client, _cache.left(start, moves))
    return start


async def position_of(budget: StudyBudget, client: str, wanted: StudyRequest) -> Position:
    """Return the position that is asked about; MoveRefused for a move that cannot be played."""
    start = await _start(budget, client, wanted, wanted.moves)
    return await budget.run(lambda: _cache.after(start, wanted.moves))
