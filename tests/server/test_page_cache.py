"""Pages that are the same for all readers are rendered once; moves come in between their parts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from time import thread_time
from typing import Any

import pytest

from brettwerk.server.http.budget import StudyBudget
from brettwerk.server.http.loop_share import PIECE
from brettwerk.server.http.rate_limits import SharedLimits
from brettwerk.server.settings import Limits
from server.helpers import serving


@pytest.mark.parametrize("path", ["/analysis/drei", "/puzzles/drei", "/puzzles"])
def test_a_page_is_rendered_again_only_if_something_is_asked(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[object] = []
    right = StudyBudget.in_pieces

    async def counting(budget: StudyBudget, steps: Iterable[Any]) -> list[Any]:
        rendered.append(steps)
        return await right(budget, steps)

    monkeypatch.setattr(StudyBudget, "in_pieces", counting)
    with serving() as client:
        first, second = (client.get(path) for _ in range(2))
        assert first.content == second.content
        assert len(rendered) == 1
        assert client.get(path, headers={"accept-language": "de"}).content != first.content
        assert client.get(f"{path}?ply=1&day=2020-02-02").status_code == 200
        assert len(rendered) == 3


def test_moves_come_in_between_the_pieces_and_all_take_turns() -> None:
    async def work() -> tuple[int, list[str]]:
        budget, order, turns = StudyBudget(Limits.none(), SharedLimits()), list[str](), 0

        def steps(name: str) -> Iterator[str]:
            for _ in range(20):
                until = thread_time() + PIECE
                while thread_time() < until:
                    pass
                order.append(name)
                yield name

        work = [asyncio.create_task(budget.in_pieces(steps(name))) for name in "ab"]
        while not all(one.done() for one in work):
            await asyncio.sleep(0)
            turns += 1
        assert [one.result() for one in work] == [["a"] * 20, ["b"] * 20]
        budget.close()
        return turns, order

    turns, order = asyncio.run(work())
    assert turns >= 40
    assert set(order[:4]) == {"a", "b"}
