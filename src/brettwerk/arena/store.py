"""The games of a match on file: a JSON line each as it ends, and taken up where it was left."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from brettwerk.arena.game import MATCH_TAG, NUMBER_TAG
from brettwerk.arena.terms import BadMatch
from brettwerk.records import read_jsonl, write_jsonl
from brettwerk.texts import shown

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import BinaryIO, Self

    from brettwerk.arena.terms import Terms
    from brettwerk.records import Record


class Store:
    """A file of games with equal terms; without a path nothing is kept. Use it in a `with`."""

    def __init__(self, path: Path | None, terms: Terms) -> None:
        self._path = path
        self._terms = terms
        self._file: BinaryIO | None = None
        self.records: dict[int, Record] = {}

    def __enter__(self) -> Self:
        if self._path:
            self._file = self._path.open("ab+")
            try:
                self._read(self._file)
            except BaseException:
                self._file.close()
                raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file:
            self._file.close()

    def add(self, record: Record) -> None:
        """One more game, on the disk before the next begins."""
        if self._file:
            self._file.write("".join(write_jsonl([record])).encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        self.records[int(record.tags[NUMBER_TAG])] = record

    def _read(self, file: BinaryIO) -> None:
        """The games that are there; half a line at the end was being written when all ended."""
        file.seek(0)
        content = file.read()
        whole = content.rfind(b"\n") + 1
        for record in read_jsonl(content[:whole].decode(errors="replace")):
            self._check(record.tags.get(MATCH_TAG))
            self.records[self._number(record)] = record
        if whole < len(content):
            self._check_torn(content[whole:])
            file.truncate(whole)
        file.seek(0, os.SEEK_END)

    def _number(self, record: Record) -> int:
        number = record.tags.get(NUMBER_TAG, "")
        if not number.isascii() or not number.isdigit() or len(number) > 9:
            raise BadMatch("arena-other-file", file=shown(self._path))
        return int(number)

    def _check_torn(self, rest: bytes) -> None:
        """Cut off only what can be the beginning of a game: any other file stays as it is."""
        if not rest.startswith(b'{"game"'[: len(rest)]):
            raise BadMatch("arena-other-file", file=shown(self._path))

    def _check(self, text: str | None) -> None:
        """Refuse games of another match."""
        if text == self._terms.text:
            return
        try:
            other: Any = json.loads(text or "")
        except ValueError:
            other = None
        if not isinstance(other, dict):
            raise BadMatch("arena-other-file", file=shown(self._path))
        for name, mine in self._terms.as_json().items():
            if other.get(name) != mine:
                raise BadMatch(
                    "arena-other-match",
                    file=shown(self._path),
                    name=name,
                    there=shown(json.dumps(other.get(name)), 80),
                    here=shown(json.dumps(mine), 80),
                )
