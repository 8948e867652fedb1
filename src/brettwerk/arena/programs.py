"""External programs as players, over JSON lines; documented in docs/engines.md.

A program that exits, is too late or answers with anything but a legal move loses that game; it is
restarted for the next one.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from brettwerk.arena.turn import Forfeit, Turn
from brettwerk.core.game import Game, Move
from brettwerk.errors import IllegalMove, InvalidMove
from brettwerk.programs import Program, ProgramError, Request, best_move, split_command

# Timeouts in seconds.
UNLIMITED_TIMEOUT = 600.0  # for an answer without a time limit or clock
START_TIMEOUT = 60.0  # for the first answer, in which programs load and compile


class ProgramPlayer:
    """A program that reads requests from standard input and answers on standard output."""

    def __init__(
        self, command: str, grace: float, on_stderr: Callable[[bytes], object] | None = None
    ) -> None:
        self._command, self._grace = command, grace
        self._on_stderr = on_stderr
        self._program: Program | None = None

    def check(self, game: Game) -> None:
        """Raise ProgramError unless the program starts and answers; it ends again."""
        with closing(Program(split_command(self._command), self._on_stderr)) as program:
            program.ask({**_game_request(game, ()), "limit": {"nodes": 1}}, START_TIMEOUT)

    def begin(self, game: Game) -> None:
        """Start the program if it is not running, and warm it up with a request."""
        with self._ended_by_forfeit():
            if self._program is None:
                self._program = Program(split_command(self._command), self._on_stderr)
            request = {**_game_request(game, ()), "limit": {"nodes": 1}}
            self._program.ask(request, START_TIMEOUT)

    def choose(self, turn: Turn) -> Move:
        """Return the program's answer as a move."""
        with self._ended_by_forfeit():
            if self._program is None:
                raise Forfeit("arena-ended", code="—")
            answer = self._program.ask(_move_request(turn), _timeout(turn) + self._grace)
            return turn.position.move(best_move(answer))

    @contextmanager
    def _ended_by_forfeit(self) -> Iterator[None]:
        """End the program if it forfeits the game, by an illegal move or otherwise."""
        try:
            yield
        except (IllegalMove, InvalidMove) as reason:
            self.close()
            raise Forfeit("arena-illegal", reason=str(reason)) from reason
        except ProgramError as fault:
            self.close()
            raise Forfeit(fault.key, **fault.details) from fault

    def close(self) -> None:
        """End the program."""
        if self._program:
            self._program.close()
            self._program = None


# -- requests and answers -------------------------------------------------------------------------
def _game_request(game: Game, moves: tuple[str, ...]) -> Request:
    return {"game": game.name, "options": dict(game.chosen), "moves": list(moves)}


def _move_request(turn: Turn) -> Request:
    """Return the request for a move, which `brettwerk analyse --json` understands as well."""
    if turn.moves is None:
        request: Request = {"position": turn.position.text}
    else:
        request = _game_request(turn.position.game, turn.moves)
    request["limit"] = turn.limit.as_json()
    if turn.left is not None:
        left = [round(seconds, 3) for seconds in turn.left]
        request["clock"] = {"left": left, "increment": turn.increment}
    return request


def _timeout(turn: Turn) -> float:
    """Return the seconds that an answer may take, without the grace."""
    if turn.left is not None:
        return turn.left[turn.position.turn]
    return UNLIMITED_TIMEOUT if turn.limit.seconds is None else turn.limit.seconds
