"""Positions set up by hand."""

from collections.abc import Mapping

from brettwerk.core.details import read_details
from brettwerk.core.game import Game, Position
from brettwerk.errors import BadPosition
from brettwerk.i18n import truncate


def set_up(
    game: Game, pieces: Mapping[str, str], turn: int, details: Mapping[str, str]
) -> Position:
    """Return a position set up by hand, pieces by the names of cells and places off the board."""
    definition, names = game.definition, game.board.names
    index = {name: cell for cell, name in enumerate((*names, *definition.off_board))}
    letters = definition.letters()
    for name, piece in pieces.items():
        if name not in index or piece not in letters:
            raise BadPosition("position-piece", piece=truncate(piece), cell=truncate(name))
    if not 0 <= turn < definition.players:
        raise BadPosition("position-seat", last=definition.players - 1)
    given = read_details(definition.detail_specs, details, names, definition.players)
    cells = {index[name]: piece for name, piece in pieces.items()}
    return Position(game, definition.build(cells, turn, given, game.options))
