"""The reach of a piece on a Katarenga board, by the colour of the field it stands on.

In `ctx` a board stands from `CTX_BOARD` on, six words a field: where it leaps; four rays cut off
at the first field of its own colour, two towards higher cells and two towards lower ones; and
what is in reach whatever stands on the board.
"""

from __future__ import annotations

from functools import cache, lru_cache

from brettwerk.boards.board import Board, mask
from brettwerk.boards.square import DIAGONAL, KNIGHT, SMALL, STRAIGHT, WHOLE
from brettwerk.games.katarenga_family.moves import CAPTURE, pack_move
from brettwerk.kernels.primitives import (
    ctz,
    down_to_highest,
    drop,
    inlined,
    list_cells,
    up_to_lowest,
)
from brettwerk.kernels.types import Numbers, Word, Words

CTX_BOARD = 5
WORDS = 6
_LEAPS = {"b": STRAIGHT + DIAGONAL, "g": KNIGHT}
_SLIDES = {"r": STRAIGHT, "y": DIAGONAL}


@lru_cache(maxsize=256)
def board_words(layout: str) -> tuple[int, ...]:
    """The words of a board whose colours stand in the order of its cells."""
    board = SMALL if len(layout) == len(SMALL) else WHOLE
    return tuple(word for cell in range(len(board)) for word in _field_words(board, layout, cell))


def _field_words(board: Board, layout: str, cell: int) -> list[int]:
    colour = layout[cell]
    if colour in _LEAPS:
        leaps = _leaps(board, cell, colour)
        return [leaps, 0, 0, 0, 0, leaps]
    rays = _rays(board, cell, colour)
    near = mask(ray[0] for ray in rays if ray)
    return [0, *(_until(ray, layout, colour) for ray in rays), near]


@cache
def _leaps(board: Board, cell: int, colour: str) -> int:
    """Where a piece leaps to from a blue or green field."""
    targets = (board.step(cell, step) for step in _LEAPS[colour])
    return mask(target for target in targets if target is not None)


@cache
def _rays(board: Board, cell: int, colour: str) -> tuple[tuple[int, ...], ...]:
    """The four rays of a red or yellow field, those towards higher cells first."""
    steps = sorted(_SLIDES[colour], reverse=True)
    return tuple(board.ray(cell, step) for step in steps)


def _until(ray: tuple[int, ...], layout: str, colour: str) -> int:
    """The ray up to and including its first field of this colour."""
    bits = 0
    for cell in ray:
        bits |= 1 << cell
        if layout[cell] == colour:
            break
    return bits


@inlined
def reach(cell: int, occupied: int, ctx: Words) -> int:
    """The fields in reach of a piece on `cell`; occupied ones only as the first piece met."""
    at = CTX_BOARD + WORDS * cell
    return (
        ctx[at]
        | up_to_lowest(ctx[at + 1], occupied)
        | up_to_lowest(ctx[at + 2], occupied)
        | down_to_highest(ctx[at + 3], occupied)
        | down_to_highest(ctx[at + 4], occupied)
    )


@inlined
def near(cell: int, ctx: Words) -> int:
    """The fields in reach whatever stands on the board, if they are empty."""
    return ctx[CTX_BOARD + WORDS * cell + 5]


def gen_onto(
    mine: Word, occupied: Word, fields: Word, first: int, ctx: Words, buf: Numbers, n: int
) -> int:
    """Write `first` + the move of each of these pieces onto these fields; return the end."""
    while mine:
        cell = ctz(mine)
        mine = drop(mine)
        targets = reach(cell, occupied, ctx) & fields
        n = list_cells(targets, first + pack_move(cell, 0), buf, n)
    return n


def gen_reaching(mine: Word, occupied: Word, prey: Word, ctx: Words, buf: Numbers, n: int) -> int:
    """Write the moves of these pieces, captures of `prey` first; return the end of the list."""
    while mine:
        cell = ctz(mine)
        mine = drop(mine)
        reached = reach(cell, occupied, ctx)
        targets = reached & prey
        while targets:
            buf[n] = pack_move(cell, ctz(targets)) | CAPTURE
            targets = drop(targets)
            n += 1
        targets = reached & ~occupied
        while targets:
            buf[n] = pack_move(cell, ctz(targets))
            targets = drop(targets)
            n += 1
    return n
