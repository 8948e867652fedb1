"""Files that stay the same are made once, and not where moves wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from brettwerk.search.report import Stop
from brettwerk.server.errors import ServerError
from brettwerk.server.http.file_cache import FileCache
from brettwerk.server.jobs.job import Job
from brettwerk.server.jobs.tasks import MakeFile
from server.glance import at_a_glance
from server.helpers import serving

ADDRESSES = [
    "/data/games/drei.json",
    "/data/en/courses/drei.json",
    "/data/de/lessons/drei.json",
    "/data/en/puzzles/drei.json",
    "/app/preview-drei.png",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_file_is_made_once_by_a_worker(address: str) -> None:
    made: list[MakeFile] = []

    def counting(job: Job[Any, Any], stop: Stop, report: Callable[[Any], None]) -> Any:
        if isinstance(job, MakeFile):
            made.append(job)
        return at_a_glance(job, stop, report)

    with serving(run=counting) as client:
        answers = [client.get(address) for _ in range(3)]
        answers.append(client.get(address.replace("drei", "Die%20Drei")))
        plain = client.get(address, headers={"accept-encoding": "identity"})
    assert [answer.status_code for answer in answers] == [200] * 4
    assert {answer.headers["content-encoding"] for answer in answers} == {"gzip"}
    assert {answer.content for answer in answers} == {plain.content}
    assert plain.content[:4] == b"\x89PNG" or plain.json()
    assert [job.game for job in made] == ["drei"]


def test_all_who_ask_meanwhile_wait_for_one_file_and_what_failed_is_tried_again() -> None:
    made: list[str] = []

    async def make() -> bytes:
        made.append("begun")
        await asyncio.sleep(0.05)
        if len(made) == 1:
            raise ServerError(503, "page-busy")
        return b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\x03\x00" + bytes(8)  # of nothing

    async def work() -> None:
        files = FileCache()
        found = [files.find("a file", make) for _ in range(5)]
        assert {type(one) for one in await asyncio.gather(*found, return_exceptions=True)} == {
            ServerError
        }
        asking = asyncio.create_task(files.find("a file", make))
        await asyncio.sleep(0.01)
        asking.cancel()  # its client is gone, but others may come
        assert (await files.find("a file", make)).plain == b""
        assert len(made) == 2

    asyncio.run(work())


def test_a_server_that_stops_makes_no_files() -> None:
    async def work() -> None:
        files = FileCache()
        asking = asyncio.create_task(files.find("a file", lambda: asyncio.sleep(60, b"")))
        await asyncio.sleep(0.01)
        cut_off = asyncio.create_task(files.find("a file", lambda: asyncio.sleep(60, b"")))
        await asyncio.sleep(0.01)
        cut_off.cancel()
        await files.close()
        for one in (asking, cut_off):
            with pytest.raises(ServerError) as refused:
                await one
            assert refused.value.status == 503

    asyncio.run(work())
