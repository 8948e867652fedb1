"""The reach of a piece on a Katarenga board, by the colour of the field it stands on.

In `ctx` a board stands from `CTX_BOARD` on, six words a field: where it leaps; four rays cut off
at the first field of its own colour, two towards higher cells and two towards lower ones; and
what is in reach whatever stands on the board.
"""

from __future__ import annotations

from functools import lru_cache

from brettwerk.boards.board import Board, mask
from brettwerk.boards.square import DIAGONAL, KNIGHT, SMALL, STRAIGHT, WHOLE
from brettwerk.games.katarenga_family.moves import CAPTURE, pack_move
from brettwerk.kernels.primitives import (
    bit,
    ctz,
    down_to_highest,
    drop,
    highest,
    inlined,
    list_cells,
    table,
    up_to_lowest,
    word,
)
from brettwerk.kernels.types import Bytes, Numbers, Word, Words

CTX_BOARD = 5
WORDS = 6
RED, YELLOW, BLUE, GREEN = map(ord, "rybg")
_BOARDS = (SMALL, WHOLE)


def _leaps(board: Board, cell: int, colour: str) -> int:
    """Where a piece leaps to from a blue or green field."""
    steps = STRAIGHT + DIAGONAL if colour == "b" else KNIGHT
    targets = (board.step(cell, step) for step in steps)
    return mask(target for target in targets if target is not None)


def _rays(board: Board, cell: int, colour: str) -> list[int]:
    """The four rays of a red or yellow field, those towards higher cells first."""
    steps = sorted(STRAIGHT if colour == "r" else DIAGONAL, reverse=True)
    return [mask(board.ray(cell, step)) for step in steps]


# By board (16 fields, then 64) and field: LEAPS of a blue and a green one, four RAYS of a red and a
# yellow one.
LEAPS = table([_leaps(b, cell, c) for b in _BOARDS for cell in range(len(b)) for c in "bg"])
RAYS = table(
    [ray for b in _BOARDS for cell in range(len(b)) for c in "ry" for ray in _rays(b, cell, c)]
)


def write_board(text: Bytes, size: int, ctx: Words) -> int:
    """Write the words of a board whose rows of colours are given from the top, joined by `/`.

    Return whether all letters are colours.
    """
    if len(text) != size * (size + 1) - 1:
        return 0
    red, yellow = word(0), word(0)
    for cell in range(size * size):
        colour = text[(size - 1 - cell // size) * (size + 1) + cell % size]
        if colour == RED:
            red |= bit(cell)
        elif colour == YELLOW:
            yellow |= bit(cell)
        elif colour not in (BLUE, GREEN):
            return 0
    first = 0 if size == 4 else 16
    for cell in range(size * size):
        colour = text[(size - 1 - cell // size) * (size + 1) + cell % size]
        _write_field(colour, red, yellow, first + cell, CTX_BOARD + WORDS * cell, ctx)
    return 1


def _write_field(colour: int, red: Word, yellow: Word, field: int, at: int, ctx: Words) -> None:
    """Write the words of a field, given the fields of the colours on which slides stop."""
    if colour in (BLUE, GREEN):
        leaps = LEAPS[2 * field + (0 if colour == BLUE else 1)]
        ctx[at], ctx[at + 5] = leaps, leaps
        for ray in range(1, 5):
            ctx[at + ray] = word(0)
        return
    rays = 8 * field + (0 if colour == RED else 4)
    same = red if colour == RED else yellow
    a, b, c, d = RAYS[rays], RAYS[rays + 1], RAYS[rays + 2], RAYS[rays + 3]
    ctx[at] = word(0)
    ctx[at + 1], ctx[at + 2] = up_to_lowest(a, same), up_to_lowest(b, same)
    ctx[at + 3], ctx[at + 4] = down_to_highest(c, same), down_to_highest(d, same)
    ctx[at + 5] = a & (word(0) - a) | b & (word(0) - b) | _last(c) | _last(d)


def _last(ray: Word) -> Word:
    """The highest field of a ray, if it has any."""
    return bit(highest(ray)) if ray else ray


@lru_cache(maxsize=256)
def board_words(layout: str) -> tuple[int, ...]:
    """The words of a board whose colours stand in the order of its cells."""
    size = 4 if len(layout) == len(SMALL) else 8
    rows = (layout[at : at + size] for at in range(size * size - size, -1, -size))
    ctx = [0] * (CTX_BOARD + WORDS * len(layout))
    write_board(list("/".join(rows).encode()), size, ctx)
    return tuple(ctx[CTX_BOARD:])


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
