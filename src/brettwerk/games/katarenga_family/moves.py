"""Moves on a Katarenga board as numbers: from a field to a field, or of a piece from the hand.

A move from field to field is `to | from << 6`, plus `CAPTURE` where it captures. In games in which
pieces are first placed, a placement is the cell, and a later move is `to | (from + 1) << 6`.
"""

CAPTURE = 1 << 12


def pack_move(origin: int, target: int) -> int:
    """Return the move from a cell to a cell."""
    return target | origin << 6


def move_from(move: int) -> int:
    """Return the cell that the piece leaves."""
    return move >> 6 & 63


def move_to(move: int) -> int:
    """Return the cell on which the piece comes to stand."""
    return move & 63


def pack_relocation(origin: int, target: int) -> int:
    """Return the move of a piece that has been placed."""
    return target | (origin + 1) << 6


def relocated_from(move: int) -> int:
    """Return the cell that the piece leaves; -1 if it comes from the hand."""
    return (move >> 6) - 1
