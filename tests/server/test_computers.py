"""Computers think beside the server, never in people's way."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

import pytest

import brettwerk
from brettwerk.search import choose
from brettwerk.search.report import Stop
from brettwerk.server.crews import make_pool
from brettwerk.server.errors import ServerError
from brettwerk.server.jobs.job import Job
from brettwerk.server.jobs.pool import Pool
from brettwerk.server.jobs.queue import Priority
from brettwerk.server.play.tasks import ChooseMove
from brettwerk.server.settings import Settings
from server.glance import at_random
from server.helpers import COMPUTER, HERE, make, serving


class Searcher:
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
    searcher = Searcher()
    with serving(choose=searcher) as client:
        busy = [make(client, "abalone", COMPUTER, HERE, begins=0) for _ in range(20)]
        game = make(client, "drei", HERE, HERE)
        with game.sit(0, 1) as player:
            for cell in ("d4", player.table["moves"][0][0]):
                move = cell if not player.moves else player.table["moves"][0][0]
                assert player.act("play", move)["t"] == "done"
            assert searcher.most == 1  # nobody watches; the other worker is for people
            searcher.go_on.set()
        with busy[-1].sit(1) as player:
            while not player.moves:
                player.get("table")


def test_who_asks_for_hints_when_too_many_think_is_told() -> None:
    searcher = Searcher()
    with serving(choose=searcher, waiting_hints=1) as client:
        make(client, "abalone", COMPUTER, HERE, begins=0)
        game = make(client, "drei", HERE, HERE)
        with game.sit(0, 1) as player:
            player.say({"t": "hint"})
            assert player.get("no")["key"] == "page-busy"
            searcher.go_on.set()


def test_a_computer_that_fails_does_not_stop_the_game() -> None:
    def failing(position: brettwerk.Position, level: int, seed: int) -> brettwerk.Move:
        raise ValueError(f"{position} {level} {seed}")

    with serving(choose=failing) as client:
        game = make(client, "drei", COMPUTER, HERE, begins=0)
        with game.sit(1) as player:
            while not player.moves:
                player.get("table")


def test_a_computer_waits_while_there_is_nobody_to_think_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It used to play any move then."""
    refused = list[Job[str, None]]()

    def other_than_random(position: brettwerk.Position, level: int, seed: int) -> brettwerk.Move:
        random = at_random(position, level, seed)
        return next(move for move in position.moves if move != random)

    with serving(choose=other_than_random) as client:
        pool: Pool = client.app.state.registry.pool  # type: ignore[attr-defined]
        run = pool.run

        async def absent_at_first(job: Job[str, None], priority: Priority, owner: str) -> str:
            if not refused:
                refused.append(job)
                raise ServerError(503, "page-busy", retry_after=60)
            return await run(job, priority, owner)

        monkeypatch.setattr(pool, "run", absent_at_first)
        game = make(client, "drei", COMPUTER, HERE, begins=0)
        with game.sit(1) as player:
            while not player.moves:
                player.get("table")
            (job,) = refused
            assert isinstance(job, ChooseMove)
            start = brettwerk.position(job.position)
            wanted = other_than_random(start, job.level, job.seed)
            assert player.table["frames"][0]["text"] == wanted.text


def test_computers_think_in_processes() -> None:
    async def work() -> None:
        pool = make_pool(Settings(workers=1, analysts=0))
        pool.open()
        position = brettwerk.game("drei").start()
        job = ChooseMove(position.text, 1, 1)
        chosen = await pool.run(job, Priority.PLAYER_WAITS)
        assert chosen in {move.text for move in position.moves}
        assert chosen == job.run(Stop(), lambda _: None)
        await pool.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()


def test_the_same_seed_gives_the_same_move() -> None:
    job = ChooseMove(brettwerk.game("katarenga").start().text, 2, 7)
    assert job.run(Stop(), lambda _: None) == job.run(Stop(), lambda _: None)


def test_a_named_opponent_sits_at_the_table_and_plays_in_its_style() -> None:
    solid = {**COMPUTER, "style": "solid"}
    with serving() as client:
        game = make(client, "abalone", HERE, solid, begins=0)
        assert [one["style"] for one in game.look()["people"]] == ["", "solid"]
        refused = client.post("/api/games", json={"game": "drei", "seats": [HERE, solid]})
        assert refused.status_code == 400
        assert "in the style solid" in refused.text
    position = brettwerk.game("abalone", setup="belgian-daisy").start()
    for seed in range(3):
        job = ChooseMove(position.text, 4, seed, "solid")
        assert job.run(Stop(), lambda _: None) == choose(position, 4, seed, "solid").text
