"""Triads and rows of Triapon as lines on the board: closed, possible, holding fast, crossing."""

from collections.abc import Iterator

from brettwerk.boards.board import cells_of
from brettwerk.boards.triangle import KINDS as STEPS
from brettwerk.boards.triangle import TRIANGLE
from brettwerk.core.effects import Line
from brettwerk.core.game import Position
from brettwerk.core.gestures import parse_gesture
from brettwerk.games.triapon import rules
from brettwerk.games.triapon.reasons import crossing_balls, rows
from brettwerk.games.triapon.rules import TriaponState
from brettwerk.games.triapon.triads import CROSSING, CROSSING_FROM, WINDOW_HOLES, near_triads

NAMES = TRIANGLE.names
KINDS = ("short", "medium", "long")


def closed_triads(hole: int, mine: int) -> Iterator[Line]:
    """Yield the triads that a ball on this hole closes with the others in `mine`."""
    for kind, steps in zip(KINDS, STEPS, strict=True):
        for a, b in steps:
            ahead, behind = (_adjoining(hole, way, mine) for way in ((a, b), (-a, -b)))
            if len(ahead) < 3 and len(behind) < 3 and len(ahead) + len(behind) >= 2:
                yield (kind, *_names((*behind[::-1], hole, *ahead)))


def _adjoining(hole: int, step: tuple[int, int], mine: int) -> tuple[int, ...]:
    """Return those of these balls that adjoin the hole in this direction."""
    ray = TRIANGLE.ray(hole, step)
    count = next((at for at, cell in enumerate(ray) if not mine >> cell & 1), len(ray))
    return ray[:count]


def _names(holes: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(NAMES[hole] for hole in holes)


def cell_lines(position: Position, gesture: str) -> dict[str, tuple[Line, ...]]:
    """Return the rows of every ball, and the triads that balls on free holes would close."""
    if position.outcome:
        return {}
    state, steps = position.state_as(TriaponState), parse_gesture(gesture)
    mine, lifted = state.me, 0
    for sign, cell in steps:
        bit = 1 << TRIANGLE.index[cell] if cell in TRIANGLE.index else 0
        mine, lifted = (mine & ~bit, bit) if sign == "." else (mine | bit, lifted)
    found = dict[str, tuple[Line, ...]]()
    for ahead, balls in enumerate((mine, state.second, state.third)):
        crossing = crossing_balls(position, mine, ahead)
        for ball in cells_of(balls):
            found[NAMES[ball]] = tuple(_rows_through(ball, balls, crossing))
    if all(sign == "." for sign, _ in steps):
        for hole in cells_of(rules.free_holes(state)):
            found[NAMES[hole]] = tuple(dict.fromkeys(_possible(state, hole, lifted)))
    return {cell: lines for cell, lines in found.items() if lines}


def _rows_through(ball: int, balls: int, crossing: tuple[int, ...]) -> Iterator[Line]:
    """Yield the rows of a ball: those that hold it, or those that do not and what crosses them."""
    for run in rows(balls):
        windows = [WINDOW_HOLES[window][2] for window in run]
        cells = (*windows[0], *(holes[2] for holes in windows[1:]))
        if ball not in cells:
            continue
        crossers = [one for window in run for one in _crossers(window, crossing)]
        holds = not crossers and ball in set(windows[0]).intersection(*windows)
        yield ("holds" if holds else "row", *_names(cells))
        yield from (("crosses", *_names(holes)) for holes in crossers[:1])


def _crossers(window: int, crossing: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the longer triads of these sets of balls that cross a window."""
    for one in CROSSING[CROSSING_FROM[window] : CROSSING_FROM[window + 1]]:
        if any(int(one) & balls == int(one) for balls in crossing):
            yield tuple(cells_of(int(one)))


def _possible(state: TriaponState, hole: int, lifted: int) -> Iterator[Line]:
    """Yield the triads that players could close on a hole, the mover with the lifted ball."""
    for ahead in range(3):
        balls, player = state[ahead], (state.side + ahead) % 3
        if state.out >> player & 1 or not near_triads(balls) >> hole & 1:
            continue
        if state.hands:
            yield from closed_triads(hole, balls) if rules.nibble(state.hands, player) else ()
            continue
        for origin in cells_of(lifted if lifted and not ahead else balls):
            if rules.destinations(origin, balls, 1 << hole):
                yield from closed_triads(hole, balls ^ 1 << origin)
