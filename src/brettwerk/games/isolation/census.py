"""The census of Isolation: all 24,576 boards, how long best play lasts, and how much room there is.

A sheet (`katarenga_family/sheets.py`) has two bytes: the placements of the whole game, odd if White
wins and even if Black does, and the largest number of pieces of which none attacks another.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from brettwerk.boards.tableaus import board_text
from brettwerk.core.registry import game
from brettwerk.games.isolation.solver import IsolationSolver
from brettwerk.games.katarenga_family import sheets as sheet_files
from brettwerk.games.katarenga_family.sheets import SHEETS, SheetFile, board_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from brettwerk.games.katarenga_family.sheets import Spread

TITLE = "brettwerk isolation census 1"
SHIPPED = Path(__file__).parent / "data" / "isolation.census"


class BoardFacts(NamedTuple):
    """What is known of a board."""

    plies: int
    room: int

    @property
    def first_wins(self) -> bool:
        """Whether the player who begins wins: the one who places last."""
        return self.plies % 2 == 1


def solve_sheet(sheet: int) -> tuple[int, bytes]:
    """The sheet's number again, and its bytes."""
    start = game("isolation", board=board_text(board_of(sheet).rows)).start()
    solver = IsolationSolver(start.game)
    plies = solver.plies(start, solver.wins(start))
    return sheet, bytes(BoardFacts(plies, solver.most_pieces(start)))


def grow(
    path: Path,
    *,
    sheets: Iterable[int] = range(SHEETS),
    spread: Spread = map,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Solve the boards that are still blank in this file, which is made if there is none."""
    sheet_files.grow(
        path,
        TITLE,
        len(BoardFacts._fields),
        solve_sheet,
        sheets=sheets,
        spread=spread,
        progress=progress,
    )


def load(path: Path = SHIPPED) -> dict[int, BoardFacts]:
    """What is known of each board whose sheet is solved, by the sheet."""
    file = SheetFile.load(path, len(BoardFacts._fields))
    if file.title != TITLE:
        raise ValueError("This is no census of Isolation.")
    return {sheet: BoardFacts(*file[sheet]) for sheet in range(SHEETS) if file.knows(sheet)}
