"""No clock falls for time that no server served, and nobody loses on time for an unseen move."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from brettwerk.match import TimeControl, parse_time_control
from brettwerk.torture.availability import clip
from brettwerk.torture.evidence import Evidence, StoredCourse, Version, Violation
from brettwerk.torture.history import SLOW_MACHINE, FinalView, StoredEvent

# A server notes once a second that it is there, so it knows only that precisely since when it was
# away. The rest is for rounding, and for the time between reading a clock twice.
PER_OUTAGE = 1.0
ROUNDING = 0.25
# Servers know the time that they share only as precisely as the database answers.
SHARED_TIME = 0.5
AROUND = 2.0  # seconds before and after a turn in which a busy machine counts, too
MOST_PLAYERS = 3
# Seconds in which a player who is connected to a healthy server must have been shown the position.
LONG_ENOUGH = 2.0


@dataclass(frozen=True)
class _Turn:
    """A turn: whose it was, from when to when, and how many seconds it was charged."""

    person: int
    first: float
    event: StoredEvent
    charged: float


def check_clocks(evidence: Evidence) -> Iterator[Violation]:
    """Check every turn of every game with a clock."""
    views = {view.game: view for view in evidence.history.views}
    for course in evidence.courses.values():
        control = parse_time_control(course.clock)
        if control and course.id in views:
            for turn in _turns(course, views[course.id], control):
                yield from _check_turn(evidence, course, turn)
        yield from _check_flags(evidence, course)


def _turns(course: StoredCourse, view: FinalView, control: TimeControl) -> Iterator[_Turn]:
    """Return the turns that ended with a move or a flag, and so say what is left."""
    left = defaultdict[int, float](lambda: control.base_seconds)
    since: dict[int, float] = {}  # when turns began that a resignation ended, which does not say it
    for before, version in pairwise(course.versions):
        event, begun = version.event, before.event.at if before.event else 0.0
        assert event is not None
        if event.kind in ("resign", "forfeit"):
            since = dict.fromkeys(range(MOST_PLAYERS), begun) | since
        after = _left_after(view, version)
        if event.person is None or after is None:
            continue
        gained = control.increment if event.kind == "play" and before.event else 0.0
        charged = left[event.person] + gained - after
        left[event.person] = after
        delay = control.delay if charged > 0 else 0.0
        yield _Turn(event.person, since.pop(event.person, begun), event, charged + delay)


def _left_after(view: FinalView, version: Version) -> float | None:
    """Return what a server shows as left after a move; nothing is left after a flag."""
    if version.event and version.event.kind != "play":
        return 0.0 if version.event.kind == "flag" else None
    shown = view.left[version.round - 1] if version.round <= len(view.left) else []
    return shown[version.plies - 1] if version.plies <= len(shown) else None


def _check_turn(evidence: Evidence, course: StoredCourse, turn: _Turn) -> Iterator[Violation]:
    availability, last = evidence.availability, turn.event.at
    if last > evidence.history.ended:  # no client watched any more
        return
    served = availability.served_between(turn.first, last)
    outages = clip(availability.outages, turn.first, last)
    slow = sum(
        fault.ended - fault.at
        for fault in availability.faults_between(turn.first - AROUND, last + AROUND)
        if fault.nemesis == SLOW_MACHINE
    )
    shared = SHARED_TIME if evidence.history.servers > 1 else 0.0
    allowed = served + ROUNDING + shared + PER_OUTAGE * len(outages) + slow
    if turn.charged > allowed:
        details = {"person": turn.person, "kind": turn.event.kind, "number": turn.event.number}
        times = {"charged": turn.charged, "served": served, "first": turn.first, "last": last}
        rounded = {name: round(value, 2) for name, value in times.items()}
        faults = availability.faults_between(turn.first, last)
        yield Violation("clock", course.id, {**details, **rounded}, [*faults], [turn.event])


def _check_flags(evidence: Evidence, course: StoredCourse) -> Iterator[Violation]:
    for number, version in enumerate(course.versions):
        event = version.event
        if event and event.kind == "flag" and event.person is not None:
            yield from _check_flag(evidence, course, number - 1, event)


def _check_flag(
    evidence: Evidence, course: StoredCourse, version: int, event: StoredEvent
) -> Iterator[Violation]:
    """Check that a person who lost on time, if connected, had been shown what to answer."""
    theirs = [
        connection
        for connection in evidence.connections
        if connection.opened.game == course.id and event.person in connection.opened.people
    ]
    times = [connection.shown_at(version) for connection in theirs]
    if any(at is not None and at < event.at for at in times):
        return
    led_to = course.versions[version].event
    began = led_to.at if led_to else 0.0
    for connection in theirs:
        opened, until = connection.opened, min(connection.closed, event.at)
        calm = evidence.availability.calm(max(opened.at, began), until, opened.server)
        if calm > LONG_ENOUGH:
            details = {"person": event.person or 0, "version": version}
            yield Violation("flag-unshown", course.id, details, [opened], [event])
            return
