"""Pages that are the same for all readers are rendered once; moves come in between their parts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from time import thread_time

import pytest

from brettwerk.server.http import pages
from server.helpers import serving


@pytest.mark.parametrize("path", ["/analysis/drei", "/puzzles/drei", "/puzzles"])
def test_a_page_is_rendered_again_only_if_something_is_asked(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[object] = []
    right = pages._joined

    async def counting(pieces: Iterator[str]) -> str:
        rendered.append(pieces)
        return await right(pieces)

    monkeypatch.setattr(pages, "_joined", counting)
    with serving() as client:
        first, second = (client.get(path) for _ in range(2))
        assert first.content == second.content
        assert len(rendered) == 1
        assert client.get(path, headers={"accept-language": "de"}).content != first.content
        assert client.get(f"{path}?ply=1&day=2020-02-02").status_code == 200
        assert len(rendered) == 3


def test_moves_come_in_between_the_pieces_of_a_page() -> None:
    def pieces() -> Iterator[str]:
        for _ in range(20):
            until = thread_time() + pages.PIECE
            while thread_time() < until:
                pass
            yield "piece "

    async def work() -> int:
        turns, rendering = 0, asyncio.create_task(pages._joined(pieces()))
        while not rendering.done():
            await asyncio.sleep(0)
            turns += 1
        assert rendering.result() == "piece " * 20
        return turns

    assert asyncio.run(work()) >= 20
