"""Computers think beside the server, never in people's way."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

import pytest

import brettwerk
from brettwerk.server.computers import Computers, at_random, engine_choice
from server.helpers import COMPUTER, HERE, make, serving


class Thinker:
    """A computer that thinks until it is let go on."""

    def __init__(self) -> None:
        self.go_on = Event()
        self.lock = Lock()
        self.thinking = 0
        self.most = 0

    def __call__(self, position: brettwerk.Position, level: int, seed: int) -> brettwerk.Move:
        with self.lock:
            self.thinking += 1
            self.most = max(self.most, self.thinking)
        self.go_on.wait(20)
        with self.lock:
            self.thinking -= 1
        return at_random(position, level, seed)


def test_twenty_thinking_computers_do_not_hold_up_a_person() -> None:
    thinker = Thinker()
    with serving(choose=thinker) as client:
        busy = [make(client, "abalone", COMPUTER, HERE, begins=0) for _ in range(20)]
        game = make(client, "drei", HERE, HERE)
        with game.sit(0, 1) as player:
            for cell in ("d4", player.table["moves"][0][0]):
                move = cell if not player.moves else player.table["moves"][0][0]
                assert player.act("play", move)["t"] == "done"
            assert thinker.most == 2
            thinker.go_on.set()
        with busy[-1].sit(1) as player:
            while not player.moves:
                player.get("table")


def test_who_asks_for_hints_when_too_many_think_is_told() -> None:
    thinker = Thinker()
    with serving(choose=thinker, waiting_hints=1) as client:
        make(client, "abalone", COMPUTER, HERE, begins=0)
        game = make(client, "drei", HERE, HERE)
        with game.sit(0, 1) as player:
            player.say({"t": "hint"})
            assert player.get("no")["key"] == "page-busy"
            thinker.go_on.set()


def test_a_computer_that_fails_does_not_stop_the_game() -> None:
    def failing(position: brettwerk.Position, level: int, seed: int) -> brettwerk.Move:
        raise ValueError(f"{position} {level} {seed}")

    with serving(choose=failing) as client:
        game = make(client, "drei", COMPUTER, HERE, begins=0)
        with game.sit(1) as player:
            while not player.moves:
                player.get("table")


def dies(*_: object) -> brettwerk.Move:
    """In a worker: its end."""
    os._exit(1)


def test_workers_are_processes_and_new_ones_come_for_those_that_die(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> None:
        computers = Computers(workers=1, processes=True)
        position = brettwerk.game("drei").start()
        assert await computers.move(position, 1, 1) in {m.text for m in position.moves}
        with monkeypatch.context() as patched:
            patched.setattr("brettwerk.server.computers.engine_choice", dies)
            with pytest.raises(Exception, match="terminated"):
                await computers.move(position, 1, 1)
        assert await computers.move(position, 1, 1)
        computers.stop()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()


def test_the_same_seed_gives_the_same_move() -> None:
    position = brettwerk.game("katarenga").start()
    assert at_random(position, 1, 7) == at_random(position, 9, 7)
    assert engine_choice(position, 2, 7) == engine_choice(position, 2, 7)
