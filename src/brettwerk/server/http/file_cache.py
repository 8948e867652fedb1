"""Files that stay the same while a server runs: made and compressed once, outside the loop."""

import asyncio
import gzip
from collections.abc import Callable, Coroutine, Hashable, Mapping
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from brettwerk.server.errors import busy
from brettwerk.server.http.drawings import FOR_A_DAY
from brettwerk.server.http.request import client_of
from brettwerk.server.jobs.pool import Pool
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.jobs.tasks import JSON, MakeFile

Make = Callable[[], Coroutine[Any, Any, bytes]]


class CachedFile(NamedTuple):
    """A file, compressed and plain."""

    packed: bytes
    plain: bytes


class FileCache:
    """The files of one server that were asked for, or that are being made."""

    def __init__(self) -> None:
        self._files: dict[Hashable, asyncio.Task[CachedFile]] = {}

    async def find(self, name: Hashable, make: Make) -> CachedFile:
        """Return a file; requests that come while it is made wait for the same one.

        A file that could not be made is tried again at the next request.
        """
        file = self._files.get(name)
        if file is None or (file.done() and _failed(file)):
            file = self._files[name] = asyncio.create_task(_keep(make))
            file.add_done_callback(_failed)
        try:
            return await asyncio.shield(file)
        except asyncio.CancelledError:  # the server stops and waits no longer
            raise busy() from None

    async def close(self) -> None:
        """Stop making files."""
        for file in self._files.values():
            file.cancel()
        await asyncio.gather(*self._files.values(), return_exceptions=True)


async def _keep(make: Make) -> CachedFile:
    packed = await make()
    return CachedFile(packed, await asyncio.to_thread(gzip.decompress, packed))


def _failed(file: asyncio.Task[CachedFile]) -> bool:
    """Return whether a file could not be made; this also marks its exception as retrieved."""
    return file.cancelled() or file.exception() is not None


async def send_generated(request: Request, job: MakeFile) -> Response:
    """Answer with a file that a worker makes."""

    async def make() -> bytes:
        pool: Pool | None = request.app.state.pool
        if pool is None:  # a static site is made
            return job.packed()
        return await pool.run(job, Priority.QUICK, client_of(request))

    return await send_cached(request, job, make, media_type=job.media_type)


async def send_cached(
    request: Request,
    name: Hashable,
    make: Make,
    *,
    media_type: str = JSON,
    headers: Mapping[str, str] = FOR_A_DAY,
) -> Response:
    """Answer with a file; `make` returns it compressed."""
    files: FileCache = request.app.state.files
    file = await files.find(name, make)
    headers = {**headers, "vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.plain, headers=headers, media_type=media_type)
    headers["content-encoding"] = "gzip"
    return Response(file.packed, headers=headers, media_type=media_type)
