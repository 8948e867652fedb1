"""Moves of Triapon as numbers.

A move is `hole | (from + 1) << 6 | (taken + 1) << 13 | (barricade + 1) << 19`: the hole on which
the ball comes to lie, where it came from (0: from the hand), the ball taken and the barricade put
after it (0: none).
"""


def pack_move(hole: int, origin: int) -> int:
    """The move of a ball; an `origin` of -1 is the hand."""
    return hole | (origin + 1) << 6


def with_taken(move: int, ball: int) -> int:
    """The move with a ball taken."""
    return move | (ball + 1) << 13


def with_barricade(move: int, hole: int) -> int:
    """The move with a barricade put after it."""
    return move | (hole + 1) << 19


def is_placement(move: int) -> bool:
    """Whether the ball comes from the hand."""
    return move >> 6 & 127 == 0


def is_capture(move: int) -> bool:
    """Whether a ball is taken."""
    return move >> 13 & 63 != 0


def puts_barricade(move: int) -> bool:
    """Whether a barricade is put."""
    return move >> 19 != 0


def move_hole(move: int) -> int:
    """The hole on which the ball comes to lie."""
    return move & 63


def move_from(move: int) -> int:
    """The hole that the ball leaves; -1 if it comes from the hand."""
    return (move >> 6 & 127) - 1


def move_taken(move: int) -> int:
    """The hole of the ball that is taken; -1 for none."""
    return (move >> 13 & 63) - 1


def move_barricade(move: int) -> int:
    """The hole on which a barricade is put; -1 for none."""
    return (move >> 19) - 1


def without_barricade(move: int) -> int:
    """The move before a barricade is put."""
    return move & (1 << 19) - 1
