"""JSON in and out: answers, request bodies, and errors in the client's language."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.errors import BrettwerkError
from brettwerk.i18n import Translator
from brettwerk.requests import MoveRefused
from brettwerk.server.errors import ServerError, status_of
from brettwerk.server.http.languages import wanted_language
from brettwerk.server.http.security import own_origin
from brettwerk.server.play.messages import ErrorMessage

T = TypeVar("T")
_KEYS = {404: "page-not-found", 405: "page-method", 413: "page-too-large", 429: "page-too-fast"}


def answer(content: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON answer that must not be cached."""
    body = msgspec.json.encode(content)
    given = {"cache-control": "no-store", **(headers or {})}
    return Response(body, status, given, media_type="application/json")


def error_response(request: Request, error: Exception) -> Response:
    """Return an error for programs; of a move that is refused also its number."""
    at: int | UnsetType = UNSET
    if isinstance(error, MoveRefused):
        at, error = error.at, error.reason
    status, message = status_and_message(request, error)
    code, key = (error.code, error.key) if isinstance(error, BrettwerkError) else ("failed", "")
    content = ErrorMessage(code, key, message, at)
    return answer(content, status, retry_headers(error))


def status_and_message(request: Request, error: Exception) -> tuple[int, str]:
    """Return the HTTP status of an error, and a sentence in the client's language."""
    language = wanted_language(request)
    if isinstance(error, BrettwerkError):
        return status_of(error), error.localized(language)
    status = error.status_code if isinstance(error, HTTPException) else 500
    key = _KEYS.get(status, "page-broken" if status >= 500 else "page-not-found")
    return status, Translator(language)(key)


def retry_headers(error: Exception) -> dict[str, str]:
    """Return a header that says when to try again, if the error knows that."""
    if isinstance(error, ServerError) and error.retry_after is not None:
        return {"retry-after": str(error.retry_after)}
    return {}


async def body_of(request: Request, kind: type[T], longest: int) -> T:
    """Return the JSON of a request from our own pages or a program, if it is not too long."""
    if not own_origin(request.headers):
        raise ServerError(403, "page-foreign")
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise ServerError(415, "page-json-only")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > longest:
            raise ServerError(413, "page-too-large")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ServerError(400, "page-not-understood", what=str(error)[:200]) from None
