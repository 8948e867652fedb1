"""The reach of a piece on a Katarenga board, by the colour of the field it stands on.

In `ctx` a board stands from `CTX_BOARD` on, five words a field: where it leaps, and four rays cut
off at the first field of its own colour, two towards higher cells and two towards lower ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.boards.board import mask
from brettwerk.boards.square import DIAGONAL, KNIGHT, SMALL, STRAIGHT, WHOLE

from .kit import down_to_highest, kernel, up_to_lowest

if TYPE_CHECKING:
    from brettwerk.boards.board import Board, Coordinate

    from .kit import Words

CTX_BOARD = 4
_LEAPS = {"b": STRAIGHT + DIAGONAL, "g": KNIGHT}
_SLIDES = {"r": STRAIGHT, "y": DIAGONAL}


def board_words(layout: str) -> list[int]:
    """The words of a board whose colours stand in the order of its cells."""
    board = SMALL if len(layout) == len(SMALL) else WHOLE
    return [word for cell in range(len(board)) for word in _field_words(board, layout, cell)]


def _field_words(board: Board, layout: str, cell: int) -> list[int]:
    colour = layout[cell]
    leaps = (board.step(cell, step) for step in _LEAPS.get(colour, ()))
    rays = [_ray(board, layout, cell, step) for step in _SLIDES.get(colour, ())]
    up = [mask(ray) for step, ray in rays if step > (0, 0)]
    down = [mask(ray) for step, ray in rays if step < (0, 0)]
    return [mask(c for c in leaps if c is not None), *(up or [0, 0]), *(down or [0, 0])]


def _ray(
    board: Board, layout: str, cell: int, step: Coordinate
) -> tuple[Coordinate, tuple[int, ...]]:
    """The step, and the ray up to and including the first field of the starting field's colour."""
    ray = board.ray(cell, step)
    stop = next((i for i, c in enumerate(ray) if layout[c] == layout[cell]), len(ray))
    return step, ray[: stop + 1]


@kernel
def reach(cell: int, occupied: int, ctx: Words) -> int:
    """The fields in reach of a piece on `cell`; occupied ones only as the first piece met."""
    at = CTX_BOARD + 5 * cell
    return (
        ctx[at]
        | up_to_lowest(ctx[at + 1], occupied)
        | up_to_lowest(ctx[at + 2], occupied)
        | down_to_highest(ctx[at + 3], occupied)
        | down_to_highest(ctx[at + 4], occupied)
    )
