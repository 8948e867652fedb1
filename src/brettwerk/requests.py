"""Reading requests of programs: a game with its options or a position, and the moves played.

The referee and the analyst answer the same requests, each with a few fields of its own.
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
    from collections.abc import Callable, Mapping

    from brettwerk.games.core import Position

FIELDS = ("game", "options", "moves", "position", "id")
LONGEST_LINE = 16_000_000
MOST_MOVES = 100_000
LONGEST_KEY = 2000

Request = dict[str, Any]


class BadRequest(BrettwerkError):
    """A request that is none."""


class Refused(Exception):
    """A move of a request that cannot be played: its number, and why."""

    def __init__(self, at: int, reason: BrettwerkError) -> None:
        super().__init__(at, reason)
        self.at = at
        self.reason = reason


class Games:
    """Finds the positions that requests mean; keeps a few games whose boards may come again."""

    def __init__(self) -> None:
        self._games = lru_cache(maxsize=128)(_make_game)

    def start(self, request: Mapping[str, Any]) -> Position:
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


def _make_game(name: str, options: bytes) -> Game:
    return Game(face(name), msgspec.json.decode(options))


def answered(
    line: bytes, fields: tuple[str, ...], find: Callable[[Request], dict[str, Any]]
) -> bytes:
    """One line of JSON for one request with these fields; what is wrong with it if need be."""
    request: Request = {}
    try:
        request = _read(line, fields)
        found = find(request)
    except Refused as refused:
        found = _refusal(refused.reason) | {"at": refused.at}
    except BrettwerkError as error:
        found = _refusal(error)
    except Exception as error:
        # A co-process must outlive our own faults, too; they are told where people look.
        print_exception(error)
        found = _refusal(BadRequest("request-too-much", fault=type(error).__name__))
    if "id" in request:
        found["id"] = request["id"]
    return msgspec.json.encode(found)


def _read(line: bytes, fields: tuple[str, ...]) -> Request:
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
        if name not in fields:
            raise BadRequest("request-field", field=shown(name), known=", ".join(fields))
    return request


def _named(request: Mapping[str, Any]) -> object:
    if "game" not in request:
        raise BadRequest("request-no-game")
    return request["game"]


def moves_of(request: Mapping[str, Any]) -> list[str]:
    """The moves that were played."""
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


def played(at: Position, moves: list[str]) -> Position:
    """The position after these moves; Refused for one that cannot be."""
    for number, move in enumerate(moves):
        try:
            at = at.play(move)
        except (IllegalMove, NotAMove) as error:
            raise Refused(number, error) from error
    return at


def _refusal(error: BrettwerkError) -> dict[str, Any]:
    """The line for a request that cannot be answered."""
    known = ("illegal", "not-a-move", "unknown-game", "bad-options")
    code = error.code if error.code in known else "bad-request"
    return {"ok": False, "error": code, "message": str(error)}
