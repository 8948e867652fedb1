"""The referee: answers programs in any language, one JSON object in, one out.

A request names a `game`, its `options` and the `moves` played (or a `position` to begin from),
and is answered with the player to move, the legal moves and the outcome; `perft` asks for counts.
Documented in docs/referee.md.
"""

from __future__ import annotations

from functools import lru_cache
from traceback import print_exception
from typing import TYPE_CHECKING, Any

import msgspec

from brettwerk.errors import BadOptions, BrettwerkError, IllegalMove, NotAMove
from brettwerk.games.catalogue import face, find_name, game_of
from brettwerk.games.core import Game
from brettwerk.texts import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.games.core import Position

FIELDS = ("game", "options", "moves", "position", "perft", "id")
LONGEST_LINE = 16_000_000
MOST_MOVES = 100_000
DEEPEST = 64
MOST_COUNTED = 100_000_000
LONGEST_KEY = 2000
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
        except Exception as error:
            # A co-process must outlive our own faults, too; they are told where people look.
            print_exception(error)
            found = _refusal(BadRequest("request-too-much", fault=type(error).__name__))
        if "id" in request:
            found["id"] = request["id"]
        return msgspec.json.encode(found)

    def _judge(self, request: Mapping[str, Any]) -> dict[str, Any]:
        moves = _moves(request)
        at = self._start(request)
        if self._pays(at.game, len(moves)):
            at.game.compile()
        for number, move in enumerate(moves):
            try:
                at = at.play(move)
            except (IllegalMove, NotAMove) as error:
                return _refusal(error) | {"at": number}
        found: dict[str, Any] = {
            "ok": True,
            "to_move": at.to_move,
            "legal": sorted(map(at.game.text_of, at.codes)),
            "outcome": at.outcome and at.outcome.as_json(),
        }
        return found | ({"perft": _counts(at, request["perft"])} if "perft" in request else {})

    def _start(self, request: Mapping[str, Any]) -> Position:
        """The position in which the moves begin."""
        if "position" in request:
            return self._from_text(request)
        options = request.get("options")
        if options is None:
            options = {}
        if not isinstance(options, dict):
            raise BadOptions("request-options", given=shown(options))
        return self._game(find_name(_named(request)), options).start()

    def _from_text(self, request: Mapping[str, Any]) -> Position:
        """The position of a text, which brings its own game and options."""
        text = request["position"]
        if not isinstance(text, str):
            raise BadRequest("request-position", given=shown(text))
        if request.get("options") not in (None, {}):
            raise BadRequest("request-position-options")
        name, options = game_of(text)
        if "game" in request and find_name(request["game"]) != name:
            raise BadRequest("request-position-game", game=name)
        return self._game(name, options).position(text)

    def _game(self, name: str, options: dict[str, Any]) -> Game:
        """The game; kept if it was given in few words, as boards and set-ups are."""
        key = msgspec.json.encode(options, order="sorted")
        return (self._games if len(key) <= LONGEST_KEY else _make_game)(name, key)

    def _pays(self, game: Game, moves: int) -> bool:
        """Whether compiled kernels are worth their while by now."""
        self._asked[game.name] = asked = self._asked.get(game.name, 0) + 1
        return asked > PLAIN_REQUESTS or moves > PLAIN_MOVES


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
        over = found and not found[-1]  # where no sequence is so long, none is longer
        count = 0 if over else at.perft_within(wanted, MOST_COUNTED - sum(found))
        if count is None:
            raise BadRequest("request-perft-much", depth=wanted, most=MOST_COUNTED)
        found.append(count)
    return found


def _refusal(error: BrettwerkError) -> dict[str, Any]:
    """The line for a request that cannot be answered."""
    known = ("illegal", "not-a-move", "unknown-game", "bad-options")
    code = error.code if error.code in known else "bad-request"
    return {"ok": False, "error": code, "message": str(error)}
