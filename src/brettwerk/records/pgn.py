"""Records as text in the manner of chess's PGN: tags, numbered moves, comments, the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.errors import BadRecord

from .faults import in_line
from .limits import LONGEST_RECORD, MOST_LINES
from .lines import each, lines, pieces
from .movetext import read_moves, tokens, write_moves
from .record import Record
from .tags import read_header, read_tag, tag_name, write_header, write_tag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .lines import Line


# -- writing --------------------------------------------------------------------------------------
def write_record(record: Record) -> str:
    """The text of a record, which reads back equal."""
    tags = write_header(record.game, record.start) | dict(record.tags) | {"Result": record.result}
    written = [write_tag(name, value) for name, value in tags.items()]
    text = "\n".join([*written, "", *write_moves(record), ""])
    if len(text) >= LONGEST_RECORD:  # a stream has an empty line besides
        raise BadRecord("record-too-long", longest=LONGEST_RECORD)
    return text


def write_records(records: Iterable[Record]) -> Iterator[str]:
    """The texts of records with the empty lines between them, for `writelines` of a file."""
    for number, record in enumerate(records):
        yield ("\n" if number else "") + write_record(record)


# -- reading --------------------------------------------------------------------------------------
def read_record(text: str) -> Record:
    """The one record of a text."""
    found = list(read_records(text))
    if len(found) != 1:
        raise BadRecord("record-not-one", count=len(found))
    return found[0]


def read_records(
    source: Iterable[str], *, skip: Callable[[BadRecord], object] | None = None
) -> Iterator[Record]:
    """The records of a file, of lines, or of a text, one at a time and never all in memory.

    A broken one raises BadRecord with its line. With `skip`, that fault is handed over instead,
    and reading goes on with the next record.
    """
    return each(_blocks(lines(pieces(source))), _Block.read, skip)


class _Block:
    """The lines of one record: its tags, then its moves."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.lines: list[str] = []
        self.size = 0
        self.fault: BadRecord | None = None
        self.has_game = False
        self.has_moves = False

    def ends_before(self, line: str) -> bool:
        """Whether this line begins another record: a tag after moves, or another game's name.

        This does not ask what came before on purpose: after an open comment or any other fault
        the next record is found all the same.
        """
        name = tag_name(line)
        return name is not None and (self.has_moves or (name == "Game" and self.has_game))

    def add(self, line: Line) -> None:
        """The next line; once there is a fault, lines are not kept."""
        self.size += len(line.text) + 1
        fault = line.fault
        if self.size > LONGEST_RECORD or len(self.lines) >= MOST_LINES:
            fault = BadRecord("record-too-long", longest=LONGEST_RECORD)
        if fault and not self.fault:
            self.fault = in_line(line.number, fault)
            self.lines = []
        if not self.fault:
            self.lines.append(line.text)
        self.has_game = self.has_game or tag_name(line.text) == "Game"
        self.has_moves = self.has_moves or not _is_above_moves(line.text)

    def read(self) -> Record | None:
        """The record of these lines, None if they hold nothing but comments."""
        if self.fault:
            raise self.fault
        tags: dict[str, str] = {}
        count = 0
        for count, line in enumerate(self.lines):
            if not _is_above_moves(line):
                break
            self._read_tag(tags, line, self.first + count)
        else:
            count = len(self.lines)
        return self._record(tags, "\n".join(self.lines[count:]), self.first + count)

    def _read_tag(self, tags: dict[str, str], line: str, number: int) -> None:
        if not line.strip().startswith("["):
            return
        try:
            name, value = read_tag(line)
            if name in tags:
                raise BadRecord("record-tag-twice", tag=name)
        except BadRecord as fault:
            raise in_line(number, fault) from fault
        tags[name] = value

    def _record(self, tags: dict[str, str], text: str, line: int) -> Record | None:
        if not tags and all(token.kind in "{;" for token in tokens(text)):
            return None
        try:
            header = read_header(tags)
        except BadRecord as fault:
            raise in_line(self.first, fault) from fault
        moves = read_moves(text, header.game.players, line)
        try:
            result = _one_result(header.result, moves.result)
            plies = tuple(moves.plies)
            return Record(header.game, plies, result, header.tags, header.start, moves.comment)
        except BadRecord as fault:
            raise in_line(self.first, fault) from fault


def _is_above_moves(line: str) -> bool:
    """Whether a line can stand among the tags: empty, a comment, or a tag, even a broken one."""
    plain = line.lstrip()
    return not plain or plain[0] in "[;"


def _one_result(tag: str | None, written: str | None) -> str:
    """The result, in the tag, after the moves, or the same in both."""
    if tag is not None and written is not None and tag != written:
        raise BadRecord("record-two-results", tag=tag, written=written)
    return written or tag or "*"


def _blocks(flow: Iterable[Line]) -> Iterator[_Block]:
    block = _Block(1)
    for line in flow:
        if block.ends_before(line.text):
            yield block
            block = _Block(line.number)
        block.add(line)
    yield block
