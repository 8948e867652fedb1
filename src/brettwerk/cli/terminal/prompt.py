"""The prompt: line input, completion, and interruption."""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from brettwerk.cli.screen import Screen
from brettwerk.cli.shared import typed_words

CTRL_C = 130  # the exit code that shells expect


class SessionLeft(Exception):
    """A player left: by a command, at the end of the input, or by Ctrl-C."""

    def __init__(self, code: int = 0) -> None:
        super().__init__()
        self.code = code


def ask(prompt: str) -> str:
    """Read a line."""
    try:
        line = input(prompt)
    except EOFError:
        print()
        raise SessionLeft from None
    except KeyboardInterrupt:
        print()
        raise SessionLeft(CTRL_C) from None
    except UnicodeDecodeError:
        return "\ufffd"  # not text, so it will be refused
    if not sys.stdin.isatty():
        print(line)  # so that the output of a script shows its input
    return line.replace("\0", "\ufffd").strip()


def confirm(screen: Screen, question: str) -> bool:
    """Ask a yes-or-no question."""
    yes, no = typed_words("cli-yes"), typed_words("cli-no")
    choice = "/".join(screen.t(key).split()[0] for key in ("cli-yes", "cli-no"))
    while True:
        answer = ask(f"{question} ({choice}) ").lower()
        if answer in yes | no:
            return answer in yes


def set_completion(words: Callable[[], Iterable[str]]) -> None:
    """Let the Tab key complete these words, if readline is available."""
    with suppress(ImportError):  # Windows has no readline
        import readline

        def nth(beginning: str, number: int) -> str | None:
            matches = [word for word in words() if word.startswith(beginning.lower())]
            return matches[number] if number < len(matches) else None

        readline.set_completer(nth)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")


@contextmanager
def signals_as_interrupt() -> Iterator[None]:
    """Handle SIGTERM and SIGHUP like Ctrl-C, so that games are saved."""
    names = ("SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, signal.default_int_handler) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
