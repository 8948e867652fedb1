"""Moves for people: marks of where they lead, and filtered lists."""

from collections.abc import Iterable

from brettwerk.cli.shared import typed_words
from brettwerk.core.game import Move, Position


def marks(position: Position) -> list[tuple[str, str]]:
    """Return the marks of legal moves: a dot on each target, a ring around each capture."""
    found: dict[str, str] = {}
    for move in position.moves:
        effects = position.effects(move)
        found |= {cell: "dot" for cell in effects.targets if cell not in found}
        found |= dict.fromkeys(effects.taken, "ring")
    return list(found.items())


Numbered = tuple[int, Move]


def list_moves(position: Position, filter_text: str = "") -> list[Numbered]:
    """Return legal moves with their numbers, filtered and sorted.

    A filter is a cell (moves that name it, those that begin there first), or one of the words in
    `FILTERS`. The numbers do not depend on it.
    """
    numbered = list(enumerate(position.moves, start=1))
    for key, arrange in FILTERS:
        if filter_text in typed_words(key):
            return arrange(position, numbered)
    naming = [item for item in numbered if filter_text in item[1].text]
    return sorted(naming, key=lambda item: not item[1].text.startswith(filter_text))


def move_label(position: Position, move: Move, filter_text: str) -> str:
    """Return the text of a move; in a list by target with those that the text does not name."""
    unseen = [cell for cell in position.effects(move).targets if cell not in move.text]
    wanted = unseen and filter_text in typed_words(BY_TARGET)
    return f"{move.text} → {', '.join(unseen)}" if wanted else move.text


def _by_target(position: Position, moves: Iterable[Numbered]) -> list[Numbered]:
    return sorted(moves, key=lambda item: (position.effects(item[1]).targets, item[0]))


def _taking(position: Position, moves: Iterable[Numbered]) -> list[Numbered]:
    return [item for item in moves if position.effects(item[1]).taken]


BY_TARGET = "cli-moves-by-target"
FILTERS = ((BY_TARGET, _by_target), ("cli-moves-taking", _taking))
