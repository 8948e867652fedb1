"""What the games on Katarenga boards have in common: the board option, fields, and reach."""

from dataclasses import replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, ClassVar

from brettwerk.boards.board import Board
from brettwerk.boards.square import SMALL, WHOLE
from brettwerk.boards.tableaus import FRONTS, board_text, cell_colours, parse_board
from brettwerk.core.game import Position
from brettwerk.core.options import Option, Options
from brettwerk.core.spec import S
from brettwerk.core.two_players import TwoPlayerDefinition
from brettwerk.errors import InvalidMove
from brettwerk.games.katarenga_family.explain import SENTENCES
from brettwerk.games.katarenga_family.moves import pack_relocation
from brettwerk.games.katarenga_family.reach import CTX_BOARD, WORDS
from brettwerk.i18n import truncate
from brettwerk.notation.board_view import BoardView
from brettwerk.notation.typed_text import normalize_move

if TYPE_CHECKING:
    from typer import Typer


def board_option(size: int = 8, default: str = "1a0 2a0 3a0 4a0") -> Option:
    """The board: fields, tableaus, `#number` or `random:seed`; kept as fields."""

    def read(value: object) -> str:
        return board_text(parse_board(value, size))

    return Option(
        "board",
        read(default),
        read,
        control=f"board-{size}",
        typed=default,
        reader="games/board/reader.js",
        chooser="games/board/chooser",
        chooser_data=FRONTS,
    )


def fields_of(options: Options) -> str:
    """The colours of the fields in the order of the cells."""
    return cell_colours(tuple(options["board"].split("/")))


class SquareBoardDefinition(TwoPlayerDefinition[S]):
    """A game on a tableau or on the whole board, with pieces of two colours."""

    size: ClassVar[int] = 8
    cells: ClassVar[Board] = WHOLE
    seats = ("white", "black")
    option_specs: ClassVar[tuple[Option, ...]] = (board_option(),)
    random_option = "board"
    sentences: ClassVar[tuple[tuple[str, ...], ...]] = SENTENCES

    @property
    def pages(self) -> dict[str, Traversable]:
        """The game's own page, and that of the boards."""
        return super().pages | {"board": files(__package__)}

    def commands(self) -> "Typer | None":
        """The commands about boards."""
        from brettwerk.games.katarenga_family.commands import board_app

        return board_app

    @property
    def context_words(self) -> int:
        """A few options, then the words of every field."""
        return CTX_BOARD + WORDS * len(self.cells)

    def board(self, options: Options) -> Board:
        """One tableau, or four."""
        return self.cells

    def board_view(self, position: Position) -> BoardView:
        """Board, pieces and the colours of the fields."""
        view, fields = super().board_view(position), fields_of(position.game.options)
        return replace(view, fields=fields, parts=len(SMALL.rows))

    # -- reading ------------------------------------------------------------------------------
    def cell(self, name: str) -> int:
        """The cell of a name."""
        cell = self.cells.index.get(name)
        if cell is None:
            first, last = self.cells.names[0], self.cells.names[-1]
            raise InvalidMove("cell-unknown", cell=truncate(name), first=first, last=last)
        return cell

    def invalid_move(self, text: str) -> InvalidMove:
        """The sentence for a text that is no move of this game."""
        return InvalidMove(f"{self.name}-not-a-move", move=truncate(text))

    def split(self, text: str) -> tuple[str, str, str]:
        """`b2-d4` as b2, -, d4; the sign is empty if it was left out."""
        plain = normalize_move(text)
        for sign in ("-", "x"):
            before, found, after = plain.partition(sign)
            if found and len(before) == 2:
                return before, sign, after
        if len(plain) > 2 and plain[0].isalpha() and plain[1].isdigit():
            return plain[:2], "", plain[2:]
        raise self.invalid_move(text)


class PlacingDefinition(SquareBoardDefinition[S]):
    """A game in which pieces are placed in turn, and perhaps change place later."""

    # What may stand between the fields of a piece that changes place; empty if none does.
    signs: ClassVar[str] = ""

    def parse_move(self, text: str, position: Position) -> int:
        """A field, or two for a piece that changes place."""
        plain = normalize_move(text)
        if len(plain) == 2:
            return self.cell(plain)
        origin, sign, target = self.split(text)
        if not self.signs or sign not in self.signs:
            raise self.invalid_move(text)
        return pack_relocation(self.cell(origin), self.cell(target))


class EnPriseDefinition(PlacingDefinition[S]):
    """A game in which pieces are placed en prise to the one placed last.

    Its states begin with the pieces of the player to move, of the other, and the field of that one.
    """
