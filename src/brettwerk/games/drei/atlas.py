"""The atlas of Die Drei: all 24,576 boards, and on each what every first move leads to.

A sheet (`katarenga_family/sheets.py`) has 64 bytes, one a field. A byte is the number of pieces
with which the game ends: odd if White wins, even if Black does, 0 for a draw, `ILLEGAL` for a field
on which the first piece may not be placed.
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from brettwerk.boards.square import WHOLE
from brettwerk.boards.tableaus import Arrangement, board_text, numbered_arrangement
from brettwerk.core.registry import game
from brettwerk.games.drei.rules import PIECES
from brettwerk.games.drei.solver import TABLE_BITS, DreiSolver
from brettwerk.games.katarenga_family import sheets as sheet_files
from brettwerk.games.katarenga_family.sheets import SHEETS, SheetFile, board_of, sheet_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from brettwerk.games.katarenga_family.sheets import Spread

FIELDS = len(WHOLE)
ILLEGAL = 254
SHIPPED = Path(__file__).parent / "data" / "drei.atlas"


class AtlasValue(NamedTuple):
    """What a first move leads to: its value for White, and the plies from there to the end."""

    value: int
    plies: int


# -- making it --------------------------------------------------------------------------------
def solve_sheet(
    sheet: int, lines: str = "straight", table_bits: int = TABLE_BITS
) -> tuple[int, bytes]:
    """The sheet's number again, and its bytes."""
    board = game("drei", board=board_text(board_of(sheet).rows), lines=lines)
    found = bytearray([ILLEGAL]) * FIELDS
    for move, score in DreiSolver(board, table_bits=table_bits).scores(board.start()).items():
        found[move.code] = 17 - abs(score) if score else 0
    return sheet, bytes(found)


def grow(
    path: Path,
    *,
    lines: str = "straight",
    sheets: Iterable[int] = range(SHEETS),
    spread: Spread = map,
    progress: Callable[[int, int], None] | None = None,
    table_bits: int = TABLE_BITS,
) -> None:
    """Solve the sheets that are still blank in this file, which is made if there is none."""
    sheet_files.grow(
        path,
        _title(lines),
        FIELDS,
        partial(solve_sheet, lines=lines, table_bits=table_bits),
        sheets=sheets,
        spread=spread,
        progress=progress,
    )


def _title(lines: str) -> str:
    return f"brettwerk drei atlas 1 lines={lines}"


# -- reading it -------------------------------------------------------------------------------
class Atlas:
    """What every first move leads to, on every board that has been solved."""

    def __init__(self, sheets: SheetFile) -> None:
        """From the sheets of a file."""
        known = {_title(lines): lines for lines in ("straight", "any")}
        if sheets.title not in known:
            raise ValueError("This is no atlas of Die Drei.")
        self.lines = known[sheets.title]
        self.sheets = sheets

    @classmethod
    def load(cls, path: Path = SHIPPED) -> Atlas:
        """The atlas that comes with Brettwerk, or another one, compressed or growing."""
        return cls(SheetFile.load(path, FIELDS))

    def first_moves(self, board: int | Arrangement) -> dict[str, AtlasValue]:
        """What each legal first move leads to, by field, on a board by number or as it lies.

        LookupError if this board has not been solved.
        """
        arrangement = numbered_arrangement(board) if isinstance(board, int) else board
        sheet, symmetry = sheet_of(arrangement)
        if not self.sheets.knows(sheet):
            raise LookupError(f"The atlas has no answers yet for the board {arrangement}.")
        ends = self.sheets[sheet]
        by_name = zip(WHOLE.names, (ends[place] for place in symmetry), strict=True)
        return {name: _exact(end) for name, end in by_name if end != ILLEGAL}


def _exact(end: int) -> AtlasValue:
    """From the pieces that stand in the end; the first is White's, so odd ones are."""
    if not end:
        return AtlasValue(0, PIECES - 1)
    return AtlasValue(1 if end % 2 else -1, end - 1)


@cache
def shipped() -> Atlas:
    """The atlas that comes with Brettwerk, loaded once."""
    return Atlas.load()
