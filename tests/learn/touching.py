"""Which cells can be touched next, as pages find it out from the gestures of legal moves."""

from brettwerk.core.game import Position
from brettwerk.core.gestures import parse_gesture


def next_cells(position: Position, gesture: str) -> dict[str, str]:
    """Return the cells that can be touched next after a beginning of a gesture, with signs."""
    done = parse_gesture(gesture)
    found: dict[str, str] = {}
    for move in position.moves:
        for whole in position.game.definition.gestures(position, move.code):
            steps = [] if whole.startswith("~") else parse_gesture(whole)
            if steps[: len(done)] == done and len(steps) > len(done):
                sign, cell = steps[len(done)]
                found[cell] = sign
    return found
