"""Why a move of Triapon is not legal, and why a ball may or may not be taken."""

from brettwerk.boards.board import mask
from brettwerk.boards.triangle import TRIANGLE
from brettwerk.core.game import Position
from brettwerk.errors import IllegalMove
from brettwerk.games.triapon import moves, rules
from brettwerk.games.triapon.rules import TriaponState
from brettwerk.games.triapon.triads import CROSSING, CROSSING_FROM, WINDOW_HOLES, closes

NAMES = TRIANGLE.names
_WINDOWS = [(goes_on, mask(holes)) for _, goes_on, holes in WINDOW_HOLES]


def explain_illegal(position: Position, move: int) -> IllegalMove:
    """The first thing that is wrong with this move."""
    state = position.state_as(TriaponState)
    return (
        _why_not_ball(state, moves.move_hole(move), moves.move_from(move))
        or _why_not_taken(position, move)
        or _why_not_barricade(position, move)
    )


def _why_not_ball(state: TriaponState, hole: int, origin: int) -> IllegalMove | None:
    """The phase, the hole, the ball, the distance."""
    placing = state.hands != 0
    if placing != (origin < 0):
        return IllegalMove("triapon-place" if placing else "triapon-move")
    if not rules.free_holes(state) >> hole & 1:
        return IllegalMove("triapon-held", hole=NAMES[hole])
    if placing:
        return None
    if not state.me >> origin & 1:
        return IllegalMove("triapon-not-your-ball", hole=NAMES[origin])
    if not rules.destinations(origin, state.me, 1 << hole):
        return IllegalMove("triapon-far", origin=NAMES[origin], hole=NAMES[hole])
    return None


def _why_not_taken(position: Position, move: int) -> IllegalMove | None:
    """A capture that must be made, or may not."""
    state = position.state_as(TriaponState)
    hole, origin, taken = moves.move_hole(move), moves.move_from(move), moves.move_taken(move)
    mine = rules.other_balls(state, move)
    closing = closes(hole, mine)
    free = takeable(position, mine | 1 << hole) if closing else 0
    if taken < 0:
        first = (free & -free).bit_length() - 1
        text = f"{NAMES[origin]}-{NAMES[hole]}" if origin >= 0 else NAMES[hole]
        return IllegalMove("triapon-must-take", move=f"{text}x{NAMES[first]}") if free else None
    if not closing:
        return IllegalMove("triapon-no-triad", hole=NAMES[hole])
    if free >> taken & 1:
        return None
    if not (state.second | state.third) >> taken & 1:
        return IllegalMove("triapon-no-prey", hole=NAMES[taken])
    return _why_safe(position, mine | 1 << hole, taken)


def takeable(position: Position, mine: int) -> int:
    """The balls that may be taken once the mover's lie like this."""
    words = position.game.definition.context(position.game.options)
    return rules.takeable(position.state_as(TriaponState), mine, words)


def _why_safe(position: Position, mine: int, ball: int) -> IllegalMove:
    """Why this ball of an opponent may not be taken: its owner, a row, or the other has more."""
    state = position.state_as(TriaponState)
    ahead = 1 if state.second >> ball & 1 else 2
    owner = (state.side + ahead) % 3
    if state.out >> owner & 1:
        return IllegalMove("triapon-owner-out", ball=NAMES[ball])
    balls = state.second if ahead == 1 else state.third
    row = holding_row(balls, ball, crossing_balls(position, mine, ahead))
    if row:
        return IllegalMove("triapon-held-fast", ball=NAMES[ball], row=row)
    return IllegalMove("triapon-from-other", ball=NAMES[ball])


def crossing_balls(position: Position, mine: int, ahead: int) -> tuple[int, ...]:
    """The balls of those whose rows count as crossing a row of the player so far ahead."""
    state = position.state_as(TriaponState)
    sets = [mine, state.second, state.third]
    if position.game.options["crossing"] == "others":
        sets[ahead] = 0
    return tuple(sets)


def holding_row(balls: int, ball: int, crossing: tuple[int, ...]) -> str | None:
    """A row of these balls that holds the ball fast, as the names of its holes."""
    for run in rows(balls):
        common = set(WINDOW_HOLES[run[0]][2]).intersection(*(WINDOW_HOLES[w][2] for w in run))
        if ball in common and not any(crossing_row(window, crossing) for window in run):
            return row_name(run)
    return None


def row_name(run: list[int]) -> str:
    """The holes of a row, given as its windows."""
    holes = [*WINDOW_HOLES[run[0]][2], *(WINDOW_HOLES[w][2][2] for w in run[1:])]
    return "–".join(NAMES[hole] for hole in holes)


def rows(balls: int) -> list[list[int]]:
    """The rows of three or more, each as its windows."""
    rows: list[list[int]] = []
    before = False
    for window, (goes_on, holes) in enumerate(_WINDOWS):
        full = balls & holes == holes
        if full and before:
            rows[-1].append(window)
        elif full:
            rows.append([window])
        before = full and goes_on
    return rows


def crossing_row(window: int, crossing: tuple[int, ...]) -> bool:
    """Whether a longer row of one of these sets crosses the window."""
    longer = CROSSING[CROSSING_FROM[window] : CROSSING_FROM[window + 1]]
    return any(one & balls == one for one in longer for balls in crossing)


def _why_not_barricade(position: Position, move: int) -> IllegalMove:
    """A barricade that may not be put, or not there."""
    if not position.game.options["barricades"]:
        return IllegalMove("triapon-no-barricades")
    after = rules.play_ball(position.state_as(TriaponState), moves.without_barricade(move))
    barricade = moves.move_barricade(move)
    if rules.free_holes(after) >> barricade & 1:
        return IllegalMove("triapon-no-barricade-now")
    return IllegalMove("triapon-held", hole=NAMES[barricade])
