"""`brettwerk referee`: answers requests on standard input, line by line."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import BinaryIO

from brettwerk.referee import Referee
from brettwerk.requests import MAX_LINE_LENGTH


def referee() -> None:
    """Answer programs: JSON lines on standard input, one answer each on standard output."""
    with suppress(KeyboardInterrupt):
        serve(sys.stdin.buffer, sys.stdout.buffer)


def serve(
    requests: BinaryIO, answers: BinaryIO, answer: Callable[[bytes], bytes] | None = None
) -> None:
    """Answer every line immediately with one; skip blank lines."""
    answer = answer or Referee().answer
    for line in _lines(requests):
        if len(line) > MAX_LINE_LENGTH or not line.isspace():
            answers.write(answer(line) + b"\n")
            answers.flush()


def _lines(requests: BinaryIO) -> Iterator[bytes]:
    """Yield lines; truncate those that are too long."""
    while line := requests.readline(MAX_LINE_LENGTH + 1):
        yield line
        while not line.endswith(b"\n") and line:
            line = requests.readline(MAX_LINE_LENGTH)
