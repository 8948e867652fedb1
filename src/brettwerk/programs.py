"""External programs that answer requests over JSON lines; documented in docs/engines.md."""

import queue
import shlex
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import IO

import msgspec

from brettwerk.errors import BrettwerkError
from brettwerk.i18n import truncate
from brettwerk.search.report import Stop

Request = dict[str, object]

MAX_ANSWER_BYTES = 1_000_000
EXIT_TIMEOUT = 1.0  # seconds
KEPT_LINES = 20  # of what a program writes to standard error
_LONGEST_LINE = 200
_NO_ID = object()
_STOPPED = b"stopped"  # queued like a line, to wake `ask`


class ProgramError(BrettwerkError, code="program"):
    """A program that does not start, exits, is too late or answers nonsense."""


def split_command(command: str) -> list[str]:
    """Split a command into words; return an empty list if its quotes do not close.

    >>> split_command("python 'my engine.py' --fast")
    ['python', 'my engine.py', '--fast']
    """
    try:
        return shlex.split(command)
    except ValueError:
        return []


class Program:
    """A running program; threads write and read its lines, so that waiting can time out.

    `on_stderr` gets each line that it writes to standard error; the last ones are kept in any case.
    """

    def __init__(
        self, command: Sequence[str], on_stderr: Callable[[bytes], object] | None = None
    ) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that Ctrl-C reaches only us
            )
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or fault
            command_text = truncate(shlex.join(command))
            raise ProgramError("arena-no-start", command=command_text, reason=reason) from fault
        self._requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._answers: queue.Queue[bytes] = queue.Queue(maxsize=1000)
        self._last_id = 0
        self._owed = 0  # answers that are no longer awaited
        self._errors: deque[bytes] = deque(maxlen=KEPT_LINES)
        self._readers = [
            _read(self._process.stdout, self._put, MAX_ANSWER_BYTES),
            _read(self._process.stderr, self._keep(on_stderr), 10_000),
        ]
        self._writer = _started(self._write)

    def _write(self) -> None:
        """Write requests as the program reads them; an empty one closes its input."""
        assert self._process.stdin
        with suppress(OSError), self._process.stdin as stdin:
            while request := self._requests.get():
                stdin.write(request)
                stdin.flush()

    def _put(self, line: bytes) -> None:
        """Queue a line, and an empty one when the program exits."""
        if not line or not line.isspace():
            self._answers.put(line)

    def _keep(self, tell: Callable[[bytes], object] | None) -> Callable[[bytes], None]:
        def keep(line: bytes) -> None:
            if line.strip():
                self._errors.append(line)
            if line and tell:
                tell(line)

        return keep

    @property
    def errors(self) -> str:
        """The last lines that it wrote to standard error."""
        return b"".join(self._errors).decode(errors="replace")

    def ask(self, request: Request, timeout: float, stop: Stop | None = None) -> object:
        """Send a request and return its answer, ignoring unrelated lines.

        After `stop` it returns at once, and ignores the answer when it comes.
        """
        until = monotonic() + timeout
        self._discard_output()
        self._last_id += 1
        try:
            self._requests.put(msgspec.json.encode({**request, "id": self._last_id}) + b"\n")
            if stop:
                stop.when_asked(self._stop_waiting)
            answer = self._next(until)
            while self._is_for_another_request(answer):
                answer = self._next(until)
        except queue.Empty:
            self._owed += 1
            raise ProgramError("arena-too-late", seconds=f"{timeout:g}") from None
        if answer is _STOPPED:
            self._owed += 1
            raise ProgramError("arena-stopped")
        if not answer:
            raise self._ended()
        return _decoded(answer)

    def _stop_waiting(self) -> None:
        with suppress(queue.Full):
            self._answers.put_nowait(_STOPPED)

    def _is_for_another_request(self, line: bytes) -> bool:
        """Return whether a line answers an earlier request: by its id, or by its turn."""
        if not line or line is _STOPPED:
            return False
        answer = _decoded(line)
        request = answer.get("id", _NO_ID) if isinstance(answer, dict) else _NO_ID
        if request == self._last_id:
            return False
        was_owed = self._owed > 0
        self._owed -= was_owed
        return was_owed or request is not _NO_ID

    def _next(self, until: float) -> bytes:
        return self._answers.get(timeout=max(until - monotonic(), 0))

    def _discard_output(self) -> None:
        """Discard unsolicited output, except the mark that the program has exited."""
        with suppress(queue.Empty):
            while line := self._answers.get_nowait():
                self._owed -= self._owed > 0 and line is not _STOPPED
            self._answers.put(b"")

    def _ended(self) -> ProgramError:
        """Return the error of a program that has exited, with the last that it said."""
        code = "—"
        with suppress(subprocess.TimeoutExpired):
            code = str(self._process.wait(EXIT_TIMEOUT))
        self._readers[1].join(EXIT_TIMEOUT)
        if not self._errors:
            return ProgramError("arena-ended", code=code)
        last = self._errors[-1].decode(errors="replace").strip()
        return ProgramError("arena-ended-saying", code=code, said=truncate(last, _LONGEST_LINE))

    def close(self) -> None:
        """Close the program's input, which asks it to exit; kill it if it does not."""
        self._requests.put(b"")
        try:
            self._process.wait(EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in (self._writer, *self._readers):
            thread.join(EXIT_TIMEOUT)


def _read(source: IO[bytes] | None, put: Callable[[bytes], None], longest: int) -> threading.Thread:
    """Start a thread that passes on the lines of a stream, and an empty one at its end."""
    assert source

    def run() -> None:
        with source:
            while line := source.readline(longest):
                put(line)
        put(b"")

    return _started(run)


def _started(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def best_move(answer: object) -> str:
    """Return the move that an answer names; ProgramError if it names none."""
    best = answer.get("best") if isinstance(answer, dict) else None
    if not isinstance(best, str):
        said = answer.get("message", answer) if isinstance(answer, dict) else answer
        text = said if isinstance(said, str) else msgspec.json.encode(said).decode()
        raise ProgramError("arena-nonsense", answer=truncate(text, 120))
    return best


def _decoded(answer: bytes) -> object:
    """Decode an answer; what is not JSON is a text."""
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return msgspec.json.decode(answer)
    return truncate(answer.decode(errors="replace"))
