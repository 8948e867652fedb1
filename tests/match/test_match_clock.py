"""What a match promises when it is played against the clock."""

from __future__ import annotations

import math
from dataclasses import replace

import brettwerk
from brettwerk.match.clock import TimeControl
from brettwerk.match.state import Departure
from match.helpers import (
    ALL_BLUE,
    ALL_GREEN,
    APART,
    DRAWN,
    TEN,
    bedraengnis_round,
    new,
    played,
    refused,
)


# -- clocks ---------------------------------------------------------------------------------------
def test_with_a_clock_the_current_time_is_required() -> None:
    match = new("abalone", time_control=TEN)
    refused("match-needs-now", match.play, 0, "a1b2")
    refused("match-needs-now", match.resign, 0)
    refused("match-needs-now", match.offer_draw, 0)
    refused("match-needs-now", match.forfeit, 0)
    refused("clock-now", match.play, 0, "a1b2", math.nan)


def test_the_clock_runs_from_its_start_or_from_the_first_move() -> None:
    match = new("abalone", time_control=TEN)
    unclocked = match.play(0, "a1b2", 50.0)
    assert unclocked.clock is not None
    assert (unclocked.clock.remaining(0, 60), unclocked.clock.remaining(1, 60)) == (
        600,
        590,
    )
    started = match.start_clock(10.0).play(0, "a1b2", 50.0)
    assert started.clock is not None
    assert started.clock.remaining(0, 60) == 560
    refused("clock-not-paused", started.start_clock, 60.0)


def test_a_clock_can_be_stopped_and_started_again() -> None:
    match = new("abalone", time_control=TEN).start_clock(0).stop_clock(10).start_clock(1000)
    assert match.clock is not None
    assert match.clock.remaining(0, 1001) == 589
    refused("match-clock-stands", new("abalone", time_control=TEN).stop_clock, 0)
    refused("match-no-clock", new("abalone").start_clock, 0)
    refused("match-no-clock", new("abalone").stop_clock, 0)


def test_running_out_of_time_loses_the_whole_match() -> None:
    match = bedraengnis_round(new("bedraengnis"), 3)
    timed = replace(match, clock=new("bedraengnis", time_control=TEN).clock).next_round(0.0)
    assert timed.to_move == 1
    refused("match-no-flag", timed.flag, 599.0)
    match = timed.flag(600.0)
    assert match.outcome == brettwerk.Outcome((0,), (3, 0), "time", (1.0, -1.0))
    assert match.rounds[-1].departures == (Departure(1, 0, "time"),)


def test_after_time_has_run_out_only_flag_is_allowed() -> None:
    match = new("abalone", time_control=TEN).offer_draw(1, 0.0).start_clock(0.0)
    refused("clock-fallen", match.play, 0, "a1b2", 600.0)
    refused("clock-fallen", match.resign, 1, 600.0)
    refused("clock-fallen", match.forfeit, 1, 600.0)
    refused("clock-fallen", match.accept, 0, 600.0)
    refused("clock-fallen", match.stop_clock, 600.0)
    refused("clock-fallen", match.take_back, 1, 600.0)
    assert match.flag(600.0).outcome is not None


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    refused("match-no-clock", new("abalone").flag, 1e9)


def test_the_clock_runs_over_all_rounds_and_stands_between_them() -> None:
    match = new("bedraengnis", time_control=TEN).start_clock(0.0)
    match = match.play(0, "b2", 10.0).resign(1, 40.0)
    refused("match-no-flag", match.flag, 1e6)
    assert match.clock is not None
    assert match.clock.left == (590, 570)
    match = match.next_round(1000.0)
    assert match.clock is not None
    assert (match.clock.turn, match.clock.remaining(1, 1010)) == (1, 560)


def test_the_last_move_of_a_round_takes_its_time_and_gets_its_increment() -> None:
    match = new("schlacht", {"board": ALL_BLUE}, time_control=TimeControl(600, increment=5))
    match = played(match.start_clock(0.0), f"{APART} pass", 0.0)
    match = match.play(1, "pass", 10.0)
    assert match.clock is not None
    assert match.clock.left == (600 + 9 * 5, 600 + 9 * 5 - 10)
    assert match.clock.since is None


def test_an_agreed_draw_stops_the_clock() -> None:
    match = new("abalone", time_control=TEN).start_clock(0.0).offer_draw(0, 1.0).accept(1, 5.0)
    assert match.clock is not None
    assert match.clock.remaining(0, 1e6) == 595


def test_a_continuation_sets_the_clock_going_again() -> None:
    match = new("drei", {"board": ALL_GREEN}, time_control=TEN)
    match = played(match, DRAWN, 0.0).offer_continuation(1).accept(0, 100.0)
    assert match.clock is not None
    assert (match.clock.turn, match.clock.remaining(0, 110)) == (0, 590)


def test_in_triapon_a_player_out_of_time_is_eliminated_and_play_goes_on() -> None:
    match = new("triapon", time_control=TEN).start_clock(0.0).flag(700.0)
    assert (match.outcome, match.still_in, match.to_move) == (None, (1, 2), 1)
    assert match.departures == (Departure(0, 0, "time"),)
    assert match.clock is not None
    assert match.clock.remaining(0, 701) == 0
    assert match.clock.remaining(1, 701) == 599
    match = match.flag(1300.0)
    assert match.outcome is not None
    assert match.outcome.winners == (2,)


def test_in_triapon_another_leaving_does_not_touch_the_turn_that_runs() -> None:
    match = new("triapon", time_control=TimeControl(600, delay=5)).start_clock(0.0)
    assert match.resign(1, 3.0).clock == match.clock
