"""`brettwerk referee`: requests on standard input, answers on standard output, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from brettwerk.referee import LONGEST_LINE, Referee

if TYPE_CHECKING:
    from collections.abc import Iterator


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line with one, at once, until there are no more; blank lines are passed over."""
    referee = Referee()
    for line in _lines(requests):
        if not line.isspace():
            answers.write(referee.answer(line) + b"\n")
            answers.flush()


def _lines(requests: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is far too long only as much as shows that it is."""
    while line := requests.readline(LONGEST_LINE + 1):
        yield line
        while not line.endswith(b"\n") and line:
            line = requests.readline(LONGEST_LINE)
