"""First lessons on the page, and the hub: all there is to learn about each game."""

from collections.abc import Sequence
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from brettwerk.core.registry import find_name, names
from brettwerk.errors import MissingPart
from brettwerk.i18n import Translator
from brettwerk.learn import lessons
from brettwerk.learn.course import course_steps
from brettwerk.learn.steps import LessonStep, UnknownStep
from brettwerk.server.errors import ServerError
from brettwerk.server.http.budget import budget_of
from brettwerk.server.http.drawings import showcase
from brettwerk.server.http.file_cache import send_generated
from brettwerk.server.http.pages import by_name, page, redirect
from brettwerk.server.http.request import body_of, client_of, named, wanted_language
from brettwerk.server.http.response import answer
from brettwerk.server.learn.device import LessonFile, verdict_on
from brettwerk.server.learn.messages import LessonAttempt
from brettwerk.server.learn.rules import further_pages
from brettwerk.server.study.board import board_of, figure_lines

MAX_BYTES = 2000
# What else there may be to learn from, by its address.
MORE = ("course", "puzzles", "analysis", "known")


# -- the hub ------------------------------------------------------------------------------------
async def choose(request: Request) -> Response:  # noqa: ARG001 — a route
    """GET /lessons, /rules: of which game? The hub leads to all of them."""
    return RedirectResponse("/learn")


async def learn(request: Request) -> Response:
    """GET /learn: all games, each with the reader's progress."""
    t = Translator(wanted_language(request))
    pictures = {name: showcase(name, t.title(name)) for name in names()}
    counts = {name: len(lessons.steps(name)) for name in names()}
    return await page(request, "learn.html", pictures=pictures, counts=counts, more=MORE)


@by_name
async def learn_game(request: Request) -> Response:
    """GET /learn/GAME: what there is for one game."""
    name, language = request.path_params["game"], wanted_language(request)
    return await page(
        request,
        "learn_game.html",
        name=name,
        picture=showcase(name, Translator(language).title(name)),
        steps=[(step.name, step.text(language).title) for step in lessons.steps(name)],
        course=len(course_steps(name)),
        further=further_pages(name),
        more=MORE,
    )


# -- a lesson -----------------------------------------------------------------------------------
async def lesson(request: Request) -> Response:
    """GET /lessons/GAME and /lessons/GAME/STEP: one step, with a board to do it on."""
    name = find_name(request.path_params["game"])
    all_steps = lessons.steps(name)
    if not all_steps:
        raise MissingPart("missing-lessons", game=name)
    wanted = request.path_params.get("step", all_steps[0].name)
    if name != request.path_params["game"]:
        return redirect(request, f"/lessons/{name}/{wanted}")
    step = _step(name, wanted)
    if step.chapter:
        return redirect(request, f"/course/{name}/{wanted}")
    at = all_steps.index(step)
    following = all_steps[at + 1].name if at + 1 < len(all_steps) else None
    return await step_page(request, step, all_steps, following)


async def step_page(
    request: Request,
    step: LessonStep,
    beside: Sequence[LessonStep],
    following: str | None,
    **more: Any,
) -> Response:
    """Return the page of a step, with links to those beside it and to the following one."""
    language = wanted_language(request)
    words = step.text(language)
    title = Translator(language)("lessons-board", title=words.title)
    marks = {"last": step.position.board_view.last, "picked": step.rings.split()}
    lines = figure_lines(step.position)
    return await page(
        request,
        "lesson.html",
        embed={"marks": {**marks, "lines": lines}},
        name=step.game,
        step=step,
        words_of_step=words,
        number=beside.index(step) + 1,
        steps=[(one.name, one.text(language).title) for one in beside],
        following=following,
        board=board_of(step.position, language, title=title, marks=marks, lines=lines),
        **more,
    )


def _step(game: str, name: str) -> LessonStep:
    """Return a step by its name; ServerError if there is none."""
    try:
        return lessons.find_step(game, name)
    except UnknownStep as error:
        raise ServerError.of(404, error) from None


async def judged(request: Request) -> Response:
    """POST /api/lessons/GAME/STEP: whether the last move was right, and why not."""
    budget_of(request).charge(client_of(request))
    attempt = await body_of(request, LessonAttempt, MAX_BYTES)
    name, step = find_name(request.path_params["game"]), request.path_params["step"]
    language = wanted_language(request)
    return answer(await run_in_threadpool(lambda: verdict_on(_step(name, step), attempt, language)))


# -- for devices --------------------------------------------------------------------------------
async def device_lesson(request: Request) -> Response:
    """GET /data/LANGUAGE/lessons/GAME.json: all verdicts, for a device to judge moves itself."""
    return await send_generated(request, LessonFile(*named(request)))
