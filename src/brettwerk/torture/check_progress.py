"""Games go on within five seconds whenever a server can serve, and no server dies by itself."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from brettwerk.torture.availability import clip, union
from brettwerk.torture.check_views import PATIENCE
from brettwerk.torture.evidence import CommandHistory, Evidence, Violation
from brettwerk.torture.history import (
    KILLED_WORKER,
    SLOW_WORKER,
    WITHOUT_BUS,
    Connected,
    Died,
    Disconnected,
    Disruption,
    Shown,
)

# Seconds for a turn during which a worker was killed: the next one starts first, and gives way to
# everything else.
WORKER_PATIENCE = 30.0
ASKED_AGAIN = 3.0  # seconds in which a server notices that a worker has lost its job


def check_progress(evidence: Evidence) -> Iterator[Violation]:
    """Check that nothing stood still while a server was healthy."""
    for died in evidence.history.of(Died):
        yield Violation("died", "", {"server": died.server, "code": died.code}, [died])
    for command in evidence.commands.values():
        yield from _check_answered(evidence, command)
    yield from _check_reconnected(evidence)
    yield from _check_computers(evidence)


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


class _ComputerTurn(NamedTuple):
    """A computer was to move, from when that was known until its move was, if it came."""

    shown: Shown
    until: float
    moved: bool


def _check_computers(evidence: Evidence) -> Iterator[Violation]:
    """Check that computers moved soon, whichever server had looked after their games."""
    turns = [turn for game in evidence.courses for turn in _computer_turns(evidence, game)]
    usual = _usual(evidence, turns)
    for turn in turns:
        shown, availability = turn.shown, evidence.availability
        faults = availability.faults_between(shown.at, turn.until)
        killed = any(fault.nemesis == KILLED_WORKER for fault in faults)
        calm = availability.calm(shown.at, turn.until)
        allowed = WORKER_PATIENCE if killed else PATIENCE + ASKED_AGAIN + usual
        if calm > allowed + _kept_waiting(faults, shown.at, turn.until):
            details = {"version": shown.version, "person": shown.turn, "seconds": round(calm, 2)}
            yield Violation("computer-stalled", shown.game, details, [shown, *faults])


def _kept_waiting(faults: Sequence[Disruption], first: float, last: float) -> float:
    """Return for how long computers had no processor or could not be asked.

    They give way to everything else, and are asked over the bus.
    """
    excuses = (SLOW_WORKER, *WITHOUT_BUS)
    waited = union((one.at, one.ended) for one in faults if one.nemesis in excuses)
    return sum(end - begin for begin, end in clip(waited, first, last))


def _computer_turns(evidence: Evidence, game: str) -> Iterator[_ComputerTurn]:
    created = evidence.created.get(game)
    for version, record in enumerate(evidence.known.get(game, [])):
        if not isinstance(record, Shown) or record.version != version or record.over:
            continue
        if created is None or record.turn is None or created.kinds[record.turn] != "computer":
            continue
        moved = evidence.known_at(game, version + 1)
        until = evidence.history.ended if moved is None else moved
        yield _ComputerTurn(record, until, moved is not None)


def _usual(evidence: Evidence, turns: list[_ComputerTurn]) -> float:
    """Return how long nearly all turns took in which nothing was broken: so busy is the machine."""
    took = sorted(
        turn.until - turn.shown.at
        for turn in turns
        if turn.moved and not evidence.availability.faults_between(turn.shown.at, turn.until)
    )
    return min(took[len(took) * 9 // 10], WORKER_PATIENCE - PATIENCE - ASKED_AGAIN) if took else 0.0
