"""What the engine thinks of the moves from a position: a score, or the exact value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from brettwerk.core.game import Position
from brettwerk.i18n import Language
from brettwerk.search import analyse
from brettwerk.search.explain import exact_words, line_words


class MoveValue(NamedTuple):
    """What a move comes to: what each player may expect, whether that is proven, and words."""

    score: tuple[float, ...]
    is_exact: bool
    words: str


def move_values(
    position: Position, moves: Iterable[str], nodes: int, language: Language
) -> dict[str, MoveValue]:
    """Return the values of moves, each after a search of this many nodes or by the solver."""
    return {move: _value(position.play(move), nodes, language) for move in moves}


def _value(after: Position, nodes: int, language: Language) -> MoveValue:
    if after.outcome:
        return MoveValue(after.outcome.returns, True, after.outcome.sentence(language))
    found = analyse(after, nodes=nodes)
    line = found.lines[0]
    exact = found.exact or line.exact
    if exact:
        return MoveValue(exact.returns, True, exact_words(after, exact, language, line.moves))
    return MoveValue(line.score, False, line_words(after, line, language))
