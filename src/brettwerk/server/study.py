"""Boards to try things on: any position of any game, told as the table of a game is.

`POST /api/study` answers for one position; pages that begin with such a board have the answer in
them already (`board_of`), so that it is there without a question and is a picture without script.
Nothing is kept: whoever asks says where the moves begin and which were made.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from markupsafe import Markup
from msgspec import Struct, field

from brettwerk.errors import MatchError
from brettwerk.notation.svg_stage import stage
from brettwerk.requests import Games, Refused
from brettwerk.server.faults import answer, as_json, body_of
from brettwerk.server.languages import wanted_language
from brettwerk.server.pages import embedded
from brettwerk.server.studies import Studies, client_of
from brettwerk.server.table import Frame, shelves_of
from brettwerk.server.view import (
    board_address,
    choices,
    explained,
    frame_message,
    laid_out,
    outcome_message,
)
from brettwerk.server.walks import Walks
from brettwerk.texts import reason, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from starlette.requests import Request
    from starlette.responses import Response

    from brettwerk.games.core import Game, Position
    from brettwerk.games.outcome import Outcome
    from brettwerk.server.messages import Think
    from brettwerk.texts import Language

    Question: TypeAlias = "Asked | Explained | Think"

_games = Games()
_walks = Walks()


class Asked(Struct, forbid_unknown_fields=True):
    """A position: a game with its options or the text of a position, then moves.

    Of the moves those `from` a number on are told, for whoever knows the others.
    """

    game: str | None = None
    options: dict[str, Any] | None = None
    position: str | None = None
    moves: list[str] = []
    first: int = field(default=0, name="from")


class Explained(Struct, forbid_unknown_fields=True):
    """A position as in `Asked`, and the steps of a move that are asked about."""

    game: str | None = None
    options: dict[str, Any] | None = None
    position: str | None = None
    moves: list[str] = []
    way: str = ""
    why: bool = False


T = TypeVar("T")


def beginning_of(asked: Question) -> Position:
    """Where the moves begin."""
    wanted = {"game": asked.game, "options": asked.options, "position": asked.position}
    return _games.start({name: value for name, value in wanted.items() if value is not None})


# -- what is told ---------------------------------------------------------------------------------
def facts(
    start: Position, moves: Sequence[str], language: Language, first: int = 0
) -> dict[str, Any]:
    """A board with the moves made on it, in the words of a table (docs/server.md)."""
    frames, position = _frames(start, moves, first)
    game = position.game
    return {
        "game": game.name,
        "options": game.chosen,
        "board": board_address(game.name, game.chosen),
        "seats": game.seats,
        "begin": start.text,
        "first": start.turn,
        "start": laid_out(start),
        "from": first,
        "frames": [frame_message(frame) for frame in frames],
        "turn": position.to_move,
        "in": game.face.still_in(position),
        **choices(position, going=True),
        **explained(position, "", False, language),
        "details": game.face.details(position.state, game.options),
        "outcome": _ending(game, position.outcome, language),
        "position": position.text,
    }


def _frames(start: Position, moves: Sequence[str], first: int) -> tuple[list[Frame], Position]:
    """The moves from number `first` on as they are shown, and where they lead."""
    path = _walks.along(start, moves, first)
    frames, position = list[Frame](), next(path)
    for text, after in zip(moves[first:], path, strict=True):
        move = position.parse(text)
        effects = position.effects(move)
        frames.append(Frame(move.text, position.turn, effects, shelves_of(after)))
        position = after
    return frames, position


def _ending(game: Game, outcome: Outcome | None, language: Language) -> dict[str, Any] | None:
    """How it ended, with the sentence that says so."""
    if outcome is None:
        return None
    told = outcome_message(outcome) or {}
    return {**told, "sentence": ending_words(game, outcome, language)}


def ending_words(game: Game, outcome: Outcome, language: Language) -> str:
    """Who won, and why."""
    names = [say(f"seat-{game.seats[winner]}", language) for winner in outcome.winners]
    who = names[0] if names else ""
    if len(names) > 1:
        who = say("page-and", language, first=", ".join(names[:-1]), last=names[-1])
    key = "page-drawn" if not names else "page-won" if len(names) == 1 else "page-won-together"
    words = [say(key, language, who=who), reason(game.name, outcome.reason, language)]
    if outcome.points and names:
        gained = f"{names[0]} {max(outcome.points)}"
        words.append(say("page-round-points", language, points=gained))
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
    """A board for a page, drawn after these moves; the title is its name for those who cannot see.

    Scripts can take the moves back; leave them out and give the position if there is nothing to.
    `marks` are drawn into the picture; scripts mark them by `extra`.
    """
    told = facts(start, moves, language) | {"flipped": flipped}
    position = _walks.after(start, moves)
    game = position.game
    letters = game.face.letters()
    drawn = stage(position.scene, flipped=flipped, pieces=letters, title=title, marks=marks)
    return StudyBoard(game.name, game.players, title, Markup(drawn), embedded(told))


# -- answers --------------------------------------------------------------------------------------
async def study(request: Request) -> Response:
    """POST /api/study: a position with its moves."""
    asked = await asked_of(request, Asked)
    language = wanted_language(request)
    if not 0 <= asked.first <= len(asked.moves):
        raise MatchError("page-number", first=0, last=len(asked.moves))
    studies, client = studies_of(request), client_of(request)
    try:
        start = await begun(studies, client, asked, asked.moves[: asked.first])
        studies.charge(client, len(asked.moves) - asked.first)
        found = await studies.do(lambda: facts(start, asked.moves, language, asked.first))
    except Refused as refused:
        return _refusal(request, refused)
    return answer(found)


async def explain(request: Request) -> Response:
    """POST /api/study/explain: about cells once these steps have been made, or why not."""
    asked = await asked_of(request, Explained)
    language = wanted_language(request)
    studies, client = studies_of(request), client_of(request)
    try:
        position = await position_of(studies, client, asked)
        found = await studies.do(lambda: explained(position, asked.way, asked.why, language))
    except Refused as refused:
        return _refusal(request, refused)
    return answer({"way": asked.way, **found})


async def asked_of(request: Request, kind: type[T]) -> T:
    """What was asked, not too often and not too much."""
    if not studies_of(request).take(client_of(request)):
        raise MatchError("page-too-fast")
    return await body_of(request, kind, request.app.state.hall.settings.limits.study_bytes)


def studies_of(request: Request) -> Studies:
    """What may be asked of the server that was asked."""
    studies: Studies = request.app.state.studies
    return studies


async def begun(studies: Studies, client: str, asked: Question, moves: Sequence[str]) -> Position:
    """Where the moves begin; these of them are paid for, as far as nobody has just made them."""
    studies.check(len(asked.moves))
    start = await studies.do(lambda: beginning_of(asked))
    studies.charge(client, _walks.left(start, moves))
    return start


async def position_of(studies: Studies, client: str, asked: Question) -> Position:
    """The position that is asked about; Refused for a move that cannot be."""
    start = await begun(studies, client, asked, asked.moves)
    return await studies.do(lambda: _walks.after(start, asked.moves))


def _refusal(request: Request, refused: Refused) -> Response:
    """Which move cannot be played, and why."""
    return as_json(request, refused.reason, at=refused.at)
