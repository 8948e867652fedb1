"""Files that stay the same are made once, and not where moves wait."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from brettwerk.search.report import Stop
from brettwerk.server.http import kept_files
from brettwerk.server.jobs.job import Job
from brettwerk.server.learn import courses, lessons, puzzles
from brettwerk.server.play.tasks import DrawPicture
from brettwerk.server.study import collection
from server.glance import at_a_glance
from server.helpers import serving

MADE = (
    collection._encoded,
    courses._course_file,
    lessons._lesson_file,
    puzzles._collection_file,
)
ADDRESSES = [
    "/data/games/drei.json",
    "/data/en/courses/drei.json",
    "/data/de/lessons/drei.json",
    "/data/en/puzzles/drei.json",
]


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    for made in MADE:
        made.cache_clear()


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_file_is_made_once_and_beside_the_loop(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_loop: list[bool] = []

    def noted(plain: bytes, *more: Any) -> kept_files.KeptFile:
        running = False
        with suppress(RuntimeError):
            running = bool(asyncio.get_running_loop())
        on_loop.append(running)
        return kept_files.KeptFile(plain, gzip.compress(plain), *more or ("application/json",))

    for room in (collection, courses, lessons, puzzles):
        monkeypatch.setattr(room, "keep", noted)
    with serving() as client:
        answers = [client.get(address) for _ in range(3)]
        plain = client.get(address, headers={"accept-encoding": "identity"})
    assert [answer.status_code for answer in answers] == [200] * 3
    assert {answer.content for answer in answers} == {plain.content}
    assert on_loop == [False]


def test_a_preview_is_drawn_once_by_a_worker() -> None:
    drawn: list[str] = []

    def counting(job: Job[Any, Any], stop: Stop, report: Callable[[Any], None]) -> Any:
        if isinstance(job, DrawPicture):
            drawn.append(job.game)
        return at_a_glance(job, stop, report)

    with serving(run=counting) as client:
        answers = [client.get("/app/preview-drei.png") for _ in range(3)]
    assert {answer.content[:4] for answer in answers} == {b"\x89PNG"}
    assert drawn == ["drei"]
