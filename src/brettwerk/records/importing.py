"""Reading collections of games: all that can be read, and a report of what could not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from brettwerk.errors import BadRecord, BrettwerkError
from brettwerk.i18n import SOURCE, Language, Translator

from .errors import RecordFault, at_line, strip_tracebacks
from .jsonl import is_json, json_lines, parse_line
from .lines import SourceLine, chunks, lines
from .pgn import blocks
from .record import Record


class ImportFault(NamedTuple):
    """A game that could not be read: where it stands, the ply if one is at fault, and why."""

    file: str
    game: int
    line: int
    ply: int | None
    move: str
    reason: BrettwerkError

    def sentence(self, language: Language = SOURCE) -> str:
        """Return one line for a report."""
        t = Translator(language)
        key = "import-fault" if self.ply is None else "import-fault-ply"
        where = {"file": self.file, "game": self.game, "line": self.line}
        reason = self.reason.localized(language)
        return t(key, **where, ply=self.ply, move=self.move, reason=reason)


def import_games(
    text: str, *, file: str = "", skip: Callable[[ImportFault], object] | None = None
) -> Iterator[Record]:
    """Yield the games of a text, ours and other programs', all of whose moves are legal.

    `skip` is called with each game that cannot be read; without it, the first one raises.

    >>> text = '''
    ... [Variant "belgian"]
    ...
    ... 1. a1b2 i5h5 2. a2b3 *
    ...
    ... [Variant "belgian"]
    ...
    ... 1. a1b2 i5h5
    ... 2. e1e2 *
    ... '''
    >>> faults = []
    >>> [len(game.plies) for game in import_games(text, file="club.apgn", skip=faults.append)]
    [3]
    >>> print(faults[0].sentence())
    club.apgn, game 2, line 9, ply 3 (e1e2): There is no marble of yours on e1.
    """
    number = 0
    for read in _games(text):
        try:
            record = read()
            number += record is not None
        except BadRecord as fault:
            number += 1
            if skip is None:
                raise
            skip(_import_fault(file, number, strip_tracebacks(fault)))
            continue
        if record:
            yield record


def _games(text: str) -> Iterator[Callable[[], Record | None]]:
    """Yield what reads each game of a text, and checks its moves."""
    if is_json(text):
        return (partial(_read_json, line) for line in json_lines(text))
    return (partial(block.read, checked=True) for block in blocks(lines(chunks(text))))


def _read_json(line: SourceLine) -> Record | None:
    """Return the record of a line of JSON, checked."""
    record = parse_line(line)
    try:
        if record:
            record.check()
    except BadRecord as fault:
        raise at_line(line.number, fault) from fault
    return record


def _import_fault(file: str, number: int, fault: BadRecord) -> ImportFault:
    """Return a fault with its place, which the errors around its reason say."""
    details: dict[str, object] = {}
    reason: BrettwerkError = fault
    while isinstance(reason, RecordFault):
        details = {**reason.details, **details}
        reason = reason.reason
    ply = details.get("ply")
    return ImportFault(
        file,
        number,
        int(str(details.get("line", 1))),
        ply if isinstance(ply, int) else None,
        str(details.get("move", "")),
        reason,
    )
