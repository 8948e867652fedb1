"""Hints at someone's turn, whatever the game: where to place, and that placing is over."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brettwerk.cli.table.table import Table
    from brettwerk.games.core import Position

MOST_NAMED = 12


def tell_placements(table: Table) -> None:
    """The fields to place on, where they are few and not just the empty ones; and why those."""
    scene, index = table.position.scene, table.position.game.board.index
    cells = [move.text for move in table.position.moves]
    few = 0 < len(cells) <= MOST_NAMED and len(cells) < len(index) - len(scene.pieces)
    if not few or not all(cell in index for cell in cells):
        return
    fields = ", ".join(cells)
    if len(scene.last) == 1 and scene.fields:
        last = scene.last[0]
        colour = table.screen.voice(f"cli-field-{scene.fields[index[last]]}")
        table.screen.tell("cli-place-after", last=last, colour=colour, cells=fields)
    else:
        table.screen.tell("cli-place-on", cells=fields)


def tell_placing_over(table: Table) -> None:
    """Once, when moves have become something else than placements."""
    course = [*table.match.past[_last_turn(table) :], table.position]
    if any(_placing(before) and not _placing(after) for before, after in pairwise(course)):
        table.screen.tell("cli-placing-over")


def _last_turn(table: Table) -> int:
    """The last turn of anyone at the keyboard, counted in what can be gone back to."""
    past = table.match.past
    human = (at for at, before in enumerate(past) if _by_human(table, before))
    return max(human, default=0)


def _by_human(table: Table, position: Position) -> bool:
    return table.is_human(table.match.person_at(position.turn))


def _placing(position: Position) -> bool:
    """Whether every move puts a new piece onto the board."""
    effects = map(position.effects, position.moves)
    return all(effect.placed and not effect.moved for effect in effects)
