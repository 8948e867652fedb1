"""Garbage is collected thoroughly when nobody waits, and if there is no such moment, seldom."""

from __future__ import annotations

import gc

from brettwerk.server.http.garbage import LATEST, SELDOM, WATCHED, Collector


class World:
    """A clock, a processor, and how often was collected."""

    def __init__(self) -> None:
        self.time = self.cpu = 0.0
        self.collected = list[float]()
        self.collector = Collector(lambda: self.time, lambda: self.cpu, self.collect)

    def collect(self) -> None:
        self.collected.append(self.time)

    def go_on(self, seconds: float, load: float) -> None:
        """So long, with the processor so busy."""
        until = self.time + seconds
        while self.time < until:
            self.time += 0.1
            self.cpu += 0.1 * load
            self.collector.tick()


def test_a_busy_server_is_left_alone_until_it_rests() -> None:
    world = World()
    world.go_on(300, load=0.9)
    assert world.collected == []
    world.go_on(WATCHED * 3, load=0.01)
    assert len(world.collected) == 1
    world.go_on(SELDOM / 2, load=0.01)
    assert len(world.collected) == 1
    world.go_on(SELDOM, load=0.01)
    assert len(world.collected) == 2


def test_a_server_that_never_rests_is_held_up_seldom() -> None:
    world = World()
    world.go_on(LATEST * 2.5, load=0.9)
    assert len(world.collected) == 2


def test_nothing_thorough_comes_by_itself_once_it_has_taken_over() -> None:
    before = gc.get_threshold()
    try:
        Collector().take_over()
        seen = gc.get_stats()[2]["collections"]
        kept = [[at] for at in range(200_000)]
        assert gc.get_stats()[2]["collections"] == seen
        assert gc.get_stats()[1]["collections"] > 0
        assert len(kept) == 200_000
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
