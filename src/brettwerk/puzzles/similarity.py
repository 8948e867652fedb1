"""How much two puzzles differ, however the board is turned and the colours are assigned."""

from typing import Any

import numpy as np

from brettwerk.core.game import Position

_LAST, _FIELDS = 8, 16


def picture(position: Position, *, colours: bool = True) -> Any:
    """What stands on each cell: whose it is counted from the player to move, last, and the field.

    Without `colours` it does not matter whose a piece is, as in games in which it does not.
    """
    board_view, seats, turn = position.board_view, position.game.seats, position.turn
    names = position.game.board.names
    codes = {seat: 1 + (at - turn) % len(seats) * colours for at, seat in enumerate(seats)}
    found = np.zeros(len(names), np.int16)
    for cell, piece in board_view.pieces.items():
        found[cell] = codes.get(piece, 7)
    for name in board_view.last:
        found[names.index(name)] += _LAST
    if board_view.fields:
        found += _FIELDS * np.array([ord(letter) for letter in board_view.fields], np.int16)
    return found


def images(position: Position, *, colours: bool = True) -> Any:
    """The pictures of a position on the board turned and mirrored in all ways: one a row."""
    seen = picture(position, colours=colours)
    board = position.game.board
    turned = np.empty((len(board.symmetries), len(seen)), np.int16)
    for row, symmetry in enumerate(board.symmetries):
        turned[row, list(symmetry)] = seen
    return turned


def difference(seen: Any, turned: Any) -> int:
    """In how many cells a picture differs from another, turned as fits best."""
    return int((turned != seen).sum(axis=1).min())
