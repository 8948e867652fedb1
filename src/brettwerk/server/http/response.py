"""Answers: JSON, files to download, and errors in the client's language."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType, json
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.errors import BrettwerkError
from brettwerk.i18n import Translator
from brettwerk.requests import MoveRefused
from brettwerk.server.errors import ServerError, status_of
from brettwerk.server.http.messages import ErrorMessage
from brettwerk.server.http.request import wanted_language
from brettwerk.server.logs import request_id

_KEYS = {404: "page-not-found", 405: "page-method", 413: "page-too-large", 429: "page-too-fast"}


def answer(content: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON answer that must not be cached."""
    given = {"cache-control": "no-store", **(headers or {})}
    return Response(json.encode(content), status, given, media_type="application/json")


def download(content: bytes | str, name: str, media_type: str) -> Response:
    """Return a file that the browser saves under this name."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, headers=headers, media_type=media_type)


def error_response(request: Request, error: Exception) -> Response:
    """Return an error for programs; of a move that is refused also its number."""
    at: int | UnsetType = UNSET
    if isinstance(error, MoveRefused):
        at, error = error.at, error.reason
    status, message = status_and_message(request, error)
    code, key = (error.code, error.key) if isinstance(error, BrettwerkError) else ("failed", "")
    return answer(
        ErrorMessage(code, key, message, at, request_id.get()), status, retry_headers(error)
    )


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
