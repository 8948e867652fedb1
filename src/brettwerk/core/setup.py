"""Positions set up by hand."""

import re
from collections.abc import Mapping

from brettwerk.core.game import Game, Position
from brettwerk.core.position_text import board_words
from brettwerk.errors import BadPosition
from brettwerk.i18n import truncate


def set_up(
    game: Game, pieces: Mapping[str, str], turn: int, details: Mapping[str, str]
) -> Position:
    """Return a position set up by hand, pieces by the names of cells and places off the board.

    It is written as a text, which is then parsed.
    """
    definition, index = game.definition, game.board.index
    off_board = {off_cell.name for off_cell in game.start().board_view.off_board}
    letters = definition.letters()
    for name, piece in pieces.items():
        if (name not in index and name not in off_board) or piece not in letters:
            raise BadPosition("position-piece", piece=truncate(piece), cell=truncate(name))
    if not 0 <= turn < definition.players:
        raise BadPosition("position-seat", last=definition.players - 1)
    for name, value in details.items():
        if not re.fullmatch("[a-z]{1,20}", name) or not re.fullmatch("[a-z0-9,/-]{1,99}", value):
            raise BadPosition("position-word", given=truncate(f"{name}={value}"))
    cells = {index[name]: piece for name, piece in pieces.items() if name in index}
    words = board_words(definition, game.options, cells, turn)
    more = definition.complete_details(cells, details) | definition.off_board_details(
        {name: pieces[name] for name in pieces if name in off_board}
    )
    return game.position(" ".join(words + [f"{k}={v}" for k, v in more.items()]))
