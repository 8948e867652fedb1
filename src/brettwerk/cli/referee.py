"""`brettwerk referee`: requests on standard input, answers on standard output, line by line."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import BinaryIO

from brettwerk.referee import Referee
from brettwerk.requests import LONGEST_LINE


def referee() -> None:
    """Answer programs: JSON lines on standard input, one answer each on standard output.

    \b
    Asks for the legal moves and the outcome after some moves of a game:
      {"game": "drei", "options": {"board": "random:7"}, "moves": ["d4"]}
      {"ok":true,"to_move":1,"legal":["b3","b5",…],"outcome":null}

    Every line is answered at once, so the command can be kept as a co-process.
    "perft": 4 adds counts of move sequences, "position" begins from a position's text.
    """
    with suppress(KeyboardInterrupt):
        serve(sys.stdin.buffer, sys.stdout.buffer)


def serve(
    requests: BinaryIO, answers: BinaryIO, answer: Callable[[bytes], bytes] | None = None
) -> None:
    """Answer every line with one, at once, until there are no more; blank lines are passed over."""
    answer = answer or Referee().answer
    for line in _lines(requests):
        if len(line) > LONGEST_LINE or not line.isspace():
            answers.write(answer(line) + b"\n")
            answers.flush()


def _lines(requests: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is far too long only as much as shows that it is."""
    while line := requests.readline(LONGEST_LINE + 1):
        yield line
        while not line.endswith(b"\n") and line:
            line = requests.readline(LONGEST_LINE)
