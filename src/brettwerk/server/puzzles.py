"""Puzzles on the page: those of the day, one at a time by grade, and somebody who judges moves.

What is right is proven in a worker (`puzzles.trial`), never where pages are served. Nothing is
kept here: whoever tries a puzzle says which moves have been made in it.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Struct
from starlette.responses import RedirectResponse

from brettwerk.errors import IllegalMove, MatchError, NotAMove
from brettwerk.games.catalogue import NAMES, find_name
from brettwerk.puzzles.daily import daily
from brettwerk.puzzles.puzzle import Puzzle, shipped
from brettwerk.puzzles.trial import Verdict, tried
from brettwerk.puzzles.words import goal_words, hint_words, verdict_words
from brettwerk.server.drawings import picture_of
from brettwerk.server.faults import answer, body_of
from brettwerk.server.languages import wanted_language
from brettwerk.server.pages import embedded, modules, page
from brettwerk.server.studies import client_of
from brettwerk.server.study import board_of, studies_of
from brettwerk.texts import say, sentences

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from brettwerk.texts import Language

_MOST_BYTES = 4096
_SPEAKS = ("study-", "puzzles-page-")


class Tried(Struct, forbid_unknown_fields=True):
    """The moves made in a puzzle, those of the others among them; the last one is to be judged."""

    moves: list[str]


# -- pages ----------------------------------------------------------------------------------------
async def overview(request: Request) -> Response:
    """GET /puzzles: the puzzle of the day of every game."""
    language, day = wanted_language(request), _day(request)
    chosen = {name: daily(name, day) for name in NAMES}
    cards = [
        {
            "game": name,
            "id": puzzle.id,
            "grade": shipped(name).grade(puzzle),
            "task": goal_words(puzzle, language),
            "picture": _picture(puzzle, sentences(language)[f"game-{name}"]),
        }
        for name, puzzle in chosen.items()
    ]
    facts = embedded({"day": day.isoformat(), "daily": {n: p.id for n, p in chosen.items()}})
    return page(request, "puzzles.html", speaks=_SPEAKS, cards=cards, facts=facts)


@lru_cache(maxsize=64)
def _picture(puzzle: Puzzle, title: str) -> Markup:
    return Markup(picture_of(puzzle.start.scene, title))


async def one(request: Request) -> Response:
    """GET /puzzles/GAME: the puzzle in `p`, or the one of the day."""
    name = find_name(request.path_params["game"])
    if name != request.path_params["game"]:
        return RedirectResponse(f"/puzzles/{name}")
    language, collection = wanted_language(request), shipped(name)
    today = daily(name, _day(request))
    puzzle = collection.by_id.get(request.query_params.get("p", ""), today)
    known = _known(puzzle, language)
    title = say("puzzles-page-board", language, game=sentences(language)[f"game-{name}"])
    board = await studies_of(request).do(
        lambda: board_of(puzzle.start, language, title=title, flipped=bool(known["flipped"]))
    )
    facts = {
        "game": name,
        "day": _day(request).isoformat(),
        "daily": today.id,
        "all": [[one.id, collection.grade(one)] for one in collection.puzzles],
        "puzzle": known,
    }
    return page(
        request,
        "puzzle.html",
        speaks=_SPEAKS,
        name=name,
        board=board,
        puzzle=known,
        count=len(collection.puzzles),
        facts=embedded(facts),
        scripts=modules("puzzle.js"),
    )


def _day(request: Request) -> date:
    """Today, the same day for everybody; or the day in `day`, to look back."""
    try:
        return date.fromisoformat(request.query_params.get("day", ""))
    except ValueError:
        return datetime.now(UTC).date()


def _known(puzzle: Puzzle, language: Language) -> dict[str, Any]:
    """What somebody is told before trying."""
    start = puzzle.start
    return {
        "id": puzzle.id,
        "grade": shipped(start.game.name).grade(puzzle),
        "task": goal_words(puzzle, language),
        "position": puzzle.position,
        "flipped": start.game.players == 2 and start.turn == 1,
        "analysis": f"/analysis/{start.game.name}?position={quote(puzzle.position)}",
    }


# -- for scripts ----------------------------------------------------------------------------------
def _puzzle(request: Request) -> Puzzle:
    """The puzzle of an address."""
    name, wanted = find_name(request.path_params["game"]), request.path_params["puzzle"]
    found = shipped(name).by_id.get(wanted)
    if found is None:
        raise MatchError("puzzles-page-none")
    return found


async def look(request: Request) -> Response:
    """GET /api/puzzles/GAME/ID: the task."""
    return answer(_known(_puzzle(request), wanted_language(request)))


async def hint(request: Request) -> Response:
    """GET /api/puzzles/GAME/ID/hint: where to look, and what for."""
    puzzle = _puzzle(request)
    cells, sentence = hint_words(puzzle, wanted_language(request))
    return answer({"cells": cells, "sentence": sentence})


async def solution(request: Request) -> Response:
    """GET /api/puzzles/GAME/ID/solution: the moves."""
    return answer({"moves": _puzzle(request).solution})


async def attempt(request: Request) -> Response:
    """POST /api/puzzles/GAME/ID with the moves made so far: the verdict on the last one."""
    puzzle, language = _puzzle(request), wanted_language(request)
    studies = studies_of(request)
    if not studies.take(client_of(request)):
        raise MatchError("page-too-fast")
    given = (await body_of(request, Tried, _MOST_BYTES)).moves
    moves = await studies.do(lambda: _checked(puzzle, given, language))
    provers, limits = request.app.state.provers, request.app.state.hall.settings.limits
    if provers.waiting >= limits.waiting_proofs:
        raise MatchError("page-busy")
    verdict: Verdict = await provers.do(0, tried, puzzle, moves)
    said = await studies.do(lambda: verdict_words(puzzle, moves, verdict, language))
    return answer({**_plain(verdict), "sentence": said})


def _checked(puzzle: Puzzle, moves: list[str], language: Language) -> list[str]:
    """The moves as the game writes them.

    What cannot be judged is refused: no moves, too many, illegal ones, another player's.
    """
    if not 0 < len(moves) <= puzzle.goal.left:
        raise MatchError("puzzles-page-moves", most=puzzle.goal.left)
    position, last, written = puzzle.start, puzzle.start, list[str]()
    for text in moves:
        last = position
        try:
            move = position.parse(text)
        except (IllegalMove, NotAMove) as error:
            raise MatchError("puzzles-page-illegal", why=error.in_words(language)) from None
        written.append(move.text)
        position = position.play(move)
    if last.turn != puzzle.start.turn:
        raise MatchError("puzzles-page-not-yours")
    return written


def _plain(verdict: Verdict) -> dict[str, Any]:
    return {
        "right": verdict.right,
        "done": verdict.done,
        "moves": verdict.moves,
        "known": verdict.known,
    }
