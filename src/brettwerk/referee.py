"""The referee: answers programs in any language, one JSON object in, one out.

A request names a `game`, its `options` and the `moves` played (or a `position` to begin from),
and is answered with the player to move, the legal moves and the outcome; `perft` asks for counts.
Documented in docs/referee.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from brettwerk import requests
from brettwerk.requests import BadRequest, Games, answered, moves_of, played
from brettwerk.texts import shown

if TYPE_CHECKING:
    from brettwerk.games.core import Game, Position
    from brettwerk.requests import Request

FIELDS = (*requests.FIELDS, "perft")
DEEPEST = 64
MOST_COUNTED = 100_000_000
# Plain kernels answer the first questions at once; from so many on compiling them pays.
PLAIN_REQUESTS = 100
PLAIN_MOVES = 500


class Referee:
    """Answers requests; keeps nothing of them but a few games whose boards may be asked again."""

    def __init__(self) -> None:
        self._asked: dict[str, int] = {}
        self._games = Games()

    def answer(self, line: bytes) -> bytes:
        """One line of JSON for one request."""
        return answered(line, FIELDS, self._judge)

    def _judge(self, request: Request) -> dict[str, Any]:
        moves = moves_of(request)
        at = self._games.start(request)
        if self._pays(at.game, len(moves)):
            at.game.compile()
        at = played(at, moves)
        found: dict[str, Any] = {
            "ok": True,
            "to_move": at.to_move,
            "legal": sorted(map(at.game.text_of, at.codes)),
            "outcome": at.outcome and at.outcome.as_json(),
        }
        return found | ({"perft": _counts(at, request["perft"])} if "perft" in request else {})

    def _pays(self, game: Game, moves: int) -> bool:
        """Whether compiled kernels are worth their while by now."""
        self._asked[game.name] = asked = self._asked.get(game.name, 0) + 1
        return asked > PLAIN_REQUESTS or moves > PLAIN_MOVES


def _counts(at: Position, depth: object) -> list[int]:
    """The number of sequences of one, two, … legal moves, within bounds."""
    if type(depth) is not int or not 1 <= depth <= DEEPEST:
        raise BadRequest("request-perft", given=shown(depth), deepest=DEEPEST)
    found: list[int] = []
    for wanted in range(1, depth + 1):
        over = found and not found[-1]  # where no sequence is so long, none is longer
        count = 0 if over else at.perft_within(wanted, MOST_COUNTED - sum(found))
        if count is None:
            raise BadRequest("request-perft-much", depth=wanted, most=MOST_COUNTED)
        found.append(count)
    return found
