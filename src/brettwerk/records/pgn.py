"""Records as text like PGN: tags, numbered moves, comments, the result."""

import copyreg
import re
from collections.abc import Callable, Iterable, Iterator

from brettwerk.errors import BadRecord

from .errors import RecordFault, at_line
from .foreign import ForeignRecord
from .limits import MAX_LINES, MAX_RECORD_LENGTH
from .lines import Source, SourceLine, chunks, lines, read_each
from .movetext import MoveTextReader, read_moves, tokens, write_moves
from .record import Record
from .result import merge_results
from .tags import read_header, read_tag, tag_name, write_header, write_tag

_FIRST_MOVE = re.compile(r"1\s*\.(?!\s*[.\-])")


# -- writing --------------------------------------------------------------------------------------
def write_record(record: Record) -> str:
    """Return the text of a record, which reads back equal."""
    tags = write_header(record.game, record.start) | dict(record.tags) | {"Result": record.result}
    written = [write_tag(name, value) for name, value in tags.items()]
    text = "\n".join([*written, "", *write_moves(record), ""])
    if len(text) >= MAX_RECORD_LENGTH:  # one more character separates records in a stream
        raise BadRecord("record-too-long", longest=MAX_RECORD_LENGTH)
    return text


def write_records(records: Iterable[Record]) -> Iterator[str]:
    """Yield the texts of records with empty lines between them.

    >>> import brettwerk
    >>> record = Record.of(brettwerk.game("drei"), ["d4", "c3"])
    >>> text = "".join(write_records([record]))
    >>> [read == record for read in read_records(text)]
    [True]
    """
    for number, record in enumerate(records):
        yield ("\n" if number else "") + write_record(record)


# -- reading --------------------------------------------------------------------------------------
def read_record(text: str) -> Record:
    """Return the only record of a text."""
    found = list(read_records(text))
    if len(found) != 1:
        raise BadRecord("record-not-one", count=len(found))
    return found[0]


def read_records(
    source: Source, *, skip: Callable[[BadRecord], object] | None = None
) -> Iterator[Record]:
    """Yield the records of a file, of lines or of a text, without loading all into memory.

    The file may be open, or given as a `Path`; a text is the records themselves, not a file's name.

    A malformed record raises BadRecord with its line. With `skip`, the error is passed to it
    instead, and reading continues with the next record.

    >>> [record.game.name for record in read_records('[Game "drei"]\\n\\n1. d4 c3 *')]
    ['drei']
    """
    return read_each(blocks(lines(chunks(source))), RecordBlock.read, skip)


class RecordBlock:
    """The lines of one record: its tags, then its moves."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.lines: list[str] = []
        self.size = 0
        self.fault: BadRecord | None = None
        self.has_game = False
        self.has_tags = False
        self.has_moves = False
        self._is_after_gap = False

    def ends_before(self, line: str) -> bool:
        """Return whether this line begins another record: a tag after moves, or a second game.

        This does not depend on whether the lines before are well-formed, so that the next record
        is found even after an open comment.
        """
        name = tag_name(line)
        if name is None and self.has_moves and not self.has_tags:
            return _begins_bare_game(line, self._is_after_gap)
        return name is not None and (self.has_moves or (name == "Game" and self.has_game))

    def add(self, line: SourceLine) -> None:
        """Add a line; after an error lines are discarded."""
        self.size += len(line.text) + 1
        fault = line.fault
        if self.size > MAX_RECORD_LENGTH or len(self.lines) >= MAX_LINES:
            fault = BadRecord("record-too-long", longest=MAX_RECORD_LENGTH)
        if fault and not self.fault:
            self.fault = at_line(line.number, fault)
            self.lines = []
        if not self.fault:
            self.lines.append(line.text)
        name = tag_name(line.text)
        self.has_game = self.has_game or name == "Game"
        self.has_tags = self.has_tags or name is not None
        self._is_after_gap = not line.text.strip()
        self.has_moves = self.has_moves or not _is_header_line(line.text)

    def read(self, *, checked: bool = False) -> Record | None:
        """Return the record of these lines; None if there are only comments.

        Records of other programs are replayed in any case, our own if they are to be checked.
        """
        if self.fault:
            raise self.fault
        if not self.has_game:
            foreign = ForeignRecord(self.first, self.lines)
            dialect = foreign.dialect()
            if dialect:
                return foreign.read(dialect)
        return self._read_own(checked)

    def _read_own(self, checked: bool) -> Record | None:
        tags: dict[str, str] = {}
        count = 0
        for count, line in enumerate(self.lines):
            if not _is_header_line(line):
                break
            self._read_tag(tags, line, self.first + count)
        else:
            count = len(self.lines)
        text = "\n".join(self.lines[count:])
        return self._record(tags, text, self.first + count, checked)

    def _read_tag(self, tags: dict[str, str], line: str, number: int) -> None:
        if not line.strip().startswith("["):
            return
        try:
            name, value = read_tag(line)
            if name in tags:
                raise BadRecord("record-tag-twice", tag=name)
        except BadRecord as fault:
            raise at_line(number, fault) from fault
        tags[name] = value

    def _record(self, tags: dict[str, str], text: str, line: int, checked: bool) -> Record | None:
        if not tags and all(token.kind in "{;" for token in tokens(text)):
            return None
        try:
            header = read_header(tags)
        except BadRecord as fault:
            raise at_line(self.first, fault) from fault
        moves = read_moves(text, header.game.players, line)
        try:
            result = merge_results(header.result, moves.result)
            plies = tuple(moves.plies)
            found = Record(header.game, plies, result, header.tags, header.start, moves.comment)
            if checked:
                found.check()
        except BadRecord as fault:
            raise at_line(self._line_of(fault, moves), fault) from fault
        return found

    def _line_of(self, fault: BadRecord, moves: MoveTextReader) -> int:
        """Return the line of the ply that is at fault, or the first."""
        ply = fault.details.get("ply") if isinstance(fault, RecordFault) else None
        return moves.line_of(ply) if isinstance(ply, int) else self.first


# Games hold compiled code, which cannot be pickled.
copyreg.pickle(Record, lambda record: (read_record, (write_record(record),)))


def _is_header_line(line: str) -> bool:
    """Return whether a line is empty, a comment or a tag, even a malformed one."""
    plain = line.lstrip()
    return not plain or plain[0] in "[;#%"


def _begins_bare_game(line: str, is_after_gap: bool) -> bool:
    """Return whether a line begins another game in a file of moves without tags."""
    plain = line.strip()
    return plain[:1] == "#" or (bool(plain) and is_after_gap) or bool(_FIRST_MOVE.match(plain))


def blocks(stream: Iterable[SourceLine]) -> Iterator[RecordBlock]:
    """Split lines into those of each record."""
    block = RecordBlock(1)
    for line in stream:
        if block.ends_before(line.text):
            yield block
            block = RecordBlock(line.number)
        block.add(line)
    yield block
