"""Puzzles on the page: those of the day, one at a time by grade, and verdicts on moves.

Workers prove what is right. The server keeps nothing: an attempt says which moves were made.
"""

from datetime import UTC, date, datetime
from functools import lru_cache

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.registry import find_name, names
from brettwerk.errors import IllegalMove, InvalidMove
from brettwerk.i18n import Language, Translator
from brettwerk.puzzles.attempt import Verdict
from brettwerk.puzzles.daily import daily
from brettwerk.puzzles.describe import goal_words, hint_words, theme_words, verdict_words
from brettwerk.puzzles.puzzle import Puzzle, has_puzzles, shipped
from brettwerk.server.errors import ServerError
from brettwerk.server.http.budget import budget_of
from brettwerk.server.http.drawings import picture_of
from brettwerk.server.http.file_cache import send_generated
from brettwerk.server.http.pages import by_name, page
from brettwerk.server.http.request import body_of, client_of, named, wanted_language
from brettwerk.server.http.response import answer
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.learn import messages
from brettwerk.server.learn.device import PuzzleFile, puzzle_task
from brettwerk.server.learn.tasks import JudgeAttempt
from brettwerk.server.study.board import board_of

_MAX_BYTES = 4096


# -- pages ----------------------------------------------------------------------------------------
async def overview(request: Request) -> Response:
    """GET /puzzles: the puzzle of the day of every game."""
    language, day = wanted_language(request), _day(request)
    chosen = {name: daily(name, day) for name in names() if has_puzzles(name)}
    cards = [
        {
            "game": name,
            "id": puzzle.id,
            "grade": shipped(name).grade(puzzle),
            "task": goal_words(puzzle, language),
            "picture": _picture(puzzle, Translator(language).title(name)),
        }
        for name, puzzle in chosen.items()
    ]
    ids = {name: puzzle.id for name, puzzle in chosen.items()}
    facts = messages.PuzzlesFacts(day.isoformat(), ids)
    return await page(request, "puzzles.html", embed={"facts": facts}, cards=cards)


@lru_cache(maxsize=64)
def _picture(puzzle: Puzzle, title: str) -> Markup:
    return picture_of(puzzle.start.board_view, title)


@by_name
async def one(request: Request) -> Response:
    """GET /puzzles/GAME: the puzzle in `p`, or the one of the day."""
    name, language = request.path_params["game"], wanted_language(request)
    collection = shipped(name)
    today = daily(name, _day(request))
    puzzle = collection.by_id.get(request.query_params.get("p", ""), today)
    task = puzzle_task(puzzle, language)
    title = Translator(language)("puzzles-page-board", game=Translator(language).title(name))
    board = await budget_of(request).run(
        lambda: board_of(puzzle.start, language, title=title, flipped=task.flipped)
    )
    facts = messages.PuzzleFacts(
        game=name,
        day=_day(request).isoformat(),
        daily=today.id,
        all=[(one.id, collection.grade(one), one.themes) for one in collection.puzzles],
        themes={theme: theme_words(name, theme, language) for theme in collection.themes},
        puzzle=task,
    )
    return await page(
        request,
        "puzzle.html",
        embed={"facts": facts},
        name=name,
        board=board,
        puzzle=task,
        themes=facts.themes,
    )


def _day(request: Request) -> date:
    """Return today, the same day for everybody, or the day in `day`, to look back."""
    try:
        return date.fromisoformat(request.query_params.get("day", ""))
    except ValueError:
        return datetime.now(UTC).date()


# -- for devices -----------------------------------------------------------------------------------
async def collection(request: Request) -> Response:
    """GET /data/LANGUAGE/puzzles/GAME.json: all puzzles of a game, for a device to judge itself."""
    return await send_generated(request, PuzzleFile(*named(request)))


# -- for scripts ----------------------------------------------------------------------------------
def _puzzle(request: Request) -> Puzzle:
    """Return the puzzle that the address names."""
    name, wanted = find_name(request.path_params["game"]), request.path_params["puzzle"]
    found = shipped(name).by_id.get(wanted)
    if found is None:
        raise ServerError(404, "puzzles-page-none")
    return found


async def look(request: Request) -> Response:
    """GET /api/puzzles/GAME/ID: the task."""
    return answer(puzzle_task(_puzzle(request), wanted_language(request)))


async def hint(request: Request) -> Response:
    """GET /api/puzzles/GAME/ID/hint: where to look, and what for."""
    puzzle = _puzzle(request)
    cells, sentence = hint_words(puzzle, wanted_language(request))
    return answer(messages.PuzzleHint(tuple(cells), sentence))


async def solution(request: Request) -> Response:
    """GET /api/puzzles/GAME/ID/solution: the moves."""
    return answer(messages.PuzzleSolution(_puzzle(request).solution))


async def attempt(request: Request) -> Response:
    """POST /api/puzzles/GAME/ID with the moves made so far: the verdict on the last one."""
    puzzle, language = _puzzle(request), wanted_language(request)
    budget, client = budget_of(request), client_of(request)
    budget.charge(client)
    given = (await body_of(request, messages.PuzzleAttempt, _MAX_BYTES)).moves
    moves = await budget.run(lambda: _checked(puzzle, given, language))
    job = JudgeAttempt(puzzle.start.game.name, puzzle.id, moves)
    verdict: Verdict = await request.app.state.pool.run(job, Priority.QUICK, client)
    sentence = await budget.run(lambda: verdict_words(puzzle, moves, verdict, language))
    return answer(
        messages.PuzzleVerdict(verdict.right, verdict.done, verdict.moves, verdict.known, sentence)
    )


def _checked(puzzle: Puzzle, moves: list[str], language: Language) -> list[str]:
    """Return the moves as the game writes them; ServerError if the last one cannot be judged."""
    if not 0 < len(moves) <= puzzle.goal.left:
        raise ServerError(400, "puzzles-page-moves", most=puzzle.goal.left)
    position, last, written = puzzle.start, puzzle.start, list[str]()
    for text in moves:
        last = position
        try:
            move = position.move(text)
        except (IllegalMove, InvalidMove) as error:
            why = error.localized(language)
            raise ServerError(400, "puzzles-page-illegal", why=why) from None
        written.append(move.text)
        position = position.play(move)
    if last.turn != puzzle.start.turn:
        raise ServerError(400, "puzzles-page-not-yours")
    return written
