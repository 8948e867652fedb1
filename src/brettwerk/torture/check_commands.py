"""Nothing acknowledged is lost, nothing happens twice, and nothing refused happens."""

from collections import defaultdict
from collections.abc import Iterator

from brettwerk.torture.evidence import CommandHistory, Evidence, StoredCourse, Violation
from brettwerk.torture.history import Sent, StoredEvent

# What people do; the server itself lets flags fall and people join.
COMMANDS = ("play", "next", "resign", "forfeit", "name", "again")


def check_commands(evidence: Evidence) -> Iterator[Violation]:
    """Compare what was sent and answered with what is stored."""
    stored = _by_command(evidence)
    for command_id, command in evidence.commands.items():
        yield from _check_command(evidence, command, stored.pop(command_id, []))
    for events in stored.values():
        yield from (_unasked(game, event) for game, event in events)
    for course in evidence.courses.values():
        yield from _check_course(evidence, course)


Found = list[tuple[str, StoredEvent]]


def _by_command(evidence: Evidence) -> dict[str, Found]:
    """Return the games and events of each command; the database puts a seat before its id."""
    found: dict[str, Found] = defaultdict(list)
    for course in evidence.courses.values():
        for event in course.events:
            if event.command_id:
                found[event.command_id.partition(":")[2]].append((course.id, event))
    return found


def _check_command(
    evidence: Evidence, command: CommandHistory, found: Found
) -> Iterator[Violation]:
    events = [event for _, event in found]
    if not command.sent:
        yield from (_unasked(game, event) for game, event in found)
        return
    sent, answer = command.sent[0], command.answer
    if len(events) > 1:
        yield _violation("twice", command, events, count=len(events))
    if answer and answer.done and not events and not _made_already(evidence, sent):
        yield _violation("lost", command, events)
    if answer and not answer.done and events:
        yield _violation("refused-but-stored", command, events, key=answer.key)
    for game, event in found:
        if game != sent.game or not _same(sent, event):
            yield _violation("changed", command, [event], stored=f"{event.kind} {event.text}")


def _made_already(evidence: Evidence, sent: Sent) -> bool:
    """Return whether a rematch was wanted that there was already."""
    course = evidence.courses.get(sent.game)
    return sent.do == "again" and bool(course) and any(e.text for e in _rematches(course))


def _rematches(course: StoredCourse | None) -> list[StoredEvent]:
    return [event for event in course.events if event.kind == "again"] if course else []


def _same(sent: Sent, event: StoredEvent) -> bool:
    text = event.text if sent.do == "again" else sent.text
    return (event.kind, event.person, event.text) == (sent.do, sent.person, text)


def _check_course(evidence: Evidence, course: StoredCourse) -> Iterator[Violation]:
    """Check that commands happened to the version they named, and that there is one rematch."""
    for number, version in enumerate(course.versions):
        event = version.event
        command = (
            evidence.commands.get((event.command_id or "").partition(":")[2]) if event else None
        )
        if event and command and command.sent and command.sent[0].version != number - 1:
            yield _violation("misplaced", command, [event], version=number - 1)
        if event and command is None and _by_a_person(evidence, course.id, event):
            yield _unasked(course.id, event)
    links = [event for event in _rematches(course) if event.text]
    if len({event.text for event in links}) > 1 or any(
        event.text not in evidence.courses for event in links
    ):
        yield Violation("rematch", course.id, {"count": len(links)}, [], links)


def _by_a_person(evidence: Evidence, game: str, event: StoredEvent) -> bool:
    """Return whether an event without a known command is one that only people cause."""
    created = evidence.created.get(game)
    if created is None or event.person is None or event.kind not in COMMANDS:
        return False
    return event.command_id is None and created.kinds[event.person] != "computer"


def _unasked(game: str, event: StoredEvent) -> Violation:
    details = {"kind": event.kind, "text": event.text, "number": event.number}
    return Violation("unasked", game, details, [], [event])


def _violation(
    kind: str, command: CommandHistory, events: list[StoredEvent], **details: object
) -> Violation:
    sent = command.sent[0]
    what = {"id": sent.id, "do": sent.do, "text": sent.text, "client": sent.client}
    return Violation(kind, sent.game, {**what, **details}, command.records, events)
