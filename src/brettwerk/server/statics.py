"""Scripts and styles: read and compressed once, and then answered from memory.

A page asks for dozens of them the first time; each must cost next to nothing. Their address
changes with their content, so browsers need never ask again.
"""

from __future__ import annotations

import gzip
from functools import cache
from mimetypes import guess_type
from typing import TYPE_CHECKING, NamedTuple

from starlette.exceptions import HTTPException
from starlette.responses import Response

from brettwerk.server.drawings import FOR_EVER
from brettwerk.web import STATIC

if TYPE_CHECKING:
    from starlette.requests import Request

# What systems know under other names, or not at all.
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


class File(NamedTuple):
    """What is sent: as it is, and compressed."""

    plain: bytes
    small: bytes
    kind: str


@cache
def _known() -> frozenset[str]:
    """The names of all files; nothing else is ever opened."""
    return frozenset(
        path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()
    )


@cache
def _file(name: str) -> File:
    path = STATIC / name
    plain = path.read_bytes()
    kind = KINDS.get(path.suffix) or guess_type(name)[0] or "application/octet-stream"
    return File(plain, gzip.compress(plain, 9, mtime=0), kind)


async def static(request: Request) -> Response:
    """GET /static/…/NAME."""
    name = request.path_params["name"]
    if name not in _known():
        raise HTTPException(404)
    file = _file(name)
    headers = {**FOR_EVER, "vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.plain, headers=headers, media_type=file.kind)
    headers["content-encoding"] = "gzip"
    return Response(file.small, headers=headers, media_type=file.kind)
