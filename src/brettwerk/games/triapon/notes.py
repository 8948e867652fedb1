"""Why each ball of the opponents may or may not be taken, for those who look at the board."""

from brettwerk.boards.board import cells_of
from brettwerk.boards.triangle import TRIANGLE
from brettwerk.core.game import Position
from brettwerk.core.gestures import Note, parse_gesture
from brettwerk.games.triapon.lines import KINDS
from brettwerk.games.triapon.reasons import crossing_balls, holding_row, row_name, rows, takeable
from brettwerk.games.triapon.rules import TriaponState
from brettwerk.games.triapon.triads import CROSSING, CROSSING_FROM, WINDOW_HOLES

NAMES = TRIANGLE.names


def notes(position: Position, gesture: str) -> dict[str, Note]:
    """A sentence for every ball of an opponent, the mover's own lying as after these steps."""
    if position.outcome:
        return {}
    state = position.state_as(TriaponState)
    mine = _mine_after(state.me, gesture)
    free = takeable(position, mine)
    found = {}
    for ahead, balls in ((1, state.second), (2, state.third)):
        owner_out = state.out >> (state.side + ahead) % 3 & 1
        crossing = crossing_balls(position, mine, ahead)
        for ball in cells_of(balls):
            if owner_out:
                found[NAMES[ball]] = Note("triapon-owner-out", {"ball": NAMES[ball]})
            else:
                found[NAMES[ball]] = _note(balls, ball, crossing, bool(free >> ball & 1))
    return found


def _mine_after(mine: int, gesture: str) -> int:
    """The mover's balls after a ball was taken up and set down."""
    for sign, cell in parse_gesture(gesture):
        if cell in TRIANGLE.index and sign in ".>":
            bit = 1 << TRIANGLE.index[cell]
            mine = mine & ~bit if sign == "." else mine | bit
    return mine


def _note(balls: int, ball: int, crossing: tuple[int, ...], free: bool) -> Note:
    name = NAMES[ball]
    held = holding_row(balls, ball, crossing)
    if held:
        return Note("triapon-held-fast", {"ball": name, "row": held})
    if not free:
        return Note("triapon-from-other", {"ball": name})
    mine = [run for run in rows(balls) if any(ball in WINDOW_HOLES[w][2] for w in run)]
    if not mine:
        return Note("triapon-note-free", {"ball": name})
    row = row_name(mine[0])
    for window in mine[0]:
        crosser = _crosser(window, crossing)
        if crosser:
            kind, holes = crosser
            return Note(f"triapon-note-crossed-{kind}", {"ball": name, "row": row, "by": holes})
    return Note("triapon-note-outer", {"ball": name, "row": row})


def _crosser(window: int, crossing: tuple[int, ...]) -> tuple[str, str] | None:
    """The kind and the holes of a longer row that crosses this window."""
    for one in CROSSING[CROSSING_FROM[window] : CROSSING_FROM[window + 1]]:
        if any(int(one) & balls == int(one) for balls in crossing):
            holes = tuple(cells_of(int(one)))
            kind = next(kind for kind, _, found in WINDOW_HOLES if sorted(found) == sorted(holes))
            return KINDS[kind], "–".join(NAMES[hole] for hole in holes)
    return None
