"""Files with what is known of all 24,576 boards, a sheet of fixed size for each.

A board and its mirror image have the same answers, so only those with the front of tableau 1 up
are solved and kept: 12,288 *sheets*. While a file grows it is plain, a header and then all sheets,
in which `BLANK` bytes are not known yet. A sheet that was not written to its end has blanks and is
solved again. What is shipped is the same, compressed.
"""

from __future__ import annotations

import lzma
import multiprocessing
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from brettwerk.boards.square import WHOLE
from brettwerk.boards.tableaus import DISTINCT, Arrangement, numbered_arrangement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    SolveSheet = Callable[[int], tuple[int, bytes]]
    # Calls the function for all sheets, in any order: `map`, a pool's or Ray's `imap_unordered`
    Spread = Callable[[SolveSheet, list[int]], Iterable[tuple[int, bytes]]]

SHEETS = DISTINCT // 2
BLANK = 255
_HEADER = 64
# In the numbering of boards the four turns of the front of tableau 1 come before those of its back.
_FRONTS = SHEETS // 6


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


# -- files ------------------------------------------------------------------------------------
class SheetFile:
    """The content of a file of sheets: its title, and the bytes of each sheet."""

    def __init__(self, data: bytes, width: int) -> None:
        """From the bytes of a growing file."""
        if len(data) != _HEADER + SHEETS * width:
            raise ValueError("This is no file of boards, or not of this game.")
        self.title = data[:_HEADER].decode().strip()
        self._data, self._width = data, width

    @classmethod
    def load(cls, path: Path, width: int) -> SheetFile:
        """Read a file, compressed or growing."""
        data = path.read_bytes()
        return cls(lzma.decompress(data) if data.startswith(b"\xfd7zXZ") else data, width)

    def __len__(self) -> int:
        """How many sheets are known."""
        return sum(map(self.knows, range(SHEETS)))

    def __getitem__(self, sheet: int) -> bytes:
        start = _HEADER + sheet * self._width
        return self._data[start : start + self._width]

    @property
    def body(self) -> bytes:
        """The bytes of all sheets."""
        return self._data[_HEADER:]

    def knows(self, sheet: int) -> bool:
        """Whether this sheet has been solved."""
        return BLANK not in self[sheet]


@contextmanager
def processes(count: int) -> Iterator[Spread]:
    """Spread the work over this many processes of this machine."""
    with multiprocessing.get_context("spawn").Pool(count) as pool:
        yield pool.imap_unordered


@contextmanager
def _on_ray(processes: int | None) -> Iterator[Spread]:
    """Spread the work over a Ray cluster, whose machines need Brettwerk too."""
    from brettwerk.research.extras import needs

    with needs("ray.util.multiprocessing", "ray").Pool(processes) as pool:
        yield pool.imap_unordered


def spread_over(count: int | None, ray: bool) -> AbstractContextManager[Spread]:
    """How the work is shared out: here, among processes, or on a cluster."""
    if ray:
        return _on_ray(count)
    return nullcontext(map) if count == 1 else processes(count or 2)


def grow(
    path: Path,
    title: str,
    width: int,
    solve: SolveSheet,
    *,
    sheets: Iterable[int] = range(SHEETS),
    spread: Spread = map,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Solve the sheets that are still blank in this file, which is made if there is none.

    `progress` is told how many of the sheets are done, of how many; what it raises ends the work,
    and the next call goes on from there.
    """
    if not path.exists():
        header = f"{title}\n".encode().ljust(_HEADER, b" ")
        _write(path, header + bytes([BLANK]) * (SHEETS * width))
    known = SheetFile(path.read_bytes(), width)
    if known.title != title:
        raise ValueError(f"{path} is another file: {known.title!r}.")
    wanted = list(sheets)
    blank = [sheet for sheet in wanted if not known.knows(sheet)]
    done = len(wanted) - len(blank)
    with path.open("r+b", buffering=0) as file:
        for sheet, found in spread(solve, blank):
            file.seek(_HEADER + sheet * width)
            file.write(found)
            done += 1
            if progress:
                progress(done, len(wanted))


def ship(path: Path, target: Path) -> None:
    """Compress a file of sheets, complete or not."""
    _write(target, lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)
