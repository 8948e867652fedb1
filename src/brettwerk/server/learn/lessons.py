"""First lessons on the page, and the hub: all there is to learn about each game."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from brettwerk.core.game import Position
from brettwerk.core.registry import find_name, names
from brettwerk.errors import MissingPart
from brettwerk.i18n import SOURCE, Language, Translator, find_language
from brettwerk.learn import lessons
from brettwerk.server.errors import ServerError
from brettwerk.server.http.budget import budget_of
from brettwerk.server.http.drawings import FOR_A_DAY, showcase
from brettwerk.server.http.pages import by_name, page, redirect
from brettwerk.server.http.request import body_of, client_of, wanted_language
from brettwerk.server.http.response import answer
from brettwerk.server.learn.messages import DeviceStep, LessonAttempt, LessonVerdict
from brettwerk.server.learn.rules import further_pages
from brettwerk.server.study.board import board_of, figure_lines
from brettwerk.server.study.messages import MoveMessage

MAX_BYTES = 2000
# What else there may be to learn from, by its address.
MORE = ("puzzles", "analysis", "known")


# -- the hub ------------------------------------------------------------------------------------
async def choose(request: Request) -> Response:  # noqa: ARG001 — a route
    """GET /lessons, /rules: of which game? The hub leads to all of them."""
    return RedirectResponse("/learn")


async def learn(request: Request) -> Response:
    """GET /learn: all games, and how far one has got with each."""
    t = Translator(wanted_language(request))
    pictures = {name: showcase(name, t.title(name)) for name in names()}
    counts = {name: len(lessons.steps(name)) for name in names()}
    return page(request, "learn.html", pictures=pictures, counts=counts, more=MORE)


@by_name
async def learn_game(request: Request) -> Response:
    """GET /learn/GAME: what there is for one game."""
    name, language = request.path_params["game"], wanted_language(request)
    return page(
        request,
        "learn_game.html",
        name=name,
        picture=showcase(name, Translator(language).title(name)),
        steps=[(step.name, step.text(language).title) for step in lessons.steps(name)],
        further=further_pages(name),
        more=MORE,
    )


# -- a lesson -----------------------------------------------------------------------------------
async def lesson(request: Request) -> Response:
    """GET /lessons/GAME and /lessons/GAME/STEP: one step, with a board to do it on."""
    name, language = find_name(request.path_params["game"]), wanted_language(request)
    all_steps = lessons.steps(name)
    if not all_steps:
        raise MissingPart("missing-lessons", game=name)
    wanted = request.path_params.get("step", all_steps[0].name)
    if name != request.path_params["game"]:
        return redirect(request, f"/lessons/{name}/{wanted}")
    step = _step(name, wanted)
    at = all_steps.index(step)
    words = step.text(language)
    following = all_steps[at + 1].name if at + 1 < len(all_steps) else None
    title = Translator(language)("lessons-board", title=words.title)
    marks = {"last": step.position.board_view.last, "picked": step.rings.split()}
    lines = figure_lines(step.position)
    return page(
        request,
        "lesson.html",
        embed={"marks": {**marks, "lines": lines}},
        name=name,
        step=step,
        words_of_step=words,
        number=at + 1,
        steps=[(one.name, one.text(language).title) for one in all_steps],
        following=following,
        board=board_of(step.position, language, title=title, marks=marks, lines=lines),
    )


def _step(game: str, name: str) -> lessons.LessonStep:
    """Return a step by its name; ServerError if there is none."""
    try:
        return lessons.find_step(game, name)
    except lessons.UnknownStep as error:
        raise ServerError.of(404, error) from None


async def judged(request: Request) -> Response:
    """POST /api/lessons/GAME/STEP: whether the last move was right, and why not."""
    budget_of(request).charge(client_of(request))
    attempt = await body_of(request, LessonAttempt, MAX_BYTES)
    name, step = find_name(request.path_params["game"]), request.path_params["step"]
    language = wanted_language(request)
    return answer(await run_in_threadpool(lambda: _verdict(name, step, attempt, language)))


# -- for devices --------------------------------------------------------------------------------
async def device_lesson(request: Request) -> Response:
    """GET /data/LANGUAGE/lessons/GAME.json: all verdicts, for a device to judge moves itself."""
    name = find_name(request.path_params["game"])
    language = find_language(request.path_params["language"]) or SOURCE
    found = await run_in_threadpool(lambda: _for_device(name, language))
    return answer(found, headers=FOR_A_DAY)


def _for_device(name: str, language: Language) -> dict[str, DeviceStep]:
    found = {step.name: DeviceStep({}, {}) for step in lessons.steps(name)}
    for step in lessons.steps(name):
        _judge_all(step, (), step.position, found[step.name], language)
    return found


def _judge_all(
    step: lessons.LessonStep,
    moves: tuple[str, ...],
    position: Position,
    found: DeviceStep,
    language: Language,
) -> None:
    """Judge every move here, and after every right one those that follow the answers."""
    found.hints[" ".join(moves)] = lessons.example_move(step.game, step.name, moves)
    for move in position.moves:
        way = (*moves, move.text)
        verdict = _verdict(step.game, step.name, LessonAttempt([*way]), language)
        assert isinstance(verdict, LessonVerdict)
        found.verdicts[" ".join(way)] = verdict
        if verdict.right and not verdict.done:
            after = position.play(move)
            for text in verdict.answers:
                after = after.play(text)
            _judge_all(step, (*way, *verdict.answers), after, found, language)


def _verdict(
    name: str, step: str, attempt: LessonAttempt, language: Language
) -> LessonVerdict | MoveMessage:
    found, moves = _step(name, step), tuple(attempt.moves)
    if attempt.hint:
        return MoveMessage(lessons.example_move(name, step, moves))
    verdict = lessons.check_moves(name, step, moves)
    return LessonVerdict(
        right=verdict.right,
        done=verdict.done,
        say=lessons.feedback(found, verdict, language),
        answers=verdict.answers,
        refuted=verdict.failure.answer if verdict.failure else "",
    )
