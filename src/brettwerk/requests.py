"""Parsing the requests of programs: a game with its options or a position, and moves.

The referee and the analyst answer the same requests, each with some fields of its own.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from traceback import print_exception
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from brettwerk.core.game import Game, Position
from brettwerk.core.registry import definition, find_name, game_of
from brettwerk.errors import BadOptions, BrettwerkError, IllegalMove, InvalidMove
from brettwerk.i18n import truncate

MAX_LINE_LENGTH = 16_000_000
MAX_MOVES = 100_000
MAX_CACHED_KEY = 2000

Request = dict[str, object]
JsonValue = Annotated[object, Meta(extra_json_schema={"description": "Any JSON value."})]
ErrorCode = Literal["illegal", "not-a-move", "unknown-game", "bad-options", "bad-request"]


class ProgramRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """What all requests may say: a game with its options, or a position, and moves from there.

    These types are the documentation; what is wrong with a request is said field by field below.
    """

    game: str | UnsetType = UNSET
    options: dict[str, JsonValue] | UnsetType | None = UNSET
    moves: Annotated[list[str], Meta(max_length=MAX_MOVES)] | UnsetType | None = UNSET
    position: str | UnsetType = UNSET
    id: JsonValue = UNSET


class Answer(Struct, kw_only=True):
    """What all answers say: whether it is one, and the id of the request, if it had one."""

    ok: bool
    id: JsonValue = UNSET


class ErrorAnswer(Answer, kw_only=True):
    """The answer to a request that cannot be answered; `at` is the number of the refused move."""

    ok: Literal[False] = False
    error: ErrorCode
    message: str
    at: int | UnsetType = UNSET


class BadRequest(BrettwerkError):
    """A malformed request."""


class MoveRefused(Exception):
    """A move of a request cannot be played: its number, and why."""

    def __init__(self, at: int, reason: BrettwerkError) -> None:
        super().__init__(at, reason)
        self.at = at
        self.reason = reason


class GameCache:
    """Returns the positions of requests, and caches their games."""

    def __init__(self) -> None:
        self._games = lru_cache(maxsize=128)(_make_game)

    def start(self, request: Mapping[str, object]) -> Position:
        """Return the position from which the moves are played."""
        if "position" in request:
            return self._from_text(request)
        options = request.get("options")
        if options is None:
            options = {}
        if not isinstance(options, dict):
            raise BadOptions("request-options", given=truncate(options))
        return self._game(find_name(_game_name(request)), options).start()

    def _from_text(self, request: Mapping[str, object]) -> Position:
        """Return the position of a text, which includes its game and options."""
        text = request["position"]
        if not isinstance(text, str):
            raise BadRequest("request-position", given=truncate(text))
        if request.get("options") not in (None, {}):
            raise BadRequest("request-position-options")
        name, options = game_of(text)
        if "game" in request and find_name(request["game"]) != name:
            raise BadRequest("request-position-game", game=name)
        return self._game(name, options).position(text)

    def _game(self, name: str, options: dict[str, object]) -> Game:
        """Return a game, cached unless its options are large."""
        key = msgspec.json.encode(options, order="sorted")
        return (self._games if len(key) <= MAX_CACHED_KEY else _make_game)(name, key)


def _make_game(name: str, options: bytes) -> Game:
    return Game(definition(name), msgspec.json.decode(options))


def answer_line(
    line: bytes, kind: type[ProgramRequest], answer: Callable[[Request], Answer]
) -> bytes:
    """Answer a line of JSON with one, or with an error."""
    request: Request = {}
    found: Answer
    try:
        request = _parse(line, kind.__struct_fields__)
        found = answer(request)
    except MoveRefused as refused:
        found = _error_answer(refused.reason, refused.at)
    except BrettwerkError as error:
        found = _error_answer(error)
    except Exception as error:
        # A co-process must survive bugs as well; they are printed to stderr.
        print_exception(error)
        found = _error_answer(BadRequest("request-too-much", fault=type(error).__name__))
    if "id" in request:
        found.id = request["id"]
    return msgspec.json.encode(found)


def _parse(line: bytes, fields: tuple[str, ...]) -> Request:
    """Parse a request; raise for unknown fields."""
    if len(line) > MAX_LINE_LENGTH:
        raise BadRequest("request-too-long", longest=MAX_LINE_LENGTH)
    try:
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest("request-not-json", fault=truncate(error, 120)) from None
    if not isinstance(request, dict):
        raise BadRequest("request-not-object", given=truncate(request))
    for name in request:
        if name not in fields:
            raise BadRequest("request-field", field=truncate(name), known=", ".join(fields))
    return request


def _game_name(request: Mapping[str, object]) -> object:
    if "game" not in request:
        raise BadRequest("request-no-game")
    return request["game"]


def parse_moves(request: Mapping[str, object]) -> list[str]:
    """Return the moves of a request."""
    moves = request.get("moves")
    if moves is None:
        return []
    if not isinstance(moves, list):
        raise BadRequest("request-moves", given=truncate(moves))
    if len(moves) > MAX_MOVES:
        raise BadRequest("request-many-moves", count=len(moves), most=MAX_MOVES)
    for number, move in enumerate(moves):
        if not isinstance(move, str):
            raise BadRequest("request-move", number=number, given=truncate(move))
    return moves


def play_moves(at: Position, moves: list[str]) -> Position:
    """Return the position after these moves; raise MoveRefused for one that cannot be played."""
    for number, move in enumerate(moves):
        try:
            at = at.play(move)
        except (IllegalMove, InvalidMove) as error:
            raise MoveRefused(number, error) from error
    return at


def _error_answer(error: BrettwerkError, at: int | UnsetType = UNSET) -> ErrorAnswer:
    """Return the answer for a request with an error."""
    codes: dict[str, ErrorCode] = {code: code for code in get_args(ErrorCode)}
    return ErrorAnswer(error=codes.get(error.code, "bad-request"), message=str(error), at=at)
