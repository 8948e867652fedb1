"""The pages of rules: Markdown, with every example as a board to try."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from threading import Lock

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.game import Position
from brettwerk.core.registry import definition, find_name, names, pages
from brettwerk.i18n import Language, Translator
from brettwerk.learn.rules import INFO, Figure, figures, rules_page
from brettwerk.server.http.pages import embedded, page
from brettwerk.server.http.request import wanted_language
from brettwerk.server.study.board import StudyBoard, board_of, figure_lines, outcome_words

_lock = Lock()


async def rules(request: Request) -> Response:
    """GET /rules/NAME: the rules of a game, or of a board."""
    name = request.path_params["page"]
    if name not in pages():
        name = find_name(name)
    return await page(
        request,
        "rules.html",
        name=name,
        further=further_pages(name) if name in names() else (),
        sections=await run_in_threadpool(_once, name, wanted_language(request)),
    )


def further_pages(game: str) -> list[str]:
    """Return the names of the pages that belong to a game beside its rules."""
    return [name for name in definition(game).pages if name != game and name in pages()]


@cache
def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    # What scrolls must be reachable by keyboard.
    made.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>')
    made.add_render_rule("table_close", lambda *_: "</table></div>")
    return made


@dataclass(frozen=True)
class ShownExample:
    """An example as the page shows it."""

    id: str
    name: str
    caption: Markup
    board: StudyBoard
    marks: Markup
    status: str
    can: tuple[str, ...]
    cannot: dict[str, str]
    still: bool


@dataclass(frozen=True)
class RulesSection:
    """A passage of text, and the examples after it."""

    text: Markup
    examples: tuple[ShownExample, ...]


def _once(name: str, language: Language) -> tuple[RulesSection, ...]:
    """Return the page; it is slow the first time, so others wait instead of making it too."""
    with _lock:
        return _sections(name, language)


@cache
def _sections(name: str, language: Language) -> tuple[RulesSection, ...]:
    """Return text and examples in turn."""
    made = _markdown()
    waiting = iter(figures(name, language))
    found: list[RulesSection] = []
    for is_example, run in groupby(made.parse(rules_page(name, language)), key=_is_example):
        if is_example:
            shown = tuple(_shown(next(waiting), language) for _ in run)
            found[-1] = replace(found[-1], examples=shown)
        else:
            text = made.renderer.render(list(run), made.options, {})
            found.append(RulesSection(Markup(text), ()))
    return tuple(found)


def _is_example(token: Token) -> bool:
    return token.type == "fence" and token.info.startswith(INFO)


def _shown(figure: Figure, language: Language) -> ShownExample:
    """Return a board with its caption and moves to try."""
    example = figure.example
    position = example.position
    caption = Markup(_markdown().renderInline(figure.caption))
    title = f"{figure.title(language)}: {caption.striptags()}"
    marks, lines = dict(_marks(figure)), figure_lines(position, example.can)
    return ShownExample(
        id=f"example-{figure.name}",
        name=figure.title(language),
        caption=caption,
        board=board_of(position, language, title=title, marks=marks, lines=lines),
        marks=embedded({**marks, "lines": lines}),
        status="" if example.still else _status(position, language),
        can=example.can,
        cannot={move: example.explain_illegal(move).localized(language) for move in example.cannot},
        still=example.still,
    )


def _status(position: Position, language: Language) -> str:
    """Describe whose turn it is, or how it ended."""
    if position.outcome:
        return outcome_words(position.game, position.outcome, language)
    t = Translator(language)
    return t("page-turn-of", who=t.seat(position.game.seats[position.turn]))


def _marks(figure: Figure) -> Iterator[tuple[str, list[str]]]:
    """Yield the marked cells by kind: free ones to go to, occupied ones to take."""
    example = figure.example
    held = example.position.pieces
    yield "last", list(example.position.board_view.last)
    yield "to", [cell for cell in example.marked if cell not in held]
    yield "take", [cell for cell in example.marked if cell in held]
    yield "picked", [*example.ringed, *(c for c in held if example.marks == f".{c}")]
