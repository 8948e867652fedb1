"""Pages that are the same for all readers of a language: rendered and compressed once."""

import gzip
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from functools import wraps

from cachetools import LRUCache
from starlette.requests import Request
from starlette.responses import Response

from brettwerk.i18n import Language
from brettwerk.server.http.pages import remember_language
from brettwerk.server.http.request import wanted_language

SIZE = 500
ONCE = "brettwerk.once"  # in a scope: the page is for a bundle, which is kept as a whole
Handler = Callable[[Request], Awaitable[Response]]


class PageCache:
    """The pages of one server that were asked for last."""

    def __init__(self) -> None:
        self._pages: LRUCache[tuple[str, str, Language, date], tuple[bytes, bytes]]
        self._pages = LRUCache(SIZE)

    def __call__(self, handler: Handler, *, reads_query: bool = False) -> Handler:
        """Keep the pages of a handler that looks only at host, path, language and today's date.

        One that reads the query is asked itself when there is one.
        """

        @wraps(handler)
        async def run(request: Request) -> Response:
            if request.scope.get(ONCE) or (reads_query and request.url.query):
                return await handler(request)
            # A page names its own address, for link previews.
            host, today = str(request.base_url), datetime.now(UTC).date()
            key = host, request.url.path, wanted_language(request), today
            if key not in self._pages:
                rendered = await handler(request)
                if rendered.status_code != 200:
                    return rendered
                content = bytes(rendered.body)
                self._pages[key] = content, gzip.compress(content, 9, mtime=0)
            return _response(request, *self._pages[key])

        return run


def _response(request: Request, plain: bytes, compressed: bytes) -> Response:
    zipped = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"cache-control": "no-cache", "vary": "Accept-Language, Cookie, Accept-Encoding"}
    if zipped:
        headers["content-encoding"] = "gzip"
    response = Response(compressed if zipped else plain, 200, headers, "text/html")
    remember_language(request, response)
    return response
