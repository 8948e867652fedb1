"""A history in the order in which the checks need it: by command, by connection, by game."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from msgspec import Struct

from brettwerk.torture.availability import Availability
from brettwerk.torture.history import (
    Answered,
    Connected,
    Created,
    Disconnected,
    GameRows,
    Record,
    RunHistory,
    Sent,
    Shown,
    StoredEvent,
)

# Events that change the position, and so the version of a state.
VERSIONED = ("play", "next", "flag", "resign", "forfeit")


class Violation(Struct, frozen=True):
    """A broken promise, with the records that show it."""

    kind: str
    game: str
    details: Mapping[str, object]
    evidence: list[Record] = []
    stored: list[StoredEvent] = []


@dataclass
class CommandHistory:
    """All that happened to one command."""

    sent: list[Sent] = field(default_factory=list)
    answers: list[Answered] = field(default_factory=list)

    @property
    def answer(self) -> Answered | None:
        """The first final answer."""
        return next((answer for answer in self.answers if answer.final), None)

    @property
    def records(self) -> list[Record]:
        """Everything, in order."""
        return sorted([*self.sent, *self.answers], key=lambda record: record.at)


@dataclass
class ConnectionHistory:
    """One connection with all that it was shown."""

    opened: Connected
    closed: float
    shown: list[Shown] = field(default_factory=list)

    def shown_at(self, version: int) -> float | None:
        """Return when it was first shown this version or a later one."""
        return next((one.at for one in self.shown if one.version >= version), None)


@dataclass(frozen=True)
class Version:
    """A version of a game as the database has it, and the event that led to it."""

    round: int
    plies: int
    event: StoredEvent | None


class StoredCourse:
    """The course of a stored game: the moves of each round, and all versions of its state."""

    def __init__(self, game: GameRows) -> None:
        self.id, self.clock, self.events = game.id, game.clock, game.events
        self.rounds: list[list[str]] = [[]]
        self.versions = [Version(1, 0, None)]
        for event in game.events:
            self._add(event)

    def _add(self, event: StoredEvent) -> None:
        if event.kind not in VERSIONED:
            return
        if event.kind == "next":
            self.rounds.append([])
        elif event.kind == "play":
            self.rounds[-1].append(event.text)
        self.versions.append(Version(len(self.rounds), len(self.rounds[-1]), event))

    def rounds_at(self, version: int) -> list[list[str]]:
        """Return the moves of all rounds at this version."""
        return [*self.rounds[: self.versions[version].round - 1], self.moves_at(version)]

    def moves_at(self, version: int) -> list[str]:
        """Return the moves of the round that was played at this version."""
        then = self.versions[version]
        return self.rounds[then.round - 1][: then.plies]


class Evidence:
    """A history, sorted for the checks."""

    def __init__(self, history: RunHistory) -> None:
        self.history = history
        self.availability = Availability(history)
        self.courses = {game.id: StoredCourse(game) for game in history.stored}
        self.created = {record.game: record for record in history.of(Created)}

    @cached_property
    def commands(self) -> dict[str, CommandHistory]:
        """All commands by their ids."""
        found: dict[str, CommandHistory] = defaultdict(CommandHistory)
        for sent in self.history.of(Sent):
            found[sent.id].sent.append(sent)
        for answer in self.history.of(Answered):
            found[answer.id].answers.append(answer)
        return dict(found)

    @cached_property
    def connections(self) -> list[ConnectionHistory]:
        """All connections in the order in which they were opened."""
        closed = {record.connection: record.at for record in self.history.of(Disconnected)}
        found = {
            record.connection: ConnectionHistory(
                record, closed.get(record.connection, self.history.ended)
            )
            for record in self.history.of(Connected)
        }
        for shown in self.history.of(Shown):
            found[shown.connection].shown.append(shown)
        return list(found.values())

    @cached_property
    def known(self) -> dict[str, list[Shown | Answered | None]]:
        """For each game and version the first record that shows that it was stored."""
        first: dict[str, dict[int, Shown | Answered]] = defaultdict(dict)
        for record in _with_versions(self.history.records):
            assert record.version is not None
            first[record.game].setdefault(record.version, record)
        return {
            game: _earliest(first[game], len(course.versions))
            for game, course in self.courses.items()
        }

    def known_at(self, game: str, version: int) -> float | None:
        """Return when somebody first knew that a version of a game was stored."""
        known = self.known[game]
        record = known[version] if version < len(known) else None
        return record.at if record else None


def _with_versions(records: Iterable[Record]) -> Iterator[Shown | Answered]:
    for record in records:
        if isinstance(record, Shown) or (isinstance(record, Answered) and record.version):
            yield record


def _earliest(first: dict[int, Shown | Answered], versions: int) -> list[Shown | Answered | None]:
    """Return the first record of each version or a later one."""
    known: list[Shown | Answered | None] = []
    best: Shown | Answered | None = None
    for version in reversed(range(versions)):
        here = first.get(version)
        if here and (best is None or here.at < best.at):
            best = here
        known.append(best)
    return known[::-1]
