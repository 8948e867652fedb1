"""Faults as answers: a sentence in the asker's language, as JSON or on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response

from brettwerk.errors import BrettwerkError, MatchError, UnknownGame
from brettwerk.server.languages import wanted_language
from brettwerk.server.security import own_origin
from brettwerk.texts import say

if TYPE_CHECKING:
    from starlette.requests import Request

T = TypeVar("T")
_KEYS = {404: "page-not-found", 405: "page-method", 413: "page-too-large", 429: "page-too-fast"}
_STATUS = {
    "page-stale": 409,
    "page-watching": 403,
    "page-not-yours": 403,
    "page-no-game": 404,
    "puzzles-page-none": 404,
    "page-no-round": 404,
    "lessons-no-step": 404,
    "page-too-fast": 429,
    "page-too-large": 413,
    "page-foreign": 403,
    "page-busy": 503,
    "study-busy": 503,
    "study-no-analysts": 503,
    "study-failed": 503,
}


def answer(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer, true now and not to be kept by anybody."""
    body = msgspec.json.encode(content)
    given = {"cache-control": "no-store", **(headers or {})}
    return Response(body, status, given, media_type="application/json")


def as_json(request: Request, fault: Exception, **more: Any) -> Response:
    """A fault for programs, with what else is to be told about it."""
    if isinstance(fault, BrettwerkError):
        missing = isinstance(fault, UnknownGame)
        status = 404 if missing else _STATUS.get(fault.key, 400)
        message = fault.in_words(wanted_language(request))
        return answer({"error": fault.code, "key": fault.key, "message": message, **more}, status)
    status, message = status_and_sentence(request, fault)
    return answer({"error": "failed", "key": "", "message": message}, status)


def status_and_sentence(request: Request, fault: Exception) -> tuple[int, str]:
    """What to say of any other fault."""
    status = fault.status_code if isinstance(fault, HTTPException) else 500
    key = _KEYS.get(status, "page-broken" if status >= 500 else "page-not-found")
    return status, say(key, wanted_language(request))


async def body_of(request: Request, kind: type[T], most: int) -> T:
    """The JSON that came with a request, from our own pages or a program, and not too much."""
    if not own_origin(request.headers):
        raise MatchError("page-foreign")
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise MatchError("page-json-only")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise MatchError("page-too-large")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise MatchError("page-not-understood", what=str(fault)[:200]) from None
