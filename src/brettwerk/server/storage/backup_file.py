"""The file of a backup: lines of JSON, compressed, the same for every kind of database.

The first line says what it is, then each table has a line with its columns and one for each row.
The last line counts the rows and has a digest of all lines before, so that no part can be missing.
"""

import gzip
import hashlib
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import msgspec

from brettwerk.errors import BadOptions

FORMAT = "brettwerk-backup/1"


class BackupHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: `schema` is the migration that the tables have."""

    format: str
    schema: str
    made: float


class BackupTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line before the rows of a table."""

    table: str
    columns: list[str]


class BackupEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    rows: int
    digest: str


Row = list[str | int | float | bool | None]


class BackupWriter:
    """Writes a file that appears under its name only when it is whole."""

    def __init__(self, file: Path, header: BackupHeader) -> None:
        self._file, self._partial = file, file.with_name(f"{file.name}.partial")
        self._raw: BinaryIO = self._partial.open("wb")
        self._zip = gzip.GzipFile(fileobj=self._raw, mode="wb", compresslevel=6)
        self._digest, self._rows = hashlib.sha256(), 0
        self._line(header)

    def _line(self, content: object) -> None:
        line = msgspec.json.encode(content) + b"\n"
        self._digest.update(line)
        self._zip.write(line)

    def table(self, name: str, columns: list[str]) -> None:
        """Begin a table."""
        self._line(BackupTable(name, columns))

    def row(self, values: list[Any]) -> None:
        """Write a row of the table that was begun last."""
        self._line(values)
        self._rows += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: object, __: TracebackType | None
    ) -> None:
        if kind is None:
            self._line(BackupEnd(self._rows, self._digest.hexdigest()))
        self._zip.close()
        self._raw.flush()
        os.fsync(self._raw.fileno())
        self._raw.close()
        if kind is None:
            self._partial.replace(self._file)
        else:
            self._partial.unlink()


class BackupReader:
    """Reads a file that was checked as a whole before; BadOptions if it is not one."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.header = self._header()
        self.games = self._check()

    def _fault(self, key: str) -> BadOptions:
        return BadOptions(key, file=self.file)

    def _lines(self) -> Iterator[bytes]:
        try:
            with gzip.open(self.file, "rb") as lines:
                yield from lines
        except (gzip.BadGzipFile, zlib.error):
            raise self._fault("cli-restore-damaged") from None
        except EOFError:
            raise self._fault("cli-restore-cut") from None

    def _header(self) -> BackupHeader:
        try:
            header = msgspec.json.decode(next(self._lines(), b""), type=BackupHeader)
        except (msgspec.DecodeError, UnicodeDecodeError, BadOptions):
            raise self._fault("cli-restore-not-backup") from None
        if header.format != FORMAT:
            raise self._fault("cli-restore-newer")
        return header

    def _check(self) -> int:
        """Read everything once, and return how many games there are."""
        digest, rows, ended, games = hashlib.sha256(), 0, False, set[object]()
        table = BackupTable("", [])
        for number, line in enumerate(self._lines()):
            if ended:
                raise self._fault("cli-restore-damaged")
            before = digest.copy()
            digest.update(line)
            content = self._decode(line) if number else self.header
            if isinstance(content, BackupTable):
                table = content
            elif isinstance(content, list):
                rows += 1
                self._check_row(table, content, games)
            elif isinstance(content, BackupEnd):
                ended = content == BackupEnd(rows, before.hexdigest())
                if not ended:
                    raise self._fault("cli-restore-damaged")
        if not ended:
            raise self._fault("cli-restore-cut")
        return len(games)

    def _check_row(self, table: BackupTable, row: Row, games: set[object]) -> None:
        """Check that a row fits its table, and that events belong to games."""
        if len(row) != len(table.columns):
            raise self._fault("cli-restore-damaged")
        found = dict(zip(table.columns, row, strict=True))
        if table.table == "games":
            games.add(found.get("id"))
        elif table.table == "events" and found.get("game") not in games:
            raise self._fault("cli-restore-damaged")

    def _decode(self, line: bytes) -> BackupTable | BackupEnd | Row:
        kinds: tuple[Callable[[bytes], BackupTable | BackupEnd | Row], ...] = (_row, _table, _end)
        for decode in kinds:
            try:
                return decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError):
                continue
        raise self._fault("cli-restore-damaged")

    def rows(self) -> Iterator[tuple[BackupTable, Row]]:
        """Yield all rows, each with its table."""
        table = BackupTable("", [])
        for number, line in enumerate(self._lines()):
            content = self._decode(line) if number else self.header
            if isinstance(content, BackupTable):
                table = content
            elif isinstance(content, list):
                yield table, content


_row = msgspec.json.Decoder(Row).decode
_table = msgspec.json.Decoder(BackupTable).decode
_end = msgspec.json.Decoder(BackupEnd).decode
