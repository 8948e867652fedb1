"""Games go on within five seconds whenever a server can serve, and no server dies by itself."""

from collections import defaultdict
from collections.abc import Iterator

from brettwerk.torture.check_views import PATIENCE
from brettwerk.torture.evidence import CommandHistory, Evidence, StoredCourse, Violation
from brettwerk.torture.history import Connected, Died, Disconnected, Shown

# A worker that has just been started loads the rules first, and gives way to everything else.
COMPUTER_PATIENCE = 30.0


def check_progress(evidence: Evidence) -> Iterator[Violation]:
    """Check that nothing stood still while a server was healthy."""
    for died in evidence.history.of(Died):
        yield Violation("died", "", {"server": died.server, "code": died.code}, [died])
    for command in evidence.commands.values():
        yield from _check_answered(evidence, command)
    yield from _check_reconnected(evidence)
    for course in evidence.courses.values():
        yield from _check_computers(evidence, course)


def _check_answered(evidence: Evidence, command: CommandHistory) -> Iterator[Violation]:
    """Check that a command was answered soon, by whichever server its client asked."""
    if not command.sent:
        return
    sent, answer = command.sent[0], command.answer
    calm = evidence.availability.calm(sent.at, answer.at if answer else evidence.history.ended)
    if calm > PATIENCE:
        details = {"id": sent.id, "do": sent.do, "client": sent.client, "seconds": round(calm, 2)}
        yield Violation("stalled", sent.game, details, command.records)


def _check_reconnected(evidence: Evidence) -> Iterator[Violation]:
    """Check that clients that were cut off soon had another connection."""
    by_client: dict[str, list[Connected | Disconnected]] = defaultdict(list)
    for record in evidence.history.records:
        if isinstance(record, Connected | Disconnected):
            by_client[record.client].append(record)
    for records in by_client.values():
        last = records[-1]
        pairs = zip(records, [*records[1:], None], strict=True)
        for closed, opened in pairs:
            if not isinstance(closed, Disconnected) or (closed is last and closed.why == "left"):
                continue
            until = opened.at if opened else evidence.history.ended
            calm = evidence.availability.calm(closed.at, until)
            if calm > PATIENCE:
                details = {"client": closed.client, "seconds": round(calm, 2)}
                yield Violation("unreachable", closed.game, details, [closed])


def _check_computers(evidence: Evidence, course: StoredCourse) -> Iterator[Violation]:
    """Check that computers moved soon."""
    created = evidence.created.get(course.id)
    for version, record in enumerate(evidence.known.get(course.id, [])):
        if not isinstance(record, Shown) or record.version != version or record.over:
            continue
        turn = record.turn
        if created is None or turn is None or created.kinds[turn] != "computer":
            continue
        moved = evidence.known_at(course.id, version + 1)
        until = evidence.history.ended if moved is None else moved
        calm = evidence.availability.calm(record.at, until)
        if calm > COMPUTER_PATIENCE:
            details = {"version": version, "person": turn, "seconds": round(calm, 2)}
            yield Violation("computer-stalled", course.id, details, [record])
