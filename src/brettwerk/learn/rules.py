"""The pages of rules with their examples: where each stands, and all of it as text for a terminal.

A page names an example in a fence and writes what one sees there below:

    ```example three-to-two
    Three push two.
    ```
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from brettwerk.learn.examples import examples
from brettwerk.notation.diagram import diagram
from brettwerk.notation.scene import Scene
from brettwerk.texts import rules_page, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from brettwerk.learn.examples import Example
    from brettwerk.texts import Language

INFO = "example"
_RUN = re.compile(rf"(?:^```{INFO} \S+\n(?:(?!```).*\n)*```\n\n?)+", re.MULTILINE)
_ONE = re.compile(rf"^```{INFO} (\S+)\n((?:(?!```).*\n)*)```$", re.MULTILINE)
WIDTH = 76
_GAP = 3


@dataclass(frozen=True)
class Figure:
    """An example on a page: its number there, and its caption as Markdown of one line."""

    number: int
    name: str
    example: Example
    caption: str

    def title(self, language: Language) -> str:
        """What it is called."""
        return say("lessons-figure", language, number=self.number)


@cache
def figures(page: str, language: Language) -> tuple[Figure, ...]:
    """The examples of a page in their order."""
    known = examples(page)
    found = _ONE.findall(rules_page(page, language))
    return tuple(
        Figure(number, name, known[name], " ".join(caption.split()))
        for number, (name, caption) in enumerate(found, start=1)
    )


def as_text(page: str, language: Language) -> str:
    """The page as Markdown, its examples drawn with letters."""
    waiting = iter(figures(page, language))

    def drawn(run: re.Match[str]) -> str:
        group = [next(waiting) for _ in _ONE.findall(run[0])]
        return "\n".join((*_beside(group, language), *_captions(group, language), ""))

    return _RUN.sub(drawn, rules_page(page, language))


def bare(scene: Scene) -> Scene:
    """The board and its pieces, without what lies beside it."""
    return Scene(scene.board, scene.pieces, scene.fields, scene.spots, last=scene.last)


def _beside(group: Sequence[Figure], language: Language) -> Iterator[str]:
    """Code blocks with as many diagrams side by side as a terminal has room for."""
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
    drawn = diagram(bare(example.position.scene), marks=marks).splitlines()
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
        told = [f"**{figure.title(language)}.** {figure.caption}", *claims(figure, language)]
        yield " ".join(told)
        yield ""


def claims(figure: Figure, language: Language) -> Iterator[str]:
    """What can be played there, and what not and why, each a sentence in Markdown."""
    example = figure.example
    if example.can:
        yield say("lessons-possible", language, moves=_listed(example.can))
    for moves in _alike(example):
        why = example.why_not(moves[0]).in_words(language)
        yield say("lessons-impossible", language, moves=_listed(moves), why=why)


def _listed(moves: Sequence[str]) -> str:
    return ", ".join(f"`{move}`" for move in moves)


def _alike(example: Example) -> list[list[str]]:
    """The moves that cannot be played, those with the same kind of reason together."""
    found: dict[str, list[str]] = {}
    for move, key in example.cannot.items():
        found.setdefault(key, []).append(move)
    return list(found.values())
