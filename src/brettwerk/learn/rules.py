"""The pages of rules with their examples, also as text for a terminal.

A page names an example in a fence, with its caption:

    ```example three-to-two
    Three push two.
    ```
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import zip_longest

from brettwerk.core.registry import pages
from brettwerk.errors import MissingPart
from brettwerk.i18n import Language, Translator, read_page
from brettwerk.learn.examples import Example, examples
from brettwerk.notation.diagram import diagram

INFO = "example"
_RUN = re.compile(rf"(?:^```{INFO} \S+\n(?:(?!```).*\n)*```\n\n?)+", re.MULTILINE)
FENCE = re.compile(rf"^```{INFO} (\S+)\n((?:(?!```).*\n)*)```$", re.MULTILINE)
WIDTH = 76
_GAP = 3


@dataclass(frozen=True)
class Figure:
    """An example on a page, with its number and its caption in Markdown."""

    number: int
    name: str
    example: Example
    caption: str

    def title(self, language: Language) -> str:
        """Return the title."""
        return Translator(language)("lessons-figure", number=self.number)


def rules_page(page: str, language: Language) -> str:
    """Return a page of rules as Markdown; MissingPart if the game has none."""
    folder = pages().get(page)
    if folder is None:
        raise MissingPart("missing-rules", game=page)
    return read_page(folder / "text", language)


@cache
def figures(page: str, language: Language) -> tuple[Figure, ...]:
    """Return the examples of a page in order."""
    found = FENCE.findall(rules_page(page, language))
    known = examples(page)
    return tuple(
        Figure(number, name, known[name], " ".join(caption.split()))
        for number, (name, caption) in enumerate(found, start=1)
    )


def rules_text(page: str, language: Language) -> str:
    """Return the page as Markdown, its examples as text diagrams."""
    waiting = iter(figures(page, language))

    def drawn(run: re.Match[str]) -> str:
        group = [next(waiting) for _ in FENCE.findall(run[0])]
        return "\n".join((*_side_by_side(group, language), *_captions(group, language), ""))

    return _RUN.sub(drawn, rules_page(page, language))


def _side_by_side(group: Sequence[Figure], language: Language) -> Iterator[str]:
    """Yield code blocks with as many diagrams side by side as a terminal has room for."""
    row: list[list[str]] = []
    for figure in group:
        block = _block(figure, language)
        if row and sum(map(_width, row)) + _GAP * len(row) + _width(block) > WIDTH:
            yield from _fenced(row)
            row = []
        row.append(block)
    yield from _fenced(row)


def _block(figure: Figure, language: Language) -> list[str]:
    example = figure.example
    marks = {*example.marked, *example.ringed}
    drawn = diagram(replace(example.position.board_view, trays=()), marks=marks).splitlines()
    margin = min(len(line) - len(line.lstrip()) for line in drawn)
    return [figure.title(language), *(line[margin:] for line in drawn)]


def _width(block: list[str]) -> int:
    return max(map(len, block))


def _fenced(row: list[list[str]]) -> Iterator[str]:
    yield "```"
    for parts in zip_longest(*row, fillvalue=""):
        padded = (part.ljust(_width(block)) for part, block in zip(parts, row, strict=True))
        yield (" " * _GAP).join(padded).rstrip()
    yield "```"
    yield ""


def _captions(group: Sequence[Figure], language: Language) -> Iterator[str]:
    for figure in group:
        parts = [f"**{figure.title(language)}.** {figure.caption}", *claims(figure, language)]
        yield " ".join(parts)
        yield ""


def claims(figure: Figure, language: Language) -> Iterator[str]:
    """Yield Markdown sentences: what can be played, and what cannot and why."""
    example = figure.example
    if example.can:
        yield Translator(language)("lessons-possible", moves=_code_list(example.can))
    for moves in _illegal_groups(example):
        why = example.explain_illegal(moves[0]).localized(language)
        yield Translator(language)("lessons-impossible", moves=_code_list(moves), why=why)


def _code_list(moves: Sequence[str]) -> str:
    return ", ".join(f"`{move}`" for move in moves)


def _illegal_groups(example: Example) -> list[list[str]]:
    """Return the illegal moves grouped by reason."""
    found: dict[str, list[str]] = {}
    for move, key in example.cannot.items():
        found.setdefault(key, []).append(move)
    return list(found.values())
