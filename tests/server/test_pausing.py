"""Clocks that are paused: by those at one screen, and by nobody else."""

from __future__ import annotations

import threading

import brettwerk
from server.glance import at_random
from server.helpers import COMPUTER, FRIEND, HERE, make, serving


def test_those_at_one_screen_can_pause_the_clock() -> None:
    with serving() as client:
        game = make(client, "triapon", HERE, HERE, HERE, begins=0, clock="5")
        with game.sit(0, 1, 2) as player:
            assert player.act("pause")["key"] == "match-clock-stands"
            assert player.act("resume")["key"] == "clock-not-paused"
            player.act("play", "e3")
            assert player.act("pause")["t"] == "done"
            assert player.table["clock"]["paused"]
            assert player.table["clock"]["running"] is None
            left = player.table["clock"]["left"]
            assert game.look()["clock"]["left"] == left
            assert player.act("resume")["t"] == "done"
            assert player.table["clock"]["running"] == 1
            player.act("pause")
            player.act("play", "e4")
            assert not player.table["clock"]["paused"]
            assert player.table["clock"]["running"] == 2


def test_nobody_pauses_the_clock_of_somebody_elsewhere() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, FRIEND, begins=0, clock="5")
        with game.sit(0) as ada, game.sit(1):
            ada.act("play", "d4")
            assert ada.act("pause")["key"] == "page-pause-all"


def test_a_computer_waits_while_the_clock_is_paused() -> None:
    go_on = threading.Event()

    def searcher(position: brettwerk.Position, level: int, seed: int) -> brettwerk.Move:
        go_on.wait(20)
        return at_random(position, level, seed)

    with serving(choose=searcher) as client:
        game = make(client, "abalone", HERE, COMPUTER, begins=0, clock="5")
        with game.sit(0) as player:
            player.act("play", player.table["moves"][0][0])
            assert player.act("pause")["t"] == "done"
            go_on.set()
            player.say({"t": "ping"})
            player.get("pong")
            assert len(game.look()["frames"]) == 1
            assert player.act("resume")["t"] == "done"
            while len(player.moves) < 2:
                player.get("table")
