"""Files that stay the same while a server runs: made once, beside the loop, and compressed once."""

import gzip
from collections.abc import Callable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from brettwerk.server.http.budget import budget_of
from brettwerk.server.http.drawings import FOR_A_DAY


class KeptFile(NamedTuple):
    """A file, plain and compressed."""

    plain: bytes
    zipped: bytes
    media_type: str


def keep(plain: bytes, media_type: str = "application/json") -> KeptFile:
    """Return a file to keep."""
    return KeptFile(plain, gzip.compress(plain, 9, mtime=0), media_type)


async def send_kept(request: Request, made: Callable[[], KeptFile]) -> Response:
    """Answer with a file; `made` remembers it, and takes a while the first time."""
    file = await budget_of(request).run(made)
    headers = {**FOR_A_DAY, "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.plain, headers=headers, media_type=file.media_type)
    headers["content-encoding"] = "gzip"
    return Response(file.zipped, headers=headers, media_type=file.media_type)
