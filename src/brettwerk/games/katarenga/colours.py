"""Pieces by the colour of their field, which decides how they move: what a network looks at."""

from __future__ import annotations

from brettwerk.games.katarenga_family.reach import CTX_BOARD, WORDS
from brettwerk.kernels.primitives import bit, number, word
from brettwerk.kernels.types import Numbers, Word, Words

COLOURS = 4


def note_colours(ctx: Words, mem: Numbers, base: int) -> None:
    """Note the fields of each colour of a whole board: green, blue, yellow, red."""
    for colour in range(COLOURS):
        mem[base + colour] = 0
    for cell in range(64):
        at = CTX_BOARD + WORDS * cell
        fields = ctx[at] | ctx[at + 1] | ctx[at + 2] | ctx[at + 3] | ctx[at + 4]
        straight = 1 if fields & bit(cell ^ 1) else 0
        slides = 0 if ctx[at] else 2
        mem[base + slides + straight] |= number(bit(cell))


def by_colour(
    me: Word, opp: Word, mem: Numbers, base: int
) -> tuple[Word, Word, Word, Word, Word, Word, Word, Word]:
    """Return my pieces and theirs on the fields of each colour."""
    a, b = word(mem[base]), word(mem[base + 1])
    c, d = word(mem[base + 2]), word(mem[base + 3])
    return me & a, me & b, me & c, me & d, opp & a, opp & b, opp & c, opp & d
