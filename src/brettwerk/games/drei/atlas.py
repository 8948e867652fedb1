"""The atlas of Die Drei: all 24,576 boards, and on each what every first move leads to.

A board and its mirror image have the same answers, so only those with the front of tableau 1 up
are solved and kept: 12,288 *sheets* of 64 bytes, one a field. A byte is the number of pieces with
which the game ends: odd if White wins, even if Black does, 0 for a draw, `ILLEGAL` for a field on
which the first piece may not be placed.

While the atlas grows it is a plain file, a header as long as a sheet and then all sheets, in which
`BLANK` bytes are not known yet. A sheet that was not written to its end has blanks and is solved
again. What is shipped is the same, compressed.
"""

from __future__ import annotations

import lzma
import multiprocessing
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from brettwerk.boards.square import WHOLE
from brettwerk.boards.tableaus import (
    DISTINCT,
    Arrangement,
    board_text,
    numbered_arrangement,
)
from brettwerk.core.registry import game
from brettwerk.games.drei.rules import PIECES
from brettwerk.games.drei.solver import TABLE_BITS, DreiSolver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    # Calls the function for all sheets, in any order: `map`, a pool's or Ray's `imap_unordered`
    Spread = Callable[[Callable[[int], tuple[int, bytes]], list[int]], Iterable[tuple[int, bytes]]]

SHEETS = DISTINCT // 2
FIELDS = len(WHOLE)
ILLEGAL, BLANK = 254, 255
SHIPPED = Path(__file__).parent / "data" / "drei.atlas"
# In the numbering of boards the four turns of the front of tableau 1 come before those of its back.
_FRONTS = SHEETS // 6


class AtlasValue(NamedTuple):
    """What a first move leads to: its value for White, and the plies from there to the end."""

    value: int
    plies: int


# -- boards and sheets ------------------------------------------------------------------------
def board_of(sheet: int) -> Arrangement:
    """The board of a sheet."""
    order, rest = divmod(sheet, _FRONTS)
    return numbered_arrangement(order * 2 * _FRONTS + rest)


def sheet_of(arrangement: Arrangement) -> tuple[int, tuple[int, ...]]:
    """The sheet of a board however it lies, and where on it each field of the board is."""
    for image, symmetry in zip(arrangement.symmetries(), WHOLE.symmetries, strict=True):
        first = image.tableaus[0]
        if first.number == 1 and first.side == "a":
            order, rest = divmod(image.number, 2 * _FRONTS)
            return order * _FRONTS + rest, symmetry
    raise ValueError(f"{arrangement} has no tableau 1.")


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


@contextmanager
def processes(count: int) -> Iterator[Spread]:
    """Spread the work over this many processes of this machine."""
    with multiprocessing.get_context("spawn").Pool(count) as pool:
        yield pool.imap_unordered


def grow(
    path: Path,
    *,
    lines: str = "straight",
    sheets: Iterable[int] = range(SHEETS),
    spread: Spread = map,
    progress: Callable[[int, int], None] | None = None,
    table_bits: int = TABLE_BITS,
) -> None:
    """Solve the sheets that are still blank in this file, which is made if there is none.

    `progress` is told how many of the sheets are done, of how many; what it raises ends the work,
    and the next call goes on from there.
    """
    if not path.exists():
        _write(path, _header(lines) + bytes([BLANK]) * (SHEETS * FIELDS))
    atlas = Atlas(path.read_bytes())
    if atlas.lines != lines:
        raise ValueError(f"{path} is an atlas of lines={atlas.lines!r}.")
    wanted = list(sheets)
    blank = [sheet for sheet in wanted if not atlas.knows(sheet)]
    done = len(wanted) - len(blank)
    work = partial(solve_sheet, lines=lines, table_bits=table_bits)
    with path.open("r+b", buffering=0) as file:
        for sheet, found in spread(work, blank):
            file.seek((1 + sheet) * FIELDS)
            file.write(found)
            done += 1
            if progress:
                progress(done, len(wanted))


def ship(path: Path, target: Path) -> None:
    """Compress an atlas, complete or not."""
    _write(target, lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


def _header(lines: str) -> bytes:
    return f"brettwerk drei atlas 1 lines={lines}\n".encode().ljust(FIELDS, b" ")


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)


# -- reading it -------------------------------------------------------------------------------
class Atlas:
    """What every first move leads to, on every board that has been solved."""

    def __init__(self, data: bytes) -> None:
        """From the bytes of a growing atlas."""
        known = {_header(lines): lines for lines in ("straight", "any")}
        if len(data) != (1 + SHEETS) * FIELDS or data[:FIELDS] not in known:
            raise ValueError("This is no atlas of Die Drei.")
        self.lines = known[data[:FIELDS]]
        self._data = data

    @classmethod
    def load(cls, path: Path = SHIPPED) -> Atlas:
        """The atlas that comes with Brettwerk, or another one, compressed or growing."""
        data = path.read_bytes()
        return cls(lzma.decompress(data) if data.startswith(b"\xfd7zXZ") else data)

    def __len__(self) -> int:
        """How many sheets are known."""
        return sum(map(self.knows, range(SHEETS)))

    def _sheet(self, sheet: int) -> bytes:
        return self._data[(1 + sheet) * FIELDS : (2 + sheet) * FIELDS]

    def knows(self, sheet: int) -> bool:
        """Whether this sheet has been solved."""
        return BLANK not in self._sheet(sheet)

    def first_moves(self, board: int | Arrangement) -> dict[str, AtlasValue]:
        """What each legal first move leads to, by field, on a board by number or as it lies.

        LookupError if this board has not been solved.
        """
        arrangement = numbered_arrangement(board) if isinstance(board, int) else board
        sheet, symmetry = sheet_of(arrangement)
        if not self.knows(sheet):
            raise LookupError(f"The atlas has no answers yet for the board {arrangement}.")
        ends = self._sheet(sheet)
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
