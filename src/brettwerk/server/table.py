"""A game that is being played, as what has happened: every event gives a new table, or is refused.

Nothing here reads a clock or a file, so that a table is the same after the server was restarted:
its events are applied again, each with the time it had.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from brettwerk.errors import MatchError
from brettwerk.match.terms import COMPUTERS_TIRE
from brettwerk.server.terms import Terms, begin, clean_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from brettwerk.games.core import Position
    from brettwerk.games.face import Effects
    from brettwerk.match import Match


class Event(Struct, frozen=True):
    """Something that somebody did: `people` are all for whom the one who did it plays."""

    kind: str
    person: int | None = None
    people: tuple[int, ...] = ()
    text: str = ""
    at: float = 0.0
    wall: float = 0.0
    act: str | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """A move as it is shown: what it did to the board, and what lies beside it afterwards.

    A move by `lot` is one that nobody chose.
    """

    text: str
    by: int
    effects: Effects
    shelves: tuple[tuple[str, str, str, int], ...]
    left: float | None = None
    lot: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """Someone who wants moves back, and who has agreed to it."""

    by: int
    plies: int
    wanted_by: frozenset[int]


@dataclass(frozen=True)
class Table:
    """Everything about a game in play. `moment` counts what changed the position."""

    terms: Terms
    match: Match
    moment: int = 0
    frames: tuple[Frame, ...] = ()
    earlier: tuple[tuple[Frame, ...], ...] = ()
    joined: frozenset[int] = frozenset()
    asked: Asked | None = None
    again: frozenset[int] = frozenset()
    following: str = ""
    last: Event = field(default_factory=lambda: Event("begin"))

    @classmethod
    def new(cls, terms: Terms) -> Table:
        """The table before anything happened; who sits here is here."""
        here = frozenset(p for p, seat in enumerate(terms.seats) if seat.kind != "friend")
        match = begin(terms)
        return cls(terms, match, frames=_by_lot(match), joined=here)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Friends who have not come yet."""
        return tuple(p for p in self.match.people if p not in self.joined)

    @property
    def paused(self) -> bool:
        """Whether those at the screen have stopped the clock for a while."""
        clock = self.match.clock
        if clock is None or self.match.round_over:
            return False
        return clock.turn is not None and clock.since is None

    def after(self, event: Event) -> Table:
        """The table after this event; BrettwerkError if it cannot be."""
        apply = _KINDS.get(event.kind)
        if apply is None:
            raise MatchError("page-unknown-act")
        return replace(apply(self, event), last=event)


def _by_lot(match: Match) -> tuple[Frame, ...]:
    """The moves that a match begins with."""
    position, frames = match.game.start(), list[Frame]()
    for text in match.moves:
        move, by = position.parse(text), match.person_at(position.turn)
        after = position.play(move)
        frames.append(Frame(text, by, position.effects(move), shelves_of(after), lot=True))
        position = after
    return tuple(frames)


def shelves_of(position: Position) -> tuple[tuple[str, str, str, int], ...]:
    """What lies beside the board."""
    return tuple((s.owner, s.what, s.piece, s.count) for s in position.scene.shelves)


def _changed(table: Table, match: Match, **more: Any) -> Table:
    """The position or its end is another one: what was asked about the old one is void."""
    return replace(table, match=match, moment=table.moment + 1, asked=None, **more)


# -- playing --------------------------------------------------------------------------------------
def _play(table: Table, event: Event) -> Table:
    before, person = table.match, _person(event)
    if before.clock and table.waiting_for:
        raise MatchError("page-wait-for-all")
    after = before.play(person, event.text, event.at)
    move = before.position.parse(after.moves[-1])
    left = after.clock.left[person] if after.clock else None
    frame = Frame(
        move.text,
        person,
        before.position.effects(move),
        shelves_of(after.position),
        None if left is None else round(left, 3),
    )
    return _changed(table, after, frames=(*table.frames, frame))


def _next_round(table: Table, event: Event) -> Table:
    after = table.match.next_round(event.at)
    return _changed(table, after, frames=(), earlier=(*table.earlier, table.frames))


def _flag(table: Table, event: Event) -> Table:
    return _changed(table, table.match.flag(event.at))


def _resign(table: Table, event: Event) -> Table:
    return _changed(table, table.match.resign(_person(event), event.at))


def _forfeit(table: Table, event: Event) -> Table:
    return _changed(table, table.match.forfeit(_person(event), event.at))


def _person(event: Event) -> int:
    if event.person is None:
        raise MatchError("page-watching")
    return event.person


def _pause(table: Table, event: Event) -> Table:
    """Let the clock stand for a while, where nobody else would have to be asked; a move or
    `resume` sets it going again."""
    if not set(table.terms.people) <= set(event.people):
        raise MatchError("page-pause-all")
    return replace(table, match=table.match.stop_clock(event.at))


def _resume(table: Table, event: Event) -> Table:
    if not table.paused:
        raise MatchError("clock-not-paused")
    return replace(table, match=table.match.start_clock(event.at))


# -- what all must agree to -----------------------------------------------------------------------
def _draw(table: Table, event: Event) -> Table:
    """Offer to end the round, or agree to it, for all whom this one plays."""
    match = table.match
    computers = [p for p in match.still_in if p in table.terms.computers]
    if computers and len(match.moves) < COMPUTERS_TIRE:
        raise MatchError("page-computer-plays-on")
    return _all_want(table, event, [*event.people, *computers], type(match).offer_draw)


def _continue(table: Table, event: Event) -> Table:
    """Offer to go on after a draw, or agree to it; computers always do."""
    people = [*event.people, *table.terms.computers]
    return _all_want(table, event, people, type(table.match).offer_continuation)


def _all_want(
    table: Table, event: Event, people: list[int], want: Callable[[Match, int, float], Match]
) -> Table:
    match = table.match
    if not event.people:
        raise MatchError("page-watching")
    for person in people:
        if match.offer is None or person not in match.offer.wanted_by:
            match = want(match, person, event.at)
            if match.round_over != table.match.round_over:
                return _changed(table, match)
    return replace(table, match=match)


def _decline(table: Table, event: Event) -> Table:
    if table.asked:
        return replace(table, asked=None)
    return replace(table, match=table.match.decline(_person(event)))


def _takeback(table: Table, event: Event) -> Table:
    """Ask for moves back, or agree to it; it happens once all people have."""
    if not table.terms.takebacks:
        raise MatchError("page-no-takebacks")
    asked = table.asked or Asked(_person(event), _plies_back(table, event), frozenset())
    wanted = asked.wanted_by | set(event.people)
    if any(p not in wanted for p in table.match.still_in if p in table.terms.people):
        return replace(table, asked=replace(asked, wanted_by=wanted))
    after = table.match.taken_back(asked.plies, event.at)
    return _changed(table, after, frames=table.frames[: -asked.plies])


def _plies_back(table: Table, event: Event) -> int:
    """The moves since the last one of somebody for whom this one plays, that one included."""
    for plies, frame in enumerate(reversed(table.frames), start=1):
        if frame.by in event.people and not frame.lot:
            return plies
    raise MatchError("page-nothing-to-take-back")


def _again(table: Table, event: Event) -> Table:
    """Someone wants a rematch; `text` is the new game once all do."""
    if not table.match.outcome:
        raise MatchError("page-not-over")
    return replace(table, again=table.again | set(event.people), following=event.text)


def wants_again(table: Table, people: tuple[int, ...]) -> bool:
    """Whether with these all people want a rematch."""
    return set(table.terms.people) <= table.again | set(people)


# -- people ---------------------------------------------------------------------------------------
def _join(table: Table, event: Event) -> Table:
    return replace(table, joined=table.joined | set(event.people))


def _name(table: Table, event: Event) -> Table:
    person, name = _person(event), clean_name(event.text)
    names = tuple(name if p == person else old for p, old in enumerate(table.match.names))
    return replace(table, match=replace(table.match, names=names))


_KINDS: dict[str, Callable[[Table, Event], Table]] = {
    "play": _play,
    "next": _next_round,
    "flag": _flag,
    "resign": _resign,
    "forfeit": _forfeit,
    "pause": _pause,
    "resume": _resume,
    "draw": _draw,
    "continue": _continue,
    "decline": _decline,
    "takeback": _takeback,
    "again": _again,
    "join": _join,
    "name": _name,
}
