"""The pages of rules: Markdown, with every example as a board to try it on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from threading import Lock
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from brettwerk.games.catalogue import find_name
from brettwerk.learn.rules import INFO, figures
from brettwerk.server.languages import wanted_language
from brettwerk.server.pages import embedded, modules, page
from brettwerk.server.study import StudyBoard, board_of, ending_words
from brettwerk.texts import rules_page, say, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token
    from starlette.requests import Request
    from starlette.responses import Response

    from brettwerk.games.core import Position
    from brettwerk.learn.rules import Figure
    from brettwerk.texts import Language

BOARD = "board"
_lock = Lock()


async def rules(request: Request) -> Response:
    """GET /rules/NAME: the rules of a game, or of the Katarenga board."""
    name = request.path_params["page"]
    if name != BOARD:
        name = find_name(name)
    return page(
        request,
        "rules.html",
        speaks=("study-",),
        name=name,
        sections=await run_in_threadpool(_once, name, wanted_language(request)),
        scripts=modules("rules.js"),
    )


@cache
def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    # What can be scrolled must be reached by keys.
    made.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>')
    made.add_render_rule("table_close", lambda *_: "</table></div>")
    return made


@dataclass(frozen=True)
class Shown:
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
class Section:
    """Some text, and the examples after it."""

    text: Markup
    examples: tuple[Shown, ...]


def _once(name: str, language: Language) -> tuple[Section, ...]:
    """The page; it takes a while the first time, so others wait instead of making it as well."""
    with _lock:
        return _sections(name, language)


@cache
def _sections(name: str, language: Language) -> tuple[Section, ...]:
    """The page: text and examples in turn."""
    made = _markdown()
    waiting = iter(figures(name, language))
    found: list[Section] = []
    for is_example, run in groupby(made.parse(rules_page(name, language)), key=_is_example):
        if is_example:
            shown = tuple(_shown(next(waiting), language) for _ in run)
            found[-1] = replace(found[-1], examples=shown)
        else:
            text = made.renderer.render(list(run), made.options, {})
            found.append(Section(Markup(text), ()))
    return tuple(found)


def _is_example(token: Token) -> bool:
    return token.type == "fence" and token.info.startswith(INFO)


def _shown(figure: Figure, language: Language) -> Shown:
    """A board with its caption, and moves to try."""
    example = figure.example
    position = example.position
    caption = Markup(_markdown().renderInline(figure.caption))
    title = f"{figure.title(language)}: {caption.striptags()}"
    marks = dict(_marks(figure))
    return Shown(
        id=f"example-{figure.name}",
        name=figure.title(language),
        caption=caption,
        board=board_of(position, language, title=title, marks=marks),
        marks=embedded(marks),
        status="" if example.still else _status(position, language),
        can=example.can,
        cannot={move: example.why_not(move).in_words(language) for move in example.cannot},
        still=example.still,
    )


def _status(position: Position, language: Language) -> str:
    """Whose turn it is, or how it ended."""
    if position.outcome:
        return ending_words(position.game, position.outcome, language)
    seats = sentences(language)
    return say("page-turn-of", language, who=seats[f"seat-{position.game.seats[position.turn]}"])


def _marks(figure: Figure) -> Iterator[tuple[str, list[str]]]:
    """Cells by how they are marked: free ones to go to, held ones to take from."""
    example = figure.example
    held = example.position.pieces
    yield "last", list(example.position.scene.last)
    yield "to", [cell for cell in example.marked if cell not in held]
    yield "take", [cell for cell in example.marked if cell in held]
    yield "picked", [*example.ringed, *(c for c in held if example.marks == f".{c}")]
