"""Asking people at the keyboard: line editing, completion, and a polite way to leave."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from brettwerk.cli.screen import Screen

YES = ("y", "yes", "j", "ja")
NO = ("n", "no", "nein")
CTRL_C = 130  # the exit code that shells expect


class Left(Exception):
    """Someone left the table: by saying so, by ending the input, or by Ctrl-C."""

    def __init__(self, code: int = 0) -> None:
        super().__init__()
        self.code = code


def ask(prompt: str) -> str:
    """A line that someone typed."""
    try:
        line = input(prompt)
    except EOFError:
        print()
        raise Left from None
    except KeyboardInterrupt:
        print()
        raise Left(CTRL_C) from None
    except UnicodeDecodeError:
        return "\ufffd"  # not text; whoever reads it will say what would be right
    if not sys.stdin.isatty():
        print(line)  # so that the course of a game can be read from the output of a script
    return line.replace("\0", "\ufffd").strip()


def agrees(screen: Screen, question: str) -> bool:
    """Yes or no."""
    while True:
        answer = ask(f"{question} {screen.voice('cli-yes-no')} ").lower()
        if answer in YES + NO:
            return answer in YES


def complete_from(words: Callable[[], Iterable[str]]) -> None:
    """Let the Tab key complete these words, where the keyboard can."""
    with suppress(ImportError):  # Windows has no readline
        import readline

        def nth(beginning: str, number: int) -> str | None:
            fitting = [word for word in words() if word.startswith(beginning.lower())]
            return fitting[number] if number < len(fitting) else None

        readline.set_completer(nth)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")


@contextmanager
def ending_like_ctrl_c() -> Iterator[None]:
    """Meanwhile a closed window or a polite `kill` is taken for Ctrl-C, so that games are kept."""
    names = ("SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, signal.default_int_handler) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
