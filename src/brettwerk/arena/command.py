"""Programs of others as players, over JSON lines; documented in docs/engines.md.

A program that does not start, dies, is too late, or answers with anything but a legal move loses
that game; for the next one it is started anew.
"""

from __future__ import annotations

import queue
import subprocess
import threading
from contextlib import suppress
from time import monotonic
from typing import IO, TYPE_CHECKING, Any

import msgspec

from brettwerk.arena.names import words_of
from brettwerk.arena.players import Forfeit
from brettwerk.errors import IllegalMove, NotAMove
from brettwerk.texts import shown

if TYPE_CHECKING:
    from brettwerk.arena.players import Turn
    from brettwerk.engine.report import Limit
    from brettwerk.games.core import Game, Move

LONGEST_ANSWER = 1_000_000
UNHURRIED = 600.0  # seconds for an answer where neither time nor clock limits it
TO_BEGIN = 60.0  # seconds for the first answer, in which programs load and compile
TO_LEAVE = 1.0


class Command:
    """A program that is asked over its standard input and answers on its standard output."""

    def __init__(self, command: str, grace: float) -> None:
        self._command = command
        self._grace = grace
        self._process: _Process | None = None

    def begin(self, game: Game) -> None:
        """Start the program if it does not run, and let it warm up with a question."""
        if self._process is None:
            self._process = _Process(self._command)
        self._ask(_request(game, ()) | {"limit": {"nodes": 1}}, TO_BEGIN)

    def choose(self, turn: Turn) -> Move:
        """Its answer as a move of the position."""
        answer = self._ask(_asked(turn), _patience(turn) + self._grace)
        try:
            return turn.position.parse(_best(answer))
        except (IllegalMove, NotAMove) as reason:
            self.close()
            raise Forfeit("arena-illegal", reason=str(reason)) from reason
        except Forfeit:
            self.close()
            raise

    def _ask(self, request: dict[str, Any], patience: float) -> bytes:
        if self._process is None:
            raise Forfeit("arena-ended", code="—")
        try:
            return self._process.ask(request, patience)
        except Forfeit:
            self.close()
            raise

    def close(self) -> None:
        """End the program."""
        if self._process:
            self._process.end()
            self._process = None


class _Process:
    """A running program; what it writes is read by a thread, so that waiting can have an end."""

    def __init__(self, command: str) -> None:
        try:
            self._process = subprocess.Popen(
                words_of(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for us, who then end it
            )
        except OSError as fault:
            raise Forfeit("arena-no-start", reason=fault.strerror or fault) from fault
        self._answers: queue.Queue[bytes] = queue.Queue(maxsize=1000)
        self._asked = 0
        threading.Thread(
            target=_listen, args=(self._process.stdout, self._answers), daemon=True
        ).start()

    def ask(self, request: dict[str, Any], patience: float) -> bytes:
        """The next line it writes; none of those that it wrote unasked or for another question."""
        until = monotonic() + patience
        self._forget()
        self._asked += 1
        try:
            assert self._process.stdin
            self._process.stdin.write(msgspec.json.encode(request | {"id": self._asked}) + b"\n")
            self._process.stdin.flush()
            answer = self._next(until)
            while _for_another(answer, self._asked):
                answer = self._next(until)
        except queue.Empty:
            raise Forfeit("arena-too-late", seconds=f"{patience:g}") from None
        except OSError:
            answer = b""
        if not answer:
            raise Forfeit("arena-ended", code=self._code())
        return answer

    def _next(self, until: float) -> bytes:
        return self._answers.get(timeout=max(until - monotonic(), 0))

    def _forget(self) -> None:
        """Pass over what it wrote unasked, but not that it has ended."""
        with suppress(queue.Empty):
            while self._answers.get_nowait():
                pass
            self._answers.put(b"")

    def _code(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            return str(self._process.wait(TO_LEAVE))
        return "—"

    def end(self) -> None:
        """Close its input, which asks it to leave; and make it leave."""
        with suppress(OSError):
            assert self._process.stdin
            self._process.stdin.close()
        try:
            self._process.wait(TO_LEAVE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _listen(source: IO[bytes], answers: queue.Queue[bytes]) -> None:
    """Hand on what the program writes, line by line; an empty one when it has ended."""
    with source:
        while line := source.readline(LONGEST_ANSWER):
            if not line.isspace():
                answers.put(line)
    answers.put(b"")


# -- what is asked, and answered ------------------------------------------------------------------
def _request(game: Game, moves: tuple[str, ...]) -> dict[str, Any]:
    return {"game": game.name, "options": dict(game.chosen), "moves": list(moves)}


def _asked(turn: Turn) -> dict[str, Any]:
    """The request for a move, as `brettwerk analyse --json` reads it too."""
    position = turn.position
    if turn.moves is None:
        request: dict[str, Any] = {"position": position.text}
    else:
        request = _request(position.game, turn.moves)
    request["limit"] = _limit(turn.limit)
    if turn.left is not None:
        left = [round(seconds, 3) for seconds in turn.left]
        request["clock"] = {"left": left, "increment": turn.increment}
    return request


def _limit(limit: Limit) -> dict[str, float]:
    given = {"seconds": limit.seconds, "nodes": limit.nodes, "depth": limit.depth}
    return {name: value for name, value in given.items() if value is not None}


def _patience(turn: Turn) -> float:
    """How long an answer may take, but for the grace."""
    if turn.left is not None:
        return turn.left[turn.position.turn]
    return UNHURRIED if turn.limit.seconds is None else turn.limit.seconds


def _decoded(answer: bytes) -> object:
    """What an answer says; None if it is no JSON."""
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return msgspec.json.decode(answer)
    return None


def _for_another(answer: bytes, asked: int) -> bool:
    """Whether an answer says that it belongs to an earlier question."""
    found = _decoded(answer)
    return isinstance(found, dict) and found.get("id", asked) != asked


def _best(answer: bytes) -> str:
    """The move that an answer names."""
    found = _decoded(answer)
    if found is None:
        raise Forfeit("arena-nonsense", answer=shown(answer.decode(errors="replace")))
    best = found.get("best") if isinstance(found, dict) else None
    if not isinstance(best, str):
        said = found.get("message", found) if isinstance(found, dict) else found
        raise Forfeit("arena-nonsense", answer=shown(said, 120))
    return best
