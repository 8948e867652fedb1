"""`brettwerk convert`: games of other programs in, ours or theirs out."""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Exit

from brettwerk.cli.options import FileName, Json
from brettwerk.cli.output import STDOUT, expand_path, print_json, write_atomically, write_output
from brettwerk.cli.shared import translator
from brettwerk.cli.sources import decode_text

if TYPE_CHECKING:
    from brettwerk.records import ImportFault, Record

Files = Annotated[list[str], Argument(metavar="FILE")]
# Faults that are listed on the terminal; a report has all of them.
_LISTED = 20


def convert(
    *,
    files: Files,
    to: str = "pgn",
    out: FileName = STDOUT,
    report: FileName = None,
    json: Json = False,
) -> None:
    """Read files of games, also other programs', and write them in one format."""
    from brettwerk.records import export_games

    faults: list[ImportFault] = []
    counts = {"games": 0, "plies": 0}
    text = "".join(export_games(_counted(read_files(files, faults), counts), to))
    if not json or out != STDOUT:
        write_output(out or STDOUT, text.encode())
    if report:
        write_atomically(expand_path(report), _report(faults).encode())
    if json:
        print_json({**counts, "faults": [_facts(fault) for fault in faults]})
    else:
        tell_faults(faults, counts["games"], counts["plies"])
    if faults:
        raise Exit(1)


def read_files(files: Iterable[str], faults: "list[ImportFault]") -> "Iterator[Record]":
    """Yield the games of files; what cannot be read is added to `faults`."""
    from brettwerk.records import import_games

    for name in files:
        content = sys.stdin.buffer.read() if name == STDOUT else expand_path(name).read_bytes()
        yield from import_games(decode_text(content), file=name, skip=faults.append)


def tell_faults(faults: "list[ImportFault]", games: int, plies: int) -> None:
    """Print on stderr how many games were read, and what could not be."""
    t = translator()
    for fault in faults[:_LISTED]:
        print(fault.sentence(t.language), file=sys.stderr)
    if len(faults) > _LISTED:
        print(t("cli-convert-more", count=len(faults) - _LISTED), file=sys.stderr)
    told = t("cli-convert-read", count=games, plies=t.number(plies))
    left = t("cli-convert-faults", count=len(faults)) if faults else ""
    print(f"{told} {left}".strip(), file=sys.stderr)


def _counted(records: "Iterator[Record]", counts: dict[str, int]) -> "Iterator[Record]":
    """Yield records, and count them and their plies."""
    for record in records:
        counts["games"] += 1
        counts["plies"] += len(record.plies)
        yield record


def _report(faults: "list[ImportFault]") -> str:
    language = translator().language
    return "".join(f"{fault.sentence(language)}\n" for fault in faults)


def _facts(fault: "ImportFault") -> dict[str, object]:
    """Return a fault as JSON."""
    reason = fault.reason.localized(translator().language)
    return {**fault._asdict(), "reason": reason}
