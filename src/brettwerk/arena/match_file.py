"""The file of a match: one JSON line per finished game, from which the match is resumed."""

import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from brettwerk.arena.config import BadMatch, MatchConfig
from brettwerk.arena.game import MATCH_TAG, NUMBER_TAG
from brettwerk.i18n import truncate
from brettwerk.records import Record, read_jsonl, write_jsonl


class MatchFile:
    """The games of a match, by number; in memory alone without a path. Close it after use."""

    def __init__(self, path: Path | None, config: MatchConfig) -> None:
        self._path = path
        self._config = config
        self._file: BinaryIO | None = path.open("ab+") if path else None
        self.records: dict[int, Record] = {}
        with ExitStack() as on_error:
            on_error.callback(self.close)
            if self._file:
                self._read(self._file)
            on_error.pop_all()

    def close(self) -> None:
        """Close the file."""
        if self._file:
            self._file.close()

    def add(self, record: Record) -> None:
        """Add a game; it is on the disk when this returns."""
        if self._file:
            self._file.write("".join(write_jsonl([record])).encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        self.records[int(record.tags[NUMBER_TAG])] = record

    def _read(self, file: BinaryIO) -> None:
        """Read the games, and cut off a last line that was only partly written."""
        file.seek(0)
        content = file.read()
        whole = content.rfind(b"\n") + 1
        for record in read_jsonl(content[:whole].decode(errors="replace")):
            self._check_config(record.tags.get(MATCH_TAG))
            self.records[self._number(record)] = record
        if whole < len(content):
            self._check_partial_line(content[whole:])
            file.truncate(whole)
        file.seek(0, os.SEEK_END)

    def _number(self, record: Record) -> int:
        number = record.tags.get(NUMBER_TAG, "")
        if not number.isascii() or not number.isdigit() or len(number) > 9:
            raise self._not_a_match()
        return int(number)

    def _check_partial_line(self, rest: bytes) -> None:
        """Raise unless this can be the beginning of a game, so that no other file is cut."""
        if not rest.startswith(b'{"game"'[: len(rest)]):
            raise self._not_a_match()

    def _check_config(self, text: str | None) -> None:
        """Raise for a game of another match, naming the first difference."""
        if text == self._config.text:
            return
        try:
            other: object = json.loads(text or "")
        except ValueError:
            other = None
        if not isinstance(other, dict):
            raise self._not_a_match()
        for name, value in self._config.as_json().items():
            if other.get(name) != value:
                raise BadMatch(
                    "arena-other-match",
                    file=truncate(self._path),
                    name=name,
                    there=truncate(json.dumps(other.get(name)), 80),
                    here=truncate(json.dumps(value), 80),
                )

    def _not_a_match(self) -> BadMatch:
        return BadMatch("arena-other-file", file=truncate(self._path))
