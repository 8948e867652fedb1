"""Scripts and styles: read and compressed once, then served from memory.

A page loads dozens of them the first time. Their address changes with their content, so browsers
may cache them for ever.
"""

import gzip
from functools import cache
from mimetypes import guess_type

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.server.http.drawings import FOR_EVER
from brettwerk.web import static_files

# Media types that some systems do not know, or know by other names.
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@cache
def _file(name: str, compressed: bool) -> tuple[bytes, str]:
    """Return a file and its media type."""
    content = static_files()[name].read_bytes()
    ending = name[name.rfind(".") :]
    kind = KINDS.get(ending) or guess_type(name)[0] or "application/octet-stream"
    return gzip.compress(content, 9, mtime=0) if compressed else content, kind


async def static(request: Request) -> Response:
    """GET /static/…/NAME."""
    name = request.path_params["name"]
    if name not in static_files():  # nothing else is ever opened
        raise HTTPException(404)
    compressed = "gzip" in request.headers.get("accept-encoding", "")
    content, kind = _file(name, compressed)
    headers = {**FOR_EVER, "vary": "Accept-Encoding"}
    if compressed:
        headers["content-encoding"] = "gzip"
    return Response(content, headers=headers, media_type=kind)
