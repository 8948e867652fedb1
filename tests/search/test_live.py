"""An analysis that tells as it goes: at once, exactly where it can, and never a length unproven."""

from __future__ import annotations

import time

import pytest

import brettwerk
from brettwerk.core.game import Position
from brettwerk.search import Analysis, Stop
from brettwerk.search.forced_win import forced_win
from brettwerk.search.live import live

# Black wins by force in five plies, and the search finds that soon.
FORCED = (
    "katarenga/1 ......../...b..../......../b..w..../......../......../.....w../........ b "
    "camps=b-right"
)


def start(name: str) -> Position:
    return brettwerk.game(name).start()


@pytest.mark.parametrize("name", ["drei", "katarenga", "abalone", "schlacht", "triapon"])
def test_something_is_told_before_the_end(name: str) -> None:
    reports: list[Analysis] = []
    last = live(start(name), reports.append, seconds=0.5, lines=2)
    assert reports
    assert last.best is not None


def test_a_solver_has_the_last_word() -> None:
    reports: list[Analysis] = []
    last = live(start("bedraengnis"), reports.append, seconds=2.0, lines=3)
    assert last.exact is not None
    assert last.exact.points == (7, 0)
    assert len(last.lines) == 3
    assert reports[0].exact is None
    assert reports[-1].exact is not None


def test_lengths_of_wins_are_told_only_when_they_are_proven() -> None:
    position = brettwerk.position(FORCED)
    reports: list[Analysis] = []
    last = live(position, reports.append, seconds=3.0, lines=2)
    forced = forced_win(position)
    assert forced is not None
    lengths = {
        line.exact.plies for report in (*reports, last) for line in report.lines[:1] if line.exact
    }
    assert lengths - {None} == {forced.plies}
    assert last.exact is not None
    assert last.exact.plies == forced.plies == len(last.lines[0].moves)
    others = [line.exact.plies for line in last.lines[1:] if line.exact]
    assert all(plies is None for plies in others)


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_it_stops_when_it_is_asked_to(name: str) -> None:
    stop, began = Stop(), time.process_time()
    live(start(name), lambda _: stop.ask(), seconds=60.0, lines=3, stop=stop)
    assert time.process_time() - began < 30


def test_a_game_that_is_over_is_told_as_it_ended() -> None:
    position = start("bedraengnis")
    while position.moves:
        position = position.play(position.moves[0])
    reports: list[Analysis] = []
    last = live(position, reports.append, seconds=1.0)
    assert position.outcome is not None
    assert last.exact is not None
    assert (reports, last.lines, last.exact.points) == ([], (), position.outcome.points)
