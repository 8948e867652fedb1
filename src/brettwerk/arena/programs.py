"""External programs as players, over JSON lines; documented in docs/engines.md.

A program that does not start, exits, is too late or answers with anything but a legal move loses
that game; it is restarted for the next one.
"""

import queue
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import IO

import msgspec

from brettwerk.arena.config import limit_json
from brettwerk.arena.contestants import split_command
from brettwerk.arena.turn import Forfeit, Turn
from brettwerk.core.game import Game, Move
from brettwerk.errors import IllegalMove, InvalidMove
from brettwerk.i18n import truncate

Request = dict[str, object]

MAX_ANSWER_BYTES = 1_000_000
# Timeouts in seconds.
UNLIMITED_TIMEOUT = 600.0  # for an answer without a time limit or clock
START_TIMEOUT = 60.0  # for the first answer, in which programs load and compile
EXIT_TIMEOUT = 1.0


class ProgramPlayer:
    """A program that reads requests from standard input and answers on standard output."""

    def __init__(self, command: str, grace: float) -> None:
        self._command = command
        self._grace = grace
        self._process: _Process | None = None

    def begin(self, game: Game) -> None:
        """Start the program if it is not running, and warm it up with a request."""
        if self._process is None:
            self._process = _Process(self._command)
        with self._ended_by_forfeit():
            request = {**_game_request(game, ()), "limit": {"nodes": 1}}
            self._process.ask(request, START_TIMEOUT)

    def choose(self, turn: Turn) -> Move:
        """Return the program's answer as a move."""
        with self._ended_by_forfeit():
            if self._process is None:
                raise Forfeit("arena-ended", code="—")
            answer = self._process.ask(_move_request(turn), _timeout(turn) + self._grace)
            return turn.position.parse(_best_move(answer))

    @contextmanager
    def _ended_by_forfeit(self) -> Iterator[None]:
        """End the program if it forfeits the game, by an illegal move or otherwise."""
        try:
            yield
        except (IllegalMove, InvalidMove) as reason:
            self.close()
            raise Forfeit("arena-illegal", reason=str(reason)) from reason
        except Forfeit:
            self.close()
            raise

    def close(self) -> None:
        """End the program."""
        if self._process:
            self._process.end()
            self._process = None


class _Process:
    """A running program; a thread reads its output, so that waiting can time out."""

    def __init__(self, command: str) -> None:
        try:
            self._process = subprocess.Popen(
                split_command(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # so that Ctrl-C reaches only us
            )
        except OSError as fault:
            raise Forfeit("arena-no-start", reason=fault.strerror or fault) from fault
        self._answers: queue.Queue[bytes] = queue.Queue(maxsize=1000)
        self._last_id = 0
        threading.Thread(
            target=_read_lines, args=(self._process.stdout, self._answers), daemon=True
        ).start()

    def ask(self, request: Request, timeout: float) -> bytes:
        """Send a request and return its answer, ignoring unrelated lines."""
        until = monotonic() + timeout
        self._discard_output()
        self._last_id += 1
        try:
            assert self._process.stdin
            self._process.stdin.write(msgspec.json.encode({**request, "id": self._last_id}) + b"\n")
            self._process.stdin.flush()
            answer = self._next(until)
            while _is_for_another_request(answer, self._last_id):
                answer = self._next(until)
        except queue.Empty:
            raise Forfeit("arena-too-late", seconds=f"{timeout:g}") from None
        except OSError:
            answer = b""
        if not answer:
            raise Forfeit("arena-ended", code=self._exit_code())
        return answer

    def _next(self, until: float) -> bytes:
        return self._answers.get(timeout=max(until - monotonic(), 0))

    def _discard_output(self) -> None:
        """Discard unsolicited output, except the mark that the program has exited."""
        with suppress(queue.Empty):
            while self._answers.get_nowait():
                pass
            self._answers.put(b"")

    def _exit_code(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            return str(self._process.wait(EXIT_TIMEOUT))
        return "—"

    def end(self) -> None:
        """Close the program's input, which asks it to exit; kill it if it does not."""
        with suppress(OSError):
            assert self._process.stdin
            self._process.stdin.close()
        try:
            self._process.wait(EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _read_lines(source: IO[bytes], answers: queue.Queue[bytes]) -> None:
    """Queue the lines that a program writes, and an empty one when it exits."""
    with source:
        while line := source.readline(MAX_ANSWER_BYTES):
            if not line.isspace():
                answers.put(line)
    answers.put(b"")


# -- requests and answers -------------------------------------------------------------------------
def _game_request(game: Game, moves: tuple[str, ...]) -> Request:
    return {"game": game.name, "options": dict(game.chosen), "moves": list(moves)}


def _move_request(turn: Turn) -> Request:
    """Return the request for a move, which `brettwerk analyse --json` understands as well."""
    if turn.moves is None:
        request: Request = {"position": turn.position.text}
    else:
        request = _game_request(turn.position.game, turn.moves)
    request["limit"] = limit_json(turn.limit)
    if turn.left is not None:
        left = [round(seconds, 3) for seconds in turn.left]
        request["clock"] = {"left": left, "increment": turn.increment}
    return request


def _timeout(turn: Turn) -> float:
    """Return the seconds that an answer may take, without the grace."""
    if turn.left is not None:
        return turn.left[turn.position.turn]
    return UNLIMITED_TIMEOUT if turn.limit.seconds is None else turn.limit.seconds


def _decoded(answer: bytes) -> object:
    """Decode an answer; return None if it is not JSON."""
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return msgspec.json.decode(answer)
    return None


def _is_for_another_request(answer: bytes, request_id: int) -> bool:
    """Return whether an answer names the id of another request."""
    found = _decoded(answer)
    return isinstance(found, dict) and found.get("id", request_id) != request_id


def _best_move(answer: bytes) -> str:
    """Return the move that an answer names."""
    found = _decoded(answer)
    if found is None:
        raise Forfeit("arena-nonsense", answer=truncate(answer.decode(errors="replace")))
    best = found.get("best") if isinstance(found, dict) else None
    if not isinstance(best, str):
        message = found.get("message", found) if isinstance(found, dict) else found
        raise Forfeit("arena-nonsense", answer=truncate(message, 120))
    return best
