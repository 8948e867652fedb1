"""Markdown as HTML; few pages need it, so it is imported late."""

from collections.abc import Iterator
from functools import cache
from itertools import groupby

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from brettwerk.learn.rules import INFO


@cache
def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    # What scrolls must be reachable by keyboard.
    made.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>')
    made.add_render_rule("table_close", lambda *_: "</table></div>")
    return made


def passages(text: str) -> Iterator[Markup | int]:
    """Yield the passages of a page and, between them, how many examples follow one another."""
    made = _markdown()
    for is_example, run in groupby(made.parse(text), key=_is_example):
        tokens = list(run)
        yield len(tokens) if is_example else Markup(made.renderer.render(tokens, made.options, {}))


def _is_example(token: Token) -> bool:
    return token.type == "fence" and token.info.startswith(INFO)


def inline(text: str) -> Markup:
    """Return a line of text."""
    return Markup(_markdown().renderInline(text))
