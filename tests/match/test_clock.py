"""What a clock promises: each turn costs what it took, never more, never less."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brettwerk.match.clock import (
    MAX_SECONDS,
    Clock,
    TimeControl,
    format_time_control,
    parse_time_control,
)
from match.helpers import refused

SUDDEN = TimeControl(600)
FISCHER = TimeControl(600, increment=5)
DELAY = TimeControl(300, delay=3)
milliseconds = st.integers(1, 10**8).map(lambda n: n / 1000)
controls = st.one_of(
    st.builds(TimeControl, milliseconds),
    st.builds(lambda base, turn: TimeControl(base, increment=turn), milliseconds, milliseconds),
    st.builds(lambda base, turn: TimeControl(base, delay=turn), milliseconds, milliseconds),
)


# -- time controls --------------------------------------------------------------------------------
def test_a_time_control_has_a_kind() -> None:
    assert [control.kind for control in (SUDDEN, FISCHER, DELAY)] == [
        "sudden-death",
        "increment",
        "delay",
    ]


@pytest.mark.parametrize(
    "bad", [0, -1, math.nan, math.inf, MAX_SECONDS + 1, 10**400, True, "10", None]
)
def test_an_invalid_base_time_is_refused(bad: Any) -> None:
    refused("clock-base", TimeControl, bad)


@pytest.mark.parametrize("bad", [-0.1, math.nan, math.inf, -math.inf, MAX_SECONDS + 1, False, "5"])
def test_an_invalid_increment_or_delay_is_refused(bad: Any) -> None:
    refused("clock-seconds", TimeControl, 60, increment=bad)
    refused("clock-seconds", TimeControl, 60, delay=bad)


def test_increment_and_delay_exclude_each_other() -> None:
    refused("clock-both", TimeControl, 60, increment=1, delay=1)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10", SUDDEN),
        ("10+5", FISCHER),
        ("5d3", DELAY),
        ("none", None),
        (" 10 + 5 ", FISCHER),
        ("5D3", DELAY),
        ("NONE", None),
        ("0.5", TimeControl(30)),
        ("1,5+0,5", TimeControl(90, increment=0.5)),
        ("1:40", TimeControl(100)),
        ("10+0", SUDDEN),
    ],
)
def test_time_controls_are_parsed_leniently(text: str, control: TimeControl | None) -> None:
    assert parse_time_control(text) == control


@pytest.mark.parametrize(
    ("control", "text"),
    [
        (SUDDEN, "10"),
        (FISCHER, "10+5"),
        (DELAY, "5d3"),
        (None, "none"),
        (TimeControl(65.5, increment=0.25), "1:05.5+0.25"),
        (TimeControl(30), "0:30"),
    ],
)
def test_time_controls_have_one_canonical_text(control: TimeControl | None, text: str) -> None:
    assert format_time_control(control) == text


@given(controls)
def test_what_is_written_reads_back_equal(control: TimeControl) -> None:
    assert parse_time_control(format_time_control(control)) == control


@pytest.mark.parametrize(
    "text",
    ["", "ten", "-5", "10+", "+5", "10+5d3", "10x5", "1:60", "nan", "inf", "1e3", "٣", "9" * 999],
)
def test_a_malformed_time_control_is_refused(text: str) -> None:
    refused("clock-text", parse_time_control, text)


def test_a_time_control_without_time_is_refused() -> None:
    refused("clock-base", parse_time_control, "0")


# -- running --------------------------------------------------------------------------------------
def test_a_new_clock_is_stopped() -> None:
    clock = Clock.new(SUDDEN, 3)
    assert [clock.remaining(player, 1e9) for player in range(3)] == [600.0] * 3
    assert clock.flagged(1e9) is None


def test_only_the_time_of_the_player_to_move_runs() -> None:
    clock = Clock.new(SUDDEN, 2).start(0, 100)
    assert (clock.remaining(0, 130), clock.remaining(1, 130)) == (570, 600)
    clock = clock.press(130, 1)
    assert (clock.remaining(0, 140), clock.remaining(1, 140)) == (570, 590)


def test_three_players_take_their_time_in_turn() -> None:
    clock = Clock.new(SUDDEN, 3).start(0, 0).press(1, 1).press(3, 2).press(6, 0)
    assert clock.left == (599, 598, 597)
    assert clock.turn == 0


def test_an_increment_comes_with_the_press() -> None:
    clock = Clock.new(FISCHER, 2).start(0, 0)
    assert clock.remaining(0, 10) == 590
    assert clock.press(10, 1).remaining(0, 11) == 595


def test_the_first_seconds_of_each_turn_are_free_with_a_delay() -> None:
    clock = Clock.new(DELAY, 2).start(0, 0)
    assert [clock.remaining(0, now) for now in (0, 2, 3, 4)] == [300, 300, 300, 299]
    clock = clock.press(2, 1).press(12, 0)
    assert clock.left == (300, 293)
    assert clock.remaining(0, 16) == 299


def test_starting_another_turn_takes_the_time_without_an_increment() -> None:
    clock = Clock.new(FISCHER, 3).start(0, 0).start(1, 10)
    assert clock.left == (590, 600, 600)


def test_a_player_without_time_is_flagged() -> None:
    clock = Clock.new(SUDDEN, 2).start(1, 0)
    assert clock.flagged(599.999) is None
    assert clock.flagged(600) == 1
    assert clock.remaining(1, 700) == 0


def test_a_player_is_flagged_only_after_the_delay() -> None:
    clock = Clock.new(TimeControl(1, delay=3), 2).start(0, 0)
    assert (clock.flagged(3.9), clock.flagged(4)) == (None, 0)


def test_a_flagged_player_cannot_press_the_clock() -> None:
    refused("clock-fallen", Clock.new(FISCHER, 2).start(0, 0).press, 600, 1)


def test_a_press_can_stop_the_clock() -> None:
    clock = Clock.new(FISCHER, 2).start(0, 0).press(10, None)
    assert clock.left == (595, 600)
    assert clock.remaining(0, 1000) == clock.left[0]
    assert clock.flagged(1e6) is None


def test_a_pause_costs_nothing_and_keeps_the_turn() -> None:
    clock = Clock.new(SUDDEN, 2).start(0, 0).pause(10)
    assert clock.remaining(0, 500) == 590
    assert clock.pause(600) == clock
    assert clock.resume(1000).remaining(0, 1005) == 585


def test_a_pause_does_not_renew_the_delay() -> None:
    clock = Clock.new(DELAY, 2).start(0, 0).pause(2).resume(100)
    assert (clock.remaining(0, 101), clock.remaining(0, 102)) == (300, 299)


def test_only_a_paused_clock_can_be_resumed() -> None:
    refused("clock-not-paused", Clock.new(SUDDEN, 2).resume, 0)
    refused("clock-not-paused", Clock.new(SUDDEN, 2).start(0, 0).resume, 1)


def test_a_press_while_paused_takes_no_time() -> None:
    clock = Clock.new(SUDDEN, 2).start(0, 0).pause(10).press(500, 1)
    assert clock.left == (590, 600)
    assert clock.remaining(1, 501) == 599


def test_a_clock_set_back_takes_no_time() -> None:
    clock = Clock.new(SUDDEN, 2).start(0, 5000)
    assert clock.remaining(0, 1400) == 600
    clock = clock.press(1400, 1)
    assert clock.left == (600, 600)
    assert clock.remaining(1, 1410) == 590  # the next turn is measured on the new time


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1.7e12, 10**400, None, "12", True])
def test_an_invalid_current_time_is_refused(bad: Any) -> None:
    clock = Clock.new(SUDDEN, 2).start(0, 0)
    refused("clock-now", clock.start, 1, bad)
    refused("clock-now", clock.press, bad, 1)
    refused("clock-now", clock.remaining, 0, bad)
    refused("clock-now", clock.flagged, bad)
    refused("clock-now", clock.pause, bad)
    refused("clock-now", clock.pause(1).resume, bad)
    refused("clock-now", Clock.new(SUDDEN, 2).flagged, bad)


@pytest.mark.parametrize("bad", [-1, 2, 0.0, "0", None])
def test_an_unknown_player_is_refused(bad: Any) -> None:
    clock = Clock.new(SUDDEN, 2)
    refused("match-no-player", clock.start, bad, 0)
    refused("match-no-player", clock.remaining, bad, 0)


def test_a_clock_is_immutable() -> None:
    clock = Clock.new(SUDDEN, 2).start(0, 0)
    clock.press(5, 1)
    assert clock == Clock.new(SUDDEN, 2).start(0, 0)
    with pytest.raises(FrozenInstanceError):
        clock.turn = 1  # type: ignore[misc]


@given(controls, st.integers(2, 3), st.lists(st.floats(-100, 10_000), max_size=20))
def test_time_left_is_the_base_and_the_increments_less_what_the_turns_took(
    control: TimeControl, players: int, turns: list[float]
) -> None:
    clock, now, player = Clock.new(control, players).start(0, 0), 0.0, 0
    expected = [float(control.base_seconds)] * players
    for seconds in turns:
        now += seconds
        cost = max(0.0, seconds - control.delay)
        assert clock.remaining(player, now) == pytest.approx(
            max(0.0, expected[player] - cost), abs=1e-6
        )
        if clock.flagged(now) is not None:
            assert expected[player] - cost <= 1e-6
            return
        expected[player] += control.increment - cost
        player = (player + 1) % players
        clock = clock.press(now, player)
        assert clock.left == pytest.approx(expected, abs=1e-6)
