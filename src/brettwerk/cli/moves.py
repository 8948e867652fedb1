"""Moves for people: what they touch, where they lead, and lists of them in a chosen order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from brettwerk.games.core import Move, Position
    from brettwerk.games.face import Effects


def touched(position: Position, move: Move) -> tuple[str, ...]:
    """The cells that a move changes."""
    effects = position.effects(move)
    moved = (cell for pair in effects.moved for cell in pair)
    placed = (cell for cell, _ in effects.placed)
    return tuple(dict.fromkeys((*placed, *moved, *effects.taken)))


def arrivals(effects: Effects) -> tuple[str, ...]:
    """The cells that a move fills, without those that another piece of it leaves."""
    left = {origin for origin, _ in effects.moved}
    moved = (target for _, target in effects.moved if target not in left)
    return (*(cell for cell, _ in effects.placed), *moved)


def marks(position: Position) -> list[tuple[str, str]]:
    """For a picture: a dot where a legal move leads, a ring around what one takes."""
    found: dict[str, str] = {}
    for move in position.moves:
        effects = position.effects(move)
        found |= {cell: "dot" for cell in arrivals(effects) if cell not in found}
        found |= dict.fromkeys(effects.taken, "ring")
    return list(found.items())


Numbered = tuple[int, "Move"]


def listed(position: Position, wish: str = "") -> list[Numbered]:
    """The legal moves with their numbers in the order of their texts, arranged as wished.

    A wish is a cell (only moves that name it, those that begin there first), or one of the words
    in `WISHES`. Numbers stay the same whatever the order.
    """
    numbered = list(enumerate(position.moves, start=1))
    for words, arrange in WISHES:
        if wish in words:
            return arrange(position, numbered)
    naming = [item for item in numbered if wish in item[1].text]
    return sorted(naming, key=lambda item: not item[1].text.startswith(wish))


def with_target(position: Position, move: Move, wish: str) -> str:
    """The text of a move, in a list by target with the cells it fills if it does not name them."""
    unseen = [cell for cell in arrivals(position.effects(move)) if cell not in move.text]
    return f"{move.text} → {', '.join(unseen)}" if unseen and wish in BY_TARGET else move.text


def _by_target(position: Position, moves: Iterable[Numbered]) -> list[Numbered]:
    return sorted(moves, key=lambda item: (arrivals(position.effects(item[1])), item[0]))


def _taking(position: Position, moves: Iterable[Numbered]) -> list[Numbered]:
    return [item for item in moves if position.effects(item[1]).taken]


BY_TARGET = ("to", "nach", "ziel", "target")
WISHES = (
    (BY_TARGET, _by_target),
    (("takes", "taking", "captures", "x", "schlagen", "schlägt"), _taking),
)
