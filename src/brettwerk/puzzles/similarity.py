"""How much two puzzles differ, however the board is turned and the colours are assigned."""

from collections.abc import Sequence

from brettwerk.core.game import Position

_LAST, _FIELDS = 8, 16
Picture = tuple[int, ...]


def picture(position: Position, *, colours: bool = True) -> Picture:
    """Return a number for each cell: its piece as the player to move sees it, last move, field.

    Without `colours` it does not matter whose a piece is.
    """
    board_view, seats, turn = position.board_view, position.game.seats, position.turn
    names = position.game.board.names
    codes = {seat: 1 + (at - turn) % len(seats) * colours for at, seat in enumerate(seats)}
    found = [_FIELDS * ord(letter) for letter in board_view.fields or "\0" * len(names)]
    for cell, piece in board_view.pieces.items():
        found[cell] += codes.get(piece, 7)
    for name in board_view.last:
        found[names.index(name)] += _LAST
    return tuple(found)


def images(position: Position, *, colours: bool = True) -> list[Picture]:
    """Return the pictures of a position on the board turned and mirrored in all ways."""
    seen = picture(position, colours=colours)
    return [_turned(seen, symmetry) for symmetry in position.game.board.symmetries]


def _turned(seen: Picture, symmetry: Sequence[int]) -> Picture:
    """Return the picture in which the content of each cell is where the symmetry brings it."""
    content = dict(zip(symmetry, seen, strict=True))
    return tuple(content[cell] for cell in range(len(seen)))


def difference(seen: Picture, turned: Sequence[Picture]) -> int:
    """Return in how many cells a picture differs from another, turned to fit best."""
    return min(sum(a != b for a, b in zip(seen, other, strict=True)) for other in turned)
