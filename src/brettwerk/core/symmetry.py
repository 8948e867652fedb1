"""Images of states under the symmetries of a board, quickly: sets of cells are mapped by bytes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

_BYTES, _BYTE = 8, 256
Tables = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def image_tables(symmetry: tuple[int, ...]) -> Tables:
    """Return, for each byte of a set, the image of each of its values."""
    return tuple(
        tuple(_image(symmetry, value << (8 * place)) for value in range(_BYTE))
        for place in range(_BYTES)
    )


def _image(symmetry: Sequence[int], bits: int) -> int:
    """Return the image of a set of cells, without those beyond the board."""
    return sum(1 << to for cell, to in enumerate(symmetry) if bits >> cell & 1)


def image_of(tables: Tables, bits: int) -> int:
    """Return the image of a set of cells."""
    first, second, third, fourth, fifth, sixth, seventh, eighth = tables
    a, b, c, d, e, f, g, h = bits.to_bytes(_BYTES, "little")
    lower = first[a] | second[b] | third[c] | fourth[d]
    return lower | fifth[e] | sixth[f] | seventh[g] | eighth[h]
