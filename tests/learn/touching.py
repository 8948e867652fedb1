"""Which cells can be touched next, as pages find it out from the gestures of legal moves."""

from collections.abc import Iterator

from brettwerk.core.game import Position
from brettwerk.core.gestures import GestureStep, parse_gesture


def next_cells(position: Position, gesture: str) -> dict[str, str]:
    """Return the cells that can be touched next after a beginning of a gesture, with signs."""
    done = parse_gesture(gesture)
    found: dict[str, str] = {}
    for move in position.moves:
        for whole in position.game.definition.gestures(position, move.code):
            for steps in _ways(whole):
                if steps[: len(done)] == done and len(steps) > len(done):
                    sign, cell = steps[len(done)]
                    found[cell] = sign
    return found


def _ways(gesture: str) -> Iterator[list[GestureStep]]:
    """Yield the ways to touch a gesture: of a row its ends or all of it, then any target."""
    if not gesture.startswith(":"):
        yield [] if gesture.startswith("~") else parse_gesture(gesture)
        return
    steps = parse_gesture(gesture.replace(":", "."))
    row, targets = [s for s in steps if s[0] == "."], [s for s in steps if s[0] == ">"]
    for picks in (row, row[::-1]):
        for target in targets:
            yield [picks[0], picks[-1], target]
            yield [*picks, target]
