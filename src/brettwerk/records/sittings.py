"""A match as the records of its rounds, and back: what is saved goes on just as it was."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from brettwerk.errors import BadRecord
from brettwerk.match import Match
from brettwerk.match.clock import Clock, read_time, time_text
from brettwerk.texts import say

from .record import Ply, Record
from .tags import OPENING_PLIES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from brettwerk.games.core import Game
    from brettwerk.match.rounds import Departure

# Moves that are played again take no time; a flag that fell falls again.
_NOW, _LATE = 0.0, 1e9
# How the events of a record tell why someone left.
_EVENTS = {"resignation": "resign", "time": "flag", "forfeit": "forfeit"}


@dataclass
class Sitting:
    """What is saved: the match, who plays in it, and what the match itself does not keep.

    `kinds` are people or programs, by person. `start` is the text of a position that the game
    began from, if it was not its own. `clocks` are seconds left by round and ply, after it.
    `by_lot` is how many moves of the first round nobody chose.
    """

    match: Match
    kinds: tuple[str, ...]
    start: str | None = None
    clocks: dict[tuple[int, int], float] = field(default_factory=dict)
    by_lot: int = 0


# -- writing --------------------------------------------------------------------------------------
class _Part(NamedTuple):
    """A round, finished or not."""

    number: int
    game: Game
    seats: tuple[int, ...]
    moves: tuple[str, ...]
    departures: tuple[Departure, ...]
    agreed: bool


def records_of(sitting: Sitting, tags: Mapping[str, str] | None = None) -> list[Record]:
    """A record for each round, the unfinished one last; `tags` are put into all of them."""
    return [_record(sitting, part, tags or {}) for part in _parts(sitting.match)]


def _parts(match: Match) -> Iterator[_Part]:
    for number, done in enumerate(match.rounds, start=1):
        agreed = done.outcome.reason == "agreement"
        yield _Part(number, done.game, done.seats, done.moves, done.departures, agreed)
    if not match.round_over:
        now = (match.round, match.game, match.seats, match.moves, match.departures)
        yield _Part(*now, agreed=False)


def _record(sitting: Sitting, part: _Part, tags: Mapping[str, str]) -> Record:
    start = sitting.start if part.number == 1 else None
    known = {**tags, **_tags(sitting, part)}
    return Record.of(part.game, _plies(sitting, part), tags=known, start=start)


def _plies(sitting: Sitting, part: _Part) -> Iterator[Ply]:
    for ply in range(len(part.moves) + 1):
        for left in part.departures:
            if left.ply == ply:
                event = _EVENTS[left.reason]
                yield Ply(f"{event}:{part.seats[left.person]}")
        if ply < len(part.moves):
            lot = part.number == 1 and ply < sitting.by_lot
            comment = say("record-by-lot", "en") if lot else ""
            yield Ply(part.moves[ply], comment, sitting.clocks.get((part.number, ply)))
    if part.agreed:
        yield Ply("agree")


def _tags(sitting: Sitting, part: _Part) -> dict[str, str]:
    match = sitting.match
    tags: dict[str, str] = {}
    for person, seat in enumerate(part.seats):
        name = part.game.seats[seat].capitalize()
        tags |= {f"{name}Type": sitting.kinds[person]}
        tags |= {name: match.names[person]} if match.names[person] else {}
    if match.target is not None:
        tags |= {"Round": str(part.number), "Target": str(match.target)}
    if match.clock:
        tags["TimeControl"] = time_text(match.clock.control)
    if match.tableau_seed is not None:
        tags["TableauSeed"] = str(match.tableau_seed)
    if sitting.by_lot and part.number == 1:
        tags[OPENING_PLIES] = str(sitting.by_lot)
    return tags


# -- reading --------------------------------------------------------------------------------------
def sitting_of(records: list[Record]) -> Sitting:
    """The match of these rounds, played through."""
    first = records[0]
    opening = _opening(first)
    sitting = Sitting(_begun(first, opening), _kinds(first), first.start, by_lot=len(opening))
    left: dict[int, float] = {}
    for number, record in enumerate(records, start=1):
        record.check()
        if number > 1:
            sitting.match = sitting.match.next_round(_NOW)
        if sitting.match.game != record.game:
            raise BadRecord("records-rounds", number=number)
        for ply in record.plies[len(opening) if number == 1 else 0 :]:
            _play_through(sitting, ply, left)
    sitting.match = _with_time_left(sitting.match, left)
    return sitting


def _opening(record: Record) -> tuple[str, ...]:
    """The moves at the beginning that nobody chose."""
    return () if record.start else tuple(ply.text for ply in record.plies[: record.by_lot])


def _begun(record: Record, opening: tuple[str, ...]) -> Match:
    """The match before the first move that somebody chose."""
    seed = _number(record, "TableauSeed")
    match = Match.new(
        record.game,
        target=_number(record, "Target") if record.game.face.scores else None,
        names=[name or "" for name in record.players],
        time_control=read_time(record.tags.get("TimeControl", "none")),
        tableau="keep" if seed is None else "new",
        seed=seed,
        opening=opening,
    )
    if record.start is not None:
        match = replace(match, position=record.game.position(record.start))
    return match.start_clock(_NOW) if match.clock else match


def _number(record: Record, tag: str) -> int | None:
    text = record.tags.get(tag)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise BadRecord("records-number", tag=tag, given=text[:40])
    return int(text)


def _kinds(record: Record) -> tuple[str, ...]:
    """Who played, as far as the record says; empty where it does not."""
    names = (seat.capitalize() for seat in record.game.seats)
    return tuple(record.tags.get(f"{name}Type", "") for name in names)


def _play_through(sitting: Sitting, ply: Ply, left: dict[int, float]) -> None:
    match = sitting.match
    if ply.clock is not None and match.to_move is not None:
        sitting.clocks[match.round, len(match.moves)] = left[match.to_move] = ply.clock
    sitting.match = _after(match, ply.text)


def _after(match: Match, text: str) -> Match:
    """The match after a move or an event."""
    event, _, seat = text.partition(":")
    if event == "resign":
        return match.resign(match.person_at(int(seat)), _NOW)
    if event == "flag":
        person = match.person_at(int(seat))
        return match.flag(_LATE) if match.clock else match.forfeit(person, _NOW)
    if event == "forfeit":
        return match.forfeit(match.person_at(int(seat)), _NOW)
    if event == "agree":
        return _all_want(match, Match.offer_draw)
    if event == "continue":
        return _all_want(match, Match.offer_continuation)
    if match.to_move is None:
        raise BadRecord("game-over")
    return match.play(match.to_move, text, _NOW)


def _all_want(match: Match, want: Callable[[Match, int, float], Match]) -> Match:
    for person in match.still_in:
        match = want(match, person, _NOW)
    return match


def _with_time_left(match: Match, left: dict[int, float]) -> Match:
    """The clock standing, each with the time left after their last move."""
    if not match.clock or match.outcome:
        return match
    control = match.clock.control
    times = tuple(left.get(person, float(control.base_seconds)) for person in range(match.players))
    return replace(match, clock=Clock(control, times))
