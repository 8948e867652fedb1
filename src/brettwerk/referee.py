"""The referee: answers programs in any language, one JSON object in, one out.

A request names a `game`, its `options` and the `moves` played (or a `position` to begin from),
and is answered with the player to move, the legal moves and the outcome; `perft` asks for counts.
Documented in docs/referee.md.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from brettwerk.errors import BadOptions, BrettwerkError, IllegalMove, NotAMove
from brettwerk.games.catalogue import face, find_name, position
from brettwerk.games.core import Game
from brettwerk.notation.words import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.games.core import Position

FIELDS = ("game", "options", "moves", "position", "perft", "id")
LONGEST_LINE = 16_000_000
MOST_MOVES = 100_000
DEEPEST = 64
MOST_COUNTED = 200_000_000
# Plain kernels answer the first questions at once; from so many on compiling them pays.
PLAIN_REQUESTS = 100
PLAIN_MOVES = 500


class BadRequest(BrettwerkError):
    """A request that is none."""


class Referee:
    """Answers requests; keeps nothing of them but a few games whose boards may be asked again."""

    def __init__(self) -> None:
        self._asked: dict[str, int] = {}
        self._games = lru_cache(maxsize=128)(_make_game)

    def answer(self, line: bytes) -> bytes:
        """One line of JSON for one request."""
        request: Mapping[str, Any] = {}
        try:
            request = _read(line)
            found = self._judge(request)
        except BrettwerkError as error:
            found = _refusal(error)
        except (MemoryError, RecursionError) as error:
            found = _refusal(BadRequest("request-too-much", fault=type(error).__name__))
        if "id" in request:
            found["id"] = request["id"]
        return msgspec.json.encode(found)

    def _judge(self, request: Mapping[str, Any]) -> dict[str, Any]:
        at = self._replayed(self._start(request), _moves(request))
        outcome = at.outcome
        found: dict[str, Any] = {
            "ok": True,
            "to_move": at.to_move,
            "legal": sorted(map(at.game.text_of, at.codes)),
            "outcome": outcome and outcome.as_json(),
        }
        if "perft" in request:
            found["perft"] = _counts(at, request["perft"])
        return found

    def _start(self, request: Mapping[str, Any]) -> Position:
        """The position in which the moves begin."""
        if "position" in request:
            return _from_text(request)
        name = find_name(_named(request))
        options = request.get("options") or {}
        if not isinstance(options, dict):
            raise BadOptions("request-options", given=shown(options))
        game = self._games(name, msgspec.json.encode(options, order="sorted"))
        self._asked[name] = asked = self._asked.get(name, 0) + 1
        if asked > PLAIN_REQUESTS:
            game.compile()
        return game.start()

    def _replayed(self, at: Position, moves: list[Any]) -> Position:
        if len(moves) > PLAIN_MOVES:
            at.game.compile()
        for number, move in enumerate(moves):
            try:
                at = at.play(move)
            except (IllegalMove, NotAMove) as error:
                error.details["at"] = number
                raise
        return at


def _make_game(name: str, options: bytes) -> Game:
    return Game(face(name), msgspec.json.decode(options))


def _read(line: bytes) -> dict[str, Any]:
    """The request's fields, all known."""
    if len(line) > LONGEST_LINE:
        raise BadRequest("request-too-long", longest=LONGEST_LINE)
    try:
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest("request-not-json", fault=shown(error, 120)) from None
    if not isinstance(request, dict):
        raise BadRequest("request-not-object", given=shown(request))
    for name in request:
        if name not in FIELDS:
            raise BadRequest("request-field", field=shown(name), known=", ".join(FIELDS))
    return request


def _named(request: Mapping[str, Any]) -> object:
    if "game" not in request:
        raise BadRequest("request-no-game")
    return request["game"]


def _from_text(request: Mapping[str, Any]) -> Position:
    """The position of a text, which brings its own game and options."""
    text = request["position"]
    if not isinstance(text, str):
        raise BadRequest("request-position", given=shown(text))
    if request.get("options"):
        raise BadRequest("request-position-options")
    found = position(text)
    if "game" in request and find_name(request["game"]) != found.game.name:
        raise BadRequest("request-position-game", game=found.game.name)
    return found


def _moves(request: Mapping[str, Any]) -> list[Any]:
    moves = request.get("moves")
    if moves is None:
        return []
    if not isinstance(moves, list):
        raise BadRequest("request-moves", given=shown(moves))
    if len(moves) > MOST_MOVES:
        raise BadRequest("request-many-moves", count=len(moves), most=MOST_MOVES)
    for number, move in enumerate(moves):
        if not isinstance(move, str):
            raise BadRequest("request-move", number=number, given=shown(move))
    return moves


def _counts(at: Position, depth: object) -> list[int]:
    """The number of sequences of one, two, … legal moves, within bounds."""
    if type(depth) is not int or not 1 <= depth <= DEEPEST:
        raise BadRequest("request-perft", given=shown(depth), deepest=DEEPEST)
    found: list[int] = []
    for wanted in range(1, depth + 1):
        count = at.perft(wanted, MOST_COUNTED)
        if count is None:
            raise BadRequest("request-perft-much", depth=wanted, most=MOST_COUNTED)
        found.append(count)
    return found


def _refusal(error: BrettwerkError) -> dict[str, Any]:
    """The line for a request that cannot be answered, with the number of the move at fault."""
    known = ("illegal", "not-a-move", "unknown-game", "bad-options")
    found: dict[str, Any] = {
        "ok": False,
        "error": error.code if error.code in known else "bad-request",
        "message": str(error),
    }
    if "at" in error.details:
        found["at"] = error.details["at"]
    return found
