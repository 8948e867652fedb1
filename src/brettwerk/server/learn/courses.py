"""Courses on the page: chapters, steps on the page of a lesson's, model games; and practice."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.registry import game as make_game
from brettwerk.errors import MissingPart
from brettwerk.i18n import Translator
from brettwerk.learn import course
from brettwerk.learn.model_games import model_games
from brettwerk.learn.steps import LessonStep, chapter_text
from brettwerk.records.record import Ply
from brettwerk.server.errors import ServerError
from brettwerk.server.http.file_cache import send_generated
from brettwerk.server.http.pages import by_name, page
from brettwerk.server.http.request import named, wanted_language
from brettwerk.server.learn.device import CourseFile
from brettwerk.server.learn.lessons import step_page
from brettwerk.server.study.board import board_of


@by_name
async def overview(request: Request) -> Response:
    """GET /course/GAME: the chapters, each with the reader's progress."""
    name, language = request.path_params["game"], wanted_language(request)
    steps = _steps(name)
    chapters = [
        (chapter_text(name, one.name, language), [s.name for s in steps if s.chapter == one.name])
        for one in course.chapters(name)
    ]
    models = [one.theme for one in model_games(name, language)]
    return await page(request, "course.html", name=name, chapters=chapters, models=models)


@by_name
async def model(request: Request) -> Response:
    """GET /course/GAME/game/NUMBER: a model game with its comments, to walk through."""
    name, language = request.path_params["game"], wanted_language(request)
    games = model_games(name, language)
    numbers = {str(number): number for number in range(1, len(games) + 1)}
    number = numbers.get(request.path_params["number"])
    if number is None:
        raise ServerError(404, "course-no-game", count=len(games))
    theme, record = games[number - 1].theme, games[number - 1].record
    t, plies = Translator(language), [ply for ply in record.plies if not ply.is_event]
    return await page(
        request,
        "model_game.html",
        embed={"moves": [ply.text for ply in plies]},
        name=name,
        number=number,
        count=len(games),
        theme=theme,
        record=record,
        outcome=record.outcome(),
        rounds=_rounds([position.turn for position in record.positions()], plies),
        seats=[t.seat(seat) for seat in record.game.seats],
        board=board_of(record.game.start(), language, title=t(f"course-game-{theme}")),
    )


@by_name
async def step(request: Request) -> Response:
    """GET /course/GAME/STEP: one step, beside those of its chapter."""
    name, language = request.path_params["game"], wanted_language(request)
    steps, wanted = _steps(name), request.path_params["step"]
    found = next((one for one in steps if one.name == wanted), None)
    if found is None:
        raise ServerError(404, "lessons-no-step", step=wanted)
    at = steps.index(found)
    beside = [one for one in steps if one.chapter == found.chapter]
    return await step_page(
        request,
        found,
        beside,
        steps[at + 1].name if at + 1 < len(steps) else None,
        about=chapter_text(name, found.chapter, language).about,
        target=found.position.game.definition.target,
    )


@by_name
async def practice(request: Request) -> Response:
    """GET /practice/GAME: the reader's own mistakes, which the device keeps, as puzzles."""
    name, language = request.path_params["game"], wanted_language(request)
    title = Translator(language)("practice-of", game=Translator(language).title(name))
    board = board_of(make_game(name).start(), language, title=title)
    return await page(request, "practice.html", name=name, board=board)


def _rounds(turns: Sequence[int], plies: Sequence[Ply]) -> list[list[tuple[int, int, Ply]]]:
    """Rows of a list of moves: the number of each ply, its column and the ply itself."""
    rows: list[list[tuple[int, int, Ply]]] = []
    for at, (turn, ply) in enumerate(zip(turns, plies, strict=False)):
        if not at or turn <= turns[at - 1]:
            rows.append([])
        rows[-1].append((at + 1, turn, ply))
    return rows


def _steps(name: str) -> tuple[LessonStep, ...]:
    steps = course.course_steps(name)
    if not steps:
        raise MissingPart("missing-course", game=name)
    return steps


async def device_course(request: Request) -> Response:
    """GET /data/LANGUAGE/courses/GAME.json: all verdicts, for a device to judge moves itself."""
    return await send_generated(request, CourseFile(*named(request)))
