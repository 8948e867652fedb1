"""Every viewer sees one order, what is shown is what is stored, and what is stored is shown."""

from collections.abc import Iterator

from brettwerk.torture.evidence import ConnectionHistory, Evidence, StoredCourse, Violation
from brettwerk.torture.history import FinalView, Shown

AT_ONCE = 1.0  # seconds in which something may happen while a server is asked
PATIENCE = 5.0  # seconds that a healthy server may take to show or to answer something


def check_views(evidence: Evidence) -> Iterator[Violation]:
    """Compare what connections were shown with what is stored."""
    for connection in evidence.connections:
        course = evidence.courses.get(connection.opened.game)
        if course is None:
            if connection.shown:
                first = connection.shown[0]
                details = {"version": first.version, "stored": 0}
                yield Violation("unstored", first.game, details, [first])
            continue
        yield from _check_order(connection, course)
        yield from _check_shown_soon(evidence, connection, course)
    yield from _check_shown_ever(evidence)
    for view in evidence.history.views:
        yield from _check_final(evidence, view)


def _check_order(connection: ConnectionHistory, course: StoredCourse) -> Iterator[Violation]:
    """Put the moves together as a client does, and compare them with the stored ones."""
    moves: list[str] = []
    before: Shown | None = None
    for shown in connection.shown:
        if shown.first > len(moves):
            yield _violation("gap", shown, before, known=len(moves), first=shown.first)
        moves = [*moves[: shown.first], *shown.moves]
        if before and shown.version < before.version:
            yield _violation("backwards", shown, before, after=before.version)
        if shown.version >= len(course.versions):
            yield _violation("unstored", shown, before, stored=len(course.versions) - 1)
        elif (shown.round, moves) != _stored(course, shown.version):
            expected = " ".join(course.moves_at(shown.version))
            yield _violation("order", shown, before, moves=" ".join(moves), stored=expected)
        before = shown


def _stored(course: StoredCourse, version: int) -> tuple[int, list[str]]:
    return course.versions[version].round, course.moves_at(version)


def _check_shown_soon(
    evidence: Evidence, connection: ConnectionHistory, course: StoredCourse
) -> Iterator[Violation]:
    """Check that each version was shown soon after somebody knew of it."""
    opened = connection.opened
    for version in range(len(course.versions)):
        known = evidence.known_at(course.id, version)
        if known is None or known > connection.closed:
            continue
        shown = connection.shown_at(version)
        until = connection.closed if shown is None else min(shown, connection.closed)
        calm = evidence.availability.calm(max(known, opened.at), until, opened.server)
        if calm > PATIENCE:
            details = {"client": opened.client, "version": version, "seconds": round(calm, 2)}
            first = evidence.known[course.id][version]
            yield Violation("shown-late", course.id, details, [opened, *([first] if first else [])])


def _check_shown_ever(evidence: Evidence) -> Iterator[Violation]:
    """Check that all that is stored was shown to somebody, if anybody was connected."""
    ends = {c.opened.game: c for c in evidence.connections if c.closed >= evidence.history.ended}
    for game, connection in ends.items():
        course = evidence.courses.get(game)
        last = len(course.versions) - 1 if course else 0
        if course and evidence.known_at(game, last) is None:
            calm = evidence.availability.calm(connection.opened.at, connection.closed)
            event = course.versions[last].event
            if calm > PATIENCE and event and connection.closed - event.at > PATIENCE:
                yield Violation("never-shown", game, {"version": last}, [], [event])


def _check_final(evidence: Evidence, view: FinalView) -> Iterator[Violation]:
    course = evidence.courses.get(view.game)
    if course is None:
        yield Violation("unstored", view.game, {"version": view.version, "stored": -1})
    elif not _is_current(course, view):
        last = len(course.versions) - 1
        details = {"server": view.server, "version": view.version, "stored": last}
        yield Violation("final-state", view.game, details)
    elif [moves for moves in view.rounds if moves] != [one for one in view.recorded if one]:
        yield Violation("final-record", view.game, {"server": view.server})


def _is_current(course: StoredCourse, view: FinalView) -> bool:
    """Return whether a view is that of a version of its time: clocks and computers go on."""
    times = [version.event.at if version.event else 0.0 for version in course.versions]
    first = sum(time < view.at - AT_ONCE for time in times) - 1
    current = range(max(0, first), sum(time < view.at + AT_ONCE for time in times))
    return view.version in current and view.rounds == course.rounds_at(view.version)


def _violation(kind: str, shown: Shown, before: Shown | None, **details: object) -> Violation:
    what = {"client": shown.client, "version": shown.version}
    return Violation(kind, shown.game, {**what, **details}, [*([before] if before else []), shown])
