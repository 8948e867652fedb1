"""First lessons on the page, and the hub: all there is to learn about each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse
from starlette.routing import Route

from brettwerk.errors import MatchError
from brettwerk.games.catalogue import NAMES, face, find_name
from brettwerk.learn.lessons import a_right_move, judge, step_of, steps, told
from brettwerk.server.drawings import showcase
from brettwerk.server.faults import answer, body_of
from brettwerk.server.languages import wanted_language
from brettwerk.server.pages import embedded, modules, page
from brettwerk.server.study import board_of
from brettwerk.texts import say, sentences

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from brettwerk.texts import Language

MOST_BYTES = 2000
# What else there may be to learn from, by its address; the hub names what this server has.
MORE = ("puzzles", "analysis", "known")


class Asked(Struct, forbid_unknown_fields=True):
    """The moves made in a step, with the answers of the others; or with `hint` what would do."""

    moves: list[str] = []
    hint: bool = False


# -- the hub ------------------------------------------------------------------------------------
async def choose(request: Request) -> Response:  # noqa: ARG001 — a route
    """GET /analysis, /lessons, /rules: of which game? The hub leads to all of them."""
    return RedirectResponse("/learn")


async def learn(request: Request) -> Response:
    """GET /learn: all games, and how far one has got with each."""
    language = wanted_language(request)
    pictures = {name: _picture(name, language) for name in NAMES}
    counts = {name: len(steps(name)) for name in NAMES}
    return page(
        request,
        "learn.html",
        speaks=("lessons-",),
        pictures=pictures,
        counts=counts,
        more=_more(request),
        scripts=modules("learn.js"),
    )


async def learn_game(request: Request) -> Response:
    """GET /learn/GAME: what there is for one game."""
    name = find_name(request.path_params["game"])
    if name != request.path_params["game"]:
        return RedirectResponse(f"/learn/{name}")
    language = wanted_language(request)
    return page(
        request,
        "learn_game.html",
        speaks=("lessons-",),
        name=name,
        picture=_picture(name, language),
        steps=[(step.name, step.words(language).title) for step in steps(name)],
        board=any(option.control.startswith("board") for option in face(name).known),
        more=_more(request),
        scripts=modules("learn.js"),
    )


def _picture(name: str, language: Language) -> Markup:
    return Markup(showcase(name, sentences(language)[f"game-{name}"]))


def _more(request: Request) -> list[str]:
    """What this server has besides rules and lessons."""
    known = {route.path for route in request.app.routes if isinstance(route, Route)}
    return [name for name in MORE if f"/{name}/{{game}}" in known]


# -- a lesson -----------------------------------------------------------------------------------
async def lesson(request: Request) -> Response:
    """GET /lessons/GAME and /lessons/GAME/STEP: one step, with a board to do it on."""
    name = find_name(request.path_params["game"])
    wanted = request.path_params.get("step", steps(name)[0].name)
    if name != request.path_params["game"]:
        return RedirectResponse(f"/lessons/{name}/{wanted}")
    language = wanted_language(request)
    step, all_steps = step_of(name, wanted), steps(name)
    at = all_steps.index(step)
    words = step.words(language)
    following = all_steps[at + 1].name if at + 1 < len(all_steps) else None
    title = say("lessons-board", language, title=words.title)
    marks = {"last": step.position.scene.last, "picked": step.rings.split()}
    return page(
        request,
        "lesson.html",
        speaks=("study-", "lessons-"),
        name=name,
        step=step,
        words_of_step=words,
        number=at + 1,
        steps=[(one.name, one.words(language).title) for one in all_steps],
        following=following,
        board=board_of(step.position, language, title=title, marks=marks),
        marks=embedded(marks),
        scripts=modules("lesson.js"),
    )


async def judged(request: Request) -> Response:
    """POST /api/lessons/GAME/STEP: whether the last move was right, and why not."""
    client = request.client.host if request.client else ""
    if not request.app.state.studies.take(client):
        raise MatchError("page-too-fast")
    asked = await body_of(request, Asked, MOST_BYTES)
    name, step = find_name(request.path_params["game"]), request.path_params["step"]
    language = wanted_language(request)
    return answer(await run_in_threadpool(lambda: _answer(name, step, asked, language)))


def _answer(name: str, step: str, asked: Asked, language: Language) -> dict[str, Any]:
    moves = tuple(asked.moves)
    if asked.hint:
        return {"move": a_right_move(name, step, moves)}
    verdict = judge(name, step, moves)
    return {
        "right": verdict.right,
        "done": verdict.done,
        "say": told(step_of(name, step), verdict, language),
        "answers": verdict.answers,
        "refuted": verdict.miss.answer if verdict.miss else "",
    }
