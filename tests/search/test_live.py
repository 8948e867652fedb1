"""An analysis that tells as it goes: at once, exactly where it can, and never a length unproven."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

import brettwerk
from brettwerk.core.game import Position
from brettwerk.search import Analysis, Stop
from brettwerk.search import live as module
from brettwerk.search.forced_win import forced_win
from brettwerk.search.live import live

# Black wins by force in five plies, and the search finds that soon.
FORCED = (
    "katarenga/1 ......../...b..../......../b..w..../......../......../.....w../........ b "
    "camps=b-right"
)


class Heard:
    """What was told, in the order in which it was."""

    def __init__(self) -> None:
        self.reports: list[tuple[Analysis, bool]] = []

    def __call__(self, report: Analysis, plain: bool) -> None:
        self.reports.append((report, plain))


def never(_: str) -> bool:
    """Nothing is compiled."""
    return False


def always(_: str) -> bool:
    """Everything is."""
    return True


def after(seconds: float) -> Callable[[str], bool]:
    """Compiled from then on."""
    ready = time.perf_counter() + seconds
    return lambda _: time.perf_counter() >= ready


@pytest.fixture(autouse=True)
def nobody_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other process is started."""
    monkeypatch.setattr(module, "start_compiling", lambda _: None)


def start(name: str) -> Position:
    return brettwerk.game(name).start()


@pytest.mark.parametrize("name", ["drei", "katarenga", "abalone", "schlacht", "triapon"])
def test_something_is_told_at_once_though_nothing_is_compiled(name: str) -> None:
    heard = Heard()
    last = live(start(name), heard, seconds=0.5, lines=2, warm=never)
    assert heard.reports
    assert all(plain for _, plain in heard.reports)
    assert last.best is not None


def test_it_goes_on_with_the_kernels_when_they_are_there() -> None:
    heard = Heard()
    live(start("katarenga"), heard, seconds=1.5, warm=after(0.4))
    kinds = [plain for _, plain in heard.reports]
    assert kinds[0]
    assert not kinds[-1]
    assert kinds == sorted(kinds, reverse=True)


@pytest.mark.parametrize("warm", [always, never])
def test_a_solver_has_the_last_word(warm: Callable[[str], bool]) -> None:
    heard = Heard()
    last = live(start("bedraengnis"), heard, seconds=2.0, lines=3, warm=warm)
    told = [report.exact for report, _ in heard.reports]
    assert last.exact is not None
    assert last.exact.points == (7, 0)
    assert told[-1] is not None
    if warm is always:
        assert len(last.lines) == 3
        assert told[0] is None


def test_lengths_of_wins_are_told_only_when_they_are_proven() -> None:
    position = brettwerk.position(FORCED)
    heard = Heard()
    last = live(position, heard, seconds=3.0, lines=2, warm=always)
    forced = forced_win(position)
    assert forced is not None
    lengths = {
        line.exact.plies
        for report, _ in (*heard.reports, (last, False))
        for line in report.lines[:1]
        if line.exact
    }
    assert lengths - {None} == {forced.plies}
    assert last.exact is not None
    assert last.exact.plies == forced.plies == len(last.lines[0].moves)
    others = [line.exact.plies for line in last.lines[1:] if line.exact]
    assert all(plies is None for plies in others)


@pytest.mark.parametrize("name", brettwerk.NAMES)
@pytest.mark.parametrize("warm", [always, never])
def test_it_stops_when_it_is_asked_to(name: str, warm: Callable[[str], bool]) -> None:
    position = start(name)
    live(position, Heard(), seconds=0.2, warm=warm)  # what must be loaded is loaded
    stop, began = Stop(), time.process_time()

    def told(_: Analysis, __: bool) -> None:
        stop.ask()

    live(position, told, seconds=60.0, lines=3, stop=stop, warm=warm)
    assert time.process_time() - began < 30


def test_a_game_that_is_over_is_told_as_it_ended() -> None:
    position = start("bedraengnis")
    while position.moves:
        position = position.play(position.moves[0])
    last = live(position, Heard(), seconds=1.0, warm=never)
    assert position.outcome is not None
    assert last.exact is not None
    assert (last.lines, last.exact.points) == ((), position.outcome.points)
