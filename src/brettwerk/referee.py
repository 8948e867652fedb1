"""The referee: answers programs in any language, one JSON object in, one out.

A request names a `game`, its `options` and the `moves` played (or a `position` to begin from),
and gets the player to move, the legal moves and the outcome; `perft` asks for counts.
Documented in docs/referee.md.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from brettwerk.core.game import Position
from brettwerk.core.outcome import Outcome
from brettwerk.i18n import truncate
from brettwerk.requests import (
    Answer,
    BadRequest,
    GameCache,
    ProgramRequest,
    Request,
    answer_line,
    parse_moves,
    play_moves,
)

MAX_PERFT_DEPTH = 64
MAX_PERFT_MOVES = 100_000_000


class RefereeRequest(ProgramRequest, kw_only=True, forbid_unknown_fields=True):
    """A question to the referee; `perft` asks for counts up to this depth."""

    perft: Annotated[int, Meta(ge=1, le=MAX_PERFT_DEPTH)] | UnsetType = UNSET


class OutcomeAnswer(Struct):
    """How a game ended: who won, points where the game has them, why, and one number a player."""

    winners: tuple[int, ...]
    points: tuple[int, ...] | None
    reason: str
    returns: tuple[float, ...]

    @classmethod
    def of(cls, outcome: Outcome) -> "OutcomeAnswer":
        """Return the answer for an outcome."""
        return cls(outcome.winners, outcome.points, str(outcome.reason), outcome.returns)


class RefereeAnswer(Answer, kw_only=True):
    """The referee's answer: the number of the player to move, the legal moves, the outcome."""

    ok: Literal[True] = True
    to_move: int | None
    legal: list[str]
    outcome: OutcomeAnswer | None
    perft: list[int] | UnsetType = UNSET


class Referee:
    """Answers requests; stateless except for cached games."""

    def __init__(self) -> None:
        self._games = GameCache()

    def answer(self, line: bytes) -> bytes:
        """Answer a line of JSON with one."""
        return answer_line(line, RefereeRequest, self._referee)

    def _referee(self, request: Request) -> RefereeAnswer:
        moves = parse_moves(request)
        at = play_moves(self._games.start(request), moves)
        return RefereeAnswer(
            to_move=at.to_move,
            legal=sorted(map(at.game.text_of, at.legal_codes)),
            outcome=OutcomeAnswer.of(at.outcome) if at.outcome else None,
            perft=_counts(at, request["perft"]) if "perft" in request else UNSET,
        )


def _counts(at: Position, depth: object) -> list[int]:
    """Return perft at depths 1, 2, … up to `depth`."""
    if type(depth) is not int or not 1 <= depth <= MAX_PERFT_DEPTH:
        raise BadRequest("request-perft", given=truncate(depth), deepest=MAX_PERFT_DEPTH)
    found: list[int] = []
    for wanted in range(1, depth + 1):
        over = found and not found[-1]  # without a shorter sequence there is no longer one
        count = 0 if over else at.perft_within(wanted, MAX_PERFT_MOVES - sum(found))
        if count is None:
            raise BadRequest("request-perft-much", depth=wanted, most=MAX_PERFT_MOVES)
        found.append(count)
    return found
