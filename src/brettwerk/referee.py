"""The referee: answers programs in any language, one JSON object in, one out.

A request names a `game`, its `options` and the `moves` played (or a `position` to begin from),
and gets the player to move, the legal moves and the outcome; `perft` asks for counts.
Documented in docs/referee.md.
"""

from brettwerk import requests
from brettwerk.core.game import Position
from brettwerk.i18n import truncate
from brettwerk.requests import BadRequest, GameCache, Request, answer_line, parse_moves, play_moves

FIELDS = (*requests.FIELDS, "perft")
MAX_PERFT_DEPTH = 64
MAX_PERFT_MOVES = 100_000_000


class Referee:
    """Answers requests; stateless except for cached games."""

    def __init__(self) -> None:
        self._games = GameCache()

    def answer(self, line: bytes) -> bytes:
        """Answer a line of JSON with one."""
        return answer_line(line, FIELDS, self._referee)

    def _referee(self, request: Request) -> dict[str, object]:
        moves = parse_moves(request)
        at = play_moves(self._games.start(request), moves)
        found: dict[str, object] = {
            "ok": True,
            "to_move": at.to_move,
            "legal": sorted(map(at.game.text_of, at.legal_codes)),
            "outcome": at.outcome and at.outcome.as_json(),
        }
        return found | ({"perft": _counts(at, request["perft"])} if "perft" in request else {})


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
