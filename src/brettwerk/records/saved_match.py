"""Saving a match as the records of its rounds, and restoring it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from brettwerk.errors import BadRecord
from brettwerk.i18n import SOURCE, Translator
from brettwerk.match import Match
from brettwerk.match.clock import Clock, format_time_control, parse_time_control
from brettwerk.match.state import PlayedRound, Round

from .record import Ply, Record
from .replay import is_event
from .tags import OPENING_PLIES

# Replayed moves take no time; a player who ran out of time does so again.
_NOW, _LATE = 0.0, 1e9
# The events of records, by the reason of a departure.
_EVENTS = {"resignation": "resign", "time": "flag", "forfeit": "forfeit"}


@dataclass
class SavedMatch:
    """A match, who plays in it, and what the match itself does not keep.

    `kinds` says for each person which kind of player they are. `start` is the text of the first
    position, unless it is the game's own. `clocks` are the seconds left after a ply, by round and
    ply. `opening_plies` is the number of random moves at the beginning of the first round.
    """

    match: Match
    kinds: tuple[str, ...]
    start: str | None = None
    clocks: dict[tuple[int, int], float] = field(default_factory=dict)
    opening_plies: int = 0


# -- writing --------------------------------------------------------------------------------------
def texts_of(part: PlayedRound) -> Iterator[str]:
    """Yield the moves and events of a round."""
    for ply in range(len(part.moves) + 1):
        for left in part.departures:
            if left.ply == ply:
                yield f"{_EVENTS[left.reason]}:{part.seats[left.person]}"
        yield from part.moves[ply : ply + 1]
    if isinstance(part, Round) and part.outcome.reason == "agreement":
        yield "agree"


def to_records(saved_match: SavedMatch, tags: Mapping[str, str] | None = None) -> list[Record]:
    """Return a record for each round, the unfinished one last; all get the `tags`."""
    records = []
    for number, part in enumerate(saved_match.match.all_rounds, start=1):
        start = saved_match.start if number == 1 else None
        all_tags = {**(tags or {}), **_tags(saved_match, number, part)}
        plies = _plies(saved_match, number, part)
        records.append(Record.of(part.game, plies, tags=all_tags, start=start))
    return records


def _plies(saved_match: SavedMatch, number: int, part: PlayedRound) -> Iterator[Ply]:
    ply = 0
    for text in texts_of(part):
        if is_event(text):
            yield Ply(text)
        else:
            is_random = number == 1 and ply < saved_match.opening_plies
            comment = Translator(SOURCE)("record-by-lot") if is_random else ""
            yield Ply(text, comment, saved_match.clocks.get((number, ply)))
            ply += 1


def _tags(saved_match: SavedMatch, number: int, part: PlayedRound) -> dict[str, str]:
    match = saved_match.match
    tags: dict[str, str] = {}
    for person, seat in enumerate(part.seats):
        name = part.game.seats[seat].capitalize()
        tags |= {f"{name}Type": saved_match.kinds[person]}
        tags |= {name: match.names[person]} if match.names[person] else {}
    if match.target is not None:
        tags |= {"Round": str(number), "Target": str(match.target)}
    if match.clock:
        tags["TimeControl"] = format_time_control(match.clock.control)
    if match.board_seed is not None:
        tags["TableauSeed"] = str(match.board_seed)
    if saved_match.opening_plies and number == 1:
        tags[OPENING_PLIES] = str(saved_match.opening_plies)
    return tags


# -- reading --------------------------------------------------------------------------------------
def restore_match(records: list[Record]) -> SavedMatch:
    """Replay the records of all rounds and return the match."""
    first = records[0]
    opening = _opening(first)
    saved_match = SavedMatch(
        _new_match(first, opening), _kinds(first), first.start, opening_plies=len(opening)
    )
    left: dict[int, float] = {}
    for number, record in enumerate(records, start=1):
        record.check()
        if number > 1:
            saved_match.match = saved_match.match.next_round(_NOW)
        if saved_match.match.game != record.game:
            raise BadRecord("records-rounds", number=number)
        for ply in record.plies[len(opening) if number == 1 else 0 :]:
            _replay_ply(saved_match, ply, left)
    saved_match.match = _with_time_left(saved_match.match, left)
    return saved_match


def _opening(record: Record) -> tuple[str, ...]:
    """Return the random moves at the beginning."""
    return () if record.start else tuple(ply.text for ply in record.plies[: record.opening_plies])


def _new_match(record: Record, opening: tuple[str, ...]) -> Match:
    """Return the match after its random opening."""
    seed = _number(record, "TableauSeed")
    match = Match.new(
        record.game,
        target=_number(record, "Target") if record.game.definition.scores else None,
        names=[name or "" for name in record.players],
        time_control=parse_time_control(record.tags.get("TimeControl", "none")),
        next_board="keep" if seed is None else "new",
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
    """Return the kinds of players by seat, empty where unknown."""
    names = (seat.capitalize() for seat in record.game.seats)
    return tuple(record.tags.get(f"{name}Type", "") for name in names)


def _replay_ply(saved_match: SavedMatch, ply: Ply, left: dict[int, float]) -> None:
    match = saved_match.match
    if ply.clock is not None and match.to_move is not None:
        saved_match.clocks[match.round, len(match.moves)] = left[match.to_move] = ply.clock
    saved_match.match = _after(match, ply.text)


def _after(match: Match, text: str) -> Match:
    """Return the match after a move or an event."""
    event, _, seat = text.partition(":")
    if event == "resign":
        return match.resign(match.person_at(int(seat)), _NOW)
    if event == "flag":
        person = match.person_at(int(seat))
        return match.flag(_LATE) if match.clock else match.forfeit(person, _NOW)
    if event == "forfeit":
        return match.forfeit(match.person_at(int(seat)), _NOW)
    if event == "agree":
        return _by_all(match, Match.offer_draw)
    if event == "continue":
        return _by_all(match, Match.offer_continuation)
    if match.to_move is None:
        raise BadRecord("game-over")
    return match.play(match.to_move, text, _NOW)


def _by_all(match: Match, want: Callable[[Match, int, float], Match]) -> Match:
    for person in match.still_in:
        match = want(match, person, _NOW)
    return match


def _with_time_left(match: Match, left: dict[int, float]) -> Match:
    """Stop the clock, with the time that each had left after their last move."""
    if not match.clock or match.outcome:
        return match
    control = match.clock.control
    times = tuple(left.get(person, float(control.base_seconds)) for person in range(match.players))
    return replace(match, clock=Clock(control, times))
