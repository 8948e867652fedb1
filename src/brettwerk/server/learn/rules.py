"""The pages of rules: Markdown, with every example as a board to try."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from threading import Lock

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.core.game import Position
from brettwerk.core.registry import definition, find_name, names, pages
from brettwerk.i18n import Language, Translator
from brettwerk.learn.rules import Figure, figures, rules_page
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
    from brettwerk.server.learn.markdown import passages

    waiting = iter(figures(name, language))
    found: list[RulesSection] = []
    for part in passages(rules_page(name, language)):
        if isinstance(part, int):
            shown = tuple(_shown(figure, language) for figure in islice(waiting, part))
            found[-1] = replace(found[-1], examples=shown)
        else:
            found.append(RulesSection(part, ()))
    return tuple(found)


def _shown(figure: Figure, language: Language) -> ShownExample:
    """Return a board with its caption and moves to try."""
    from brettwerk.server.learn.markdown import inline

    example = figure.example
    position, caption = example.position, inline(figure.caption)
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
