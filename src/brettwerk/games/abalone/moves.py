"""Moves of Abalone from the cells that name them, and why some cells name none."""

from brettwerk.boards.board import Coordinate
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.core.game import Position
from brettwerk.errors import IllegalMove
from brettwerk.games.abalone import rules
from brettwerk.games.abalone.rules import AbaloneState, move_axis, move_cell, move_count

NAMES = HEXAGON.names
_DIRECTIONS = {
    (cell, HEXAGON.step(cell, step)): direction
    for cell in range(len(HEXAGON))
    for direction, step in enumerate(HEXAGON.steps)
}
# The cells from each one on, in each direction.
_LINES = tuple(
    tuple((cell, *HEXAGON.ray(cell, step)) for step in HEXAGON.steps)
    for cell in range(len(HEXAGON))
)


def step_of(move: int) -> Coordinate:
    """The step that each marble of a move makes."""
    return HEXAGON.steps[rules.move_direction(move)]


def group_of(move: int) -> tuple[int, ...]:
    """The own marbles that a move takes along, from the one that it names."""
    cell, axis = move_cell(move), move_axis(move)
    step = HEXAGON.steps[axis] if axis >= 0 else step_of(move)
    return (cell, *HEXAGON.ray(cell, step)[: move_count(move) - 1])


def direction_of(cell: int, target: int) -> int:
    """The direction of a neighbour."""
    direction = _DIRECTIONS.get((cell, target))
    if direction is None:
        raise IllegalMove("abalone-one-step", cell=NAMES[cell], target=NAMES[target])
    return direction


def in_line(position: Position, cell: int, target: int) -> int:
    """The in-line move of the marble on `cell` to `target`, or why there is none."""
    direction = direction_of(cell, target)
    state = position.state_as(AbaloneState)
    line = _LINES[cell][direction]
    mine = _run(line, state.me)
    theirs = _run(line[mine:], state.opp)
    code = rules.pack_in_line(cell, direction, min(mine, 3), min(theirs, 2))
    if code not in position.legal_codes:
        raise _why_not_in_line(line, mine, theirs)
    return code


def _why_not_in_line(line: tuple[int, ...], mine: int, theirs: int) -> IllegalMove:
    """What stops the row that begins here."""
    if mine == 0:
        return IllegalMove("abalone-not-your-marble", cell=NAMES[line[0]])
    if mine > 3:
        return IllegalMove("abalone-too-many", count=mine)
    if mine == len(line):
        return IllegalMove("abalone-own-off", cell=NAMES[line[-1]])
    if theirs >= mine:
        return IllegalMove("abalone-patt", mine=mine, theirs=theirs)
    return IllegalMove("abalone-blocked", cell=NAMES[line[mine + theirs]])


def _run(line: tuple[int, ...], marbles: int) -> int:
    """How many marbles of a set stand at the beginning of a line without a gap."""
    count = 0
    while count < len(line) and marbles >> line[count] & 1:
        count += 1
    return count


def broadside(end: int, other: int, target: int) -> int:
    """The broadside move of the row between two ends; `target` is that of the end named first."""
    lowest, highest = min(end, other), max(end, other)
    direction = direction_of(end, target)
    for axis in range(3):
        ray = HEXAGON.ray(lowest, HEXAGON.steps[axis])
        if highest in ray[:2] and direction % 3 != axis:
            count = ray.index(highest) + 2
            return rules.pack_broadside(lowest, direction, count, axis)
    raise IllegalMove("abalone-not-a-row", first=NAMES[end], second=NAMES[other])
