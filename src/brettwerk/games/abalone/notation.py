"""Moves as Aba-Pro and Nacre write them.

In line Aba-Pro names the rearmost marble and its target, as Brettwerk does, and Nacre the rearmost
marble and the target of the foremost. Broadside Aba-Pro names both ends and the target of the end
named first; Nacre one end and the target of the other, the pair of cells that lie farther apart.
So two adjacent cells are always a move of Aba-Pro, and no text has two meanings on a board.
"""

import re
from itertools import product

from brettwerk.boards.board import Coordinate
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.core.game import Move, Position
from brettwerk.errors import IllegalMove, InvalidMove
from brettwerk.games.abalone.explain import direction_to, marble, row_move
from brettwerk.games.abalone.rules import (
    move_axis,
    move_cell,
    move_count,
    move_direction,
    pack_in_line,
)
from brettwerk.i18n import truncate

_CELLS = re.compile(r"(?:[a-i][1-9]){2,3}")
# Signs for a capture, a hyphen and the like, which programs put into moves.
_SIGNS = re.compile(r"[^a-z0-9]+|x(?![0-9])")
_STEPS = HEXAGON.steps
NAMES = HEXAGON.names


# -- writing --------------------------------------------------------------------------------------
def write_aba_pro(move: Move) -> str:
    """Return a move as Aba-Pro writes it, which is how Brettwerk does."""
    return move.text


def write_nacre(move: Move) -> str:
    """Return a move as Nacre writes it."""
    step = _STEPS[move_direction(move.code)]
    first, last = marble(move.code, 0), marble(move.code, move_count(move.code) - 1)
    pairs = [(first, HEXAGON.step(last, step)), (last, HEXAGON.step(first, step))]
    if move_axis(move.code) < 0:
        del pairs[1:]
    origin, target = max(pairs, key=lambda pair: _distance(*pair))
    assert target is not None  # own marbles never leave the board
    return NAMES[origin] + NAMES[target]


def _distance(cell: int, other: int | None) -> int:
    """Return the number of steps between two cells."""
    return -1 if other is None else _length(_between(cell, other))


def _between(cell: int, other: int) -> Coordinate:
    (row, number), (to_row, to_number) = HEXAGON.coordinates[cell], HEXAGON.coordinates[other]
    return to_row - row, to_number - number


def _length(way: Coordinate) -> int:
    row, number = way
    return max(abs(row), abs(number), abs(row - number))


# -- reading --------------------------------------------------------------------------------------
def read_move(position: Position, text: str) -> Move:
    """Return the legal move that a text of Aba-Pro or Nacre means."""
    code = _code(position, text)
    if code in position.legal_codes:
        return position.game.move_of(code)
    if position.outcome:
        raise IllegalMove("game-over")
    raise position.game.definition.explain_illegal(position, code)


def _code(position: Position, text: str) -> int:
    plain = _SIGNS.sub("", text.lower())
    if not _CELLS.fullmatch(plain):
        raise InvalidMove("abalone-not-a-move", move=truncate(text))
    names = [plain[at : at + 2] for at in range(0, len(plain), 2)]
    cells = [HEXAGON.index.get(name, -1) for name in names]
    if -1 in cells:
        raise InvalidMove("abalone-off-board", cell=names[cells.index(-1)], move=truncate(text))
    if len(cells) == 3:
        return _broadside(*cells)
    return _of_two_cells(position, *cells)


def _of_two_cells(position: Position, cell: int, target: int) -> int:
    """Return the move of a pair of cells: adjacent as Aba-Pro, others as Nacre writes them."""
    way = _between(cell, target)
    length = _length(way)
    if length < 2:
        return _in_line(position, cell, target)
    row, number = way
    if row % length == 0 and number % length == 0:
        return _nacre_in_line(position, cell, target, (row // length, number // length))
    return _nacre_broadside(position, cell, target, way)


def _direction(cell: int, target: int) -> int:
    """Return the direction of a neighbour."""
    direction = direction_to(cell, target)
    if direction < 0:
        raise IllegalMove("abalone-one-step", cell=NAMES[cell], target=NAMES[target])
    return direction


def _in_line(position: Position, cell: int, target: int) -> int:
    """Return the move of the marble on a cell to a neighbour, with count 0 if it is not legal."""
    direction = _direction(cell, target)
    for code in position.legal_codes:
        here = move_axis(code) < 0 and move_cell(code) == cell
        if here and move_direction(code) == direction:
            return code
    return pack_in_line(cell, direction, 0, 0)


def _broadside(end: int, other: int, target: int) -> int:
    """Return the move of the row between two ends; `target` is that of the end named first."""
    code = row_move(end, other, _direction(end, target))
    if code < 0:
        raise IllegalMove("abalone-not-a-row", first=NAMES[end], second=NAMES[other])
    return code


def _nacre_in_line(position: Position, cell: int, target: int, step: Coordinate) -> int:
    """Return the move in line of the marbles from here on.

    Some programs name the foremost marble itself instead of its target.
    """
    beside = HEXAGON.step(cell, step)
    assert beside is not None  # it lies between two cells
    code = _in_line(position, cell, beside)
    count, moved = move_count(code), _length(_between(cell, target))
    if count and moved not in (count, count - 1):
        raise IllegalMove("abalone-nacre-count", cell=NAMES[cell], target=NAMES[target])
    return code


def _broadsides() -> dict[Coordinate, list[tuple[Coordinate, int, Coordinate]]]:
    """Return, by the way from a marble to a target, the rows and the step that a move can have."""
    found: dict[Coordinate, list[tuple[Coordinate, int, Coordinate]]] = {}
    for (row, number), count, (to_row, to_number) in product(_STEPS, (1, 2), _STEPS):
        way = (count * row + to_row, count * number + to_number)
        if _length(way) == count + 1 and (row, number) != (to_row, to_number):
            found.setdefault(way, []).append(((row, number), count, (to_row, to_number)))
    return found


_BROADSIDES = _broadsides()


def _nacre_broadside(position: Position, cell: int, target: int, way: Coordinate) -> int:
    """Return the broadside move of one end and the target of the other end.

    A row of two can lie in two ways, of which the other's row would hold the targets of this one:
    so at most one is legal.
    """
    codes = []
    for axis, count, step in _BROADSIDES.get(way, ()):
        end, beside = HEXAGON.step(cell, axis, count), HEXAGON.step(cell, step)
        if end is not None and beside is not None:
            codes.append(_broadside(cell, end, beside))
    for code in codes:
        if code in position.legal_codes:
            return code
    if not codes:
        raise IllegalMove("abalone-one-step", cell=NAMES[cell], target=NAMES[target])
    return codes[0]
