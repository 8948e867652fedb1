"""The state of a game as a pure function of its events: each gives a new state or is refused.

Nothing here reads a clock or a file. After a restart the stored events are applied again, each with
the time it had, and give the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace as with_changes
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from brettwerk.core.game import Move, Position
from brettwerk.errors import MatchError
from brettwerk.match import Match
from brettwerk.match.validation import COMPUTER_DRAW_PLY
from brettwerk.server.errors import ServerError
from brettwerk.server.play.config import clean_name, new_match
from brettwerk.server.play.lag import Quotas, after_move, credit, new_quotas
from brettwerk.server.play.messages import Frame, Tray
from brettwerk.server.storage.model import FRIEND, Event, GameConfig


class TakebackRequest(Struct, frozen=True):
    """A request to take moves back, and who has agreed to it."""

    by: int
    plies: int
    wanted_by: frozenset[int]


class GameState(Struct, frozen=True):
    """Everything about a game in play. `version` counts the changes of the position."""

    config: GameConfig
    match: Match
    version: int = 0
    frames: tuple[Frame, ...] = ()
    earlier: tuple[tuple[Frame, ...], ...] = ()
    joined: frozenset[int] = frozenset()
    takeback: TakebackRequest | None = None
    again: frozenset[int] = frozenset()
    following: str = ""
    # Seconds that each person may get back for a slow connection.
    quotas: Quotas = ()
    # The hashes of keys that replaced those of the beginning, by person.
    rekeyed: Mapping[int, str] = field(default_factory=dict)
    last_outage: float = 0.0  # when time was given back
    last: Event = field(default_factory=lambda: Event("begin"))

    @classmethod
    def new(cls, config: GameConfig) -> GameState:
        """Return the state before the first event; everyone but friends has joined."""
        joined = frozenset(p for p, seat in enumerate(config.seats) if seat.kind != FRIEND)
        match = new_match(config)
        quotas = new_quotas(match.clock.control if match.clock else None, match.players)
        return cls(config, match, frames=_opening_frames(match), joined=joined, quotas=quotas)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The friends who have not joined yet."""
        return tuple(p for p in self.match.people if p not in self.joined)

    @property
    def paused(self) -> bool:
        """Whether the clock was stopped in the middle of a round."""
        clock = self.match.clock
        if clock is None or self.match.round_over:
            return False
        return clock.turn is not None and clock.since is None

    @property
    def clock_runs(self) -> bool:
        """Whether somebody's time is running."""
        clock = self.match.clock
        return clock is not None and clock.since is not None and not self.match.round_over

    @property
    def settled_until(self) -> float:
        """The time until which outages have been given back, while somebody's time is running."""
        clock = self.match.clock
        return max(self.last_outage, (clock.since if clock else None) or 0.0)

    @property
    def computer_moves(self) -> bool:
        """Whether a computer is to move and nothing keeps it from that."""
        match = self.match
        waits = match.clock is not None and self.waiting_for
        return match.to_move in self.config.computers and not (waits or self.paused)

    @property
    def due(self) -> float | None:
        """When something happens by itself: a flag falls; 0 if a computer is to move."""
        match, clock = self.match, self.match.clock
        if match.outcome:
            return None
        if self.config.people and self.computer_moves:
            return 0.0
        if clock is None or clock.since is None or clock.turn is None or match.round_over:
            return None
        return clock.since + clock.grace + clock.left[clock.turn]

    def apply(self, event: Event) -> GameState:
        """Return the state after an event; BrettwerkError if it is not allowed."""
        apply = _KINDS.get(event.kind)
        if apply is None:
            raise ServerError(400, "page-unknown-act")
        return replace(apply(self, event), last=event)

    def _changed(self, match: Match, **more: Any) -> GameState:
        """Return another position, or its end: requests about the old one are void."""
        return replace(self, match=match, version=self.version + 1, takeback=None, **more)


def replay(state: GameState, events: Iterable[Event]) -> GameState:
    """Return the state after these events; a long game takes a while."""
    for event in events:
        state = state.apply(event)
    return state


def trays_of(position: Position) -> tuple[Tray, ...]:
    """Return what lies beside the board."""
    return tuple(
        (t.owner, t.what, t.piece, t.count) for t in position.game.definition.trays(position)
    )


def frame_of(before: Position, move: Move, after: Position, by: int, **more: Any) -> Frame:
    """Return a move as it is shown."""
    effects = before.effects(move)
    placed, moved, taken = effects.placed, effects.moved, effects.taken
    lines = before.game.definition.lines(before, move.code)
    return Frame(
        placed, moved, taken, text=move.text, lines=lines, by=by, trays=trays_of(after), **more
    )


def _opening_frames(match: Match) -> tuple[Frame, ...]:
    """Return the moves that a match begins with."""
    position, frames = match.game.start(), list[Frame]()
    for text in match.moves:
        move = position.move(text)
        after = position.play(move)
        by = match.person_at(position.turn)
        frames.append(frame_of(position, move, after, by, drawn=True))
        position = after
    return tuple(frames)


# -- playing --------------------------------------------------------------------------------------
def _play(state: GameState, event: Event) -> GameState:
    before, person = state.match, _person(event)
    if before.clock and state.waiting_for:
        raise ServerError(409, "page-wait-for-all")
    lag = credit(state.quotas, person, event.lag) if state.clock_runs else 0.0
    move = before.move(person, event.text, event.at - lag)
    after = before.play(person, move, event.at, lag)
    left = round(after.clock.left[person], 3) if after.clock else None
    frame = frame_of(before.position, move, after.position, person, left=left)
    quotas = state.quotas
    if before.clock:
        quotas = after_move(quotas, before.clock.control, person, lag)
    return state._changed(after, frames=(*state.frames, frame), quotas=quotas)


def _next_round(state: GameState, event: Event) -> GameState:
    after = state.match.next_round(event.at)
    return state._changed(after, frames=(), earlier=(*state.earlier, state.frames))


def _person(event: Event) -> int:
    if event.person is None:
        raise ServerError(403, "page-watching")
    return event.person


def _pause(state: GameState, event: Event) -> GameState:
    """Stop the clock if all people agree; a move or `resume` starts it again."""
    if not set(state.config.people) <= set(event.people):
        raise ServerError(403, "page-pause-all")
    return replace(state, match=state.match.stop_clock(event.at))


def _outage(state: GameState, event: Event) -> GameState:
    """Give back the seconds in `text`, in which no server looked after the game."""
    clock = state.match.clock
    if clock is None or clock.since is None:
        return state
    since = min(event.at, clock.since + float(event.text))
    match = with_changes(state.match, clock=with_changes(clock, since=since))
    return replace(state, match=match, last_outage=event.at)


def _resume(state: GameState, event: Event) -> GameState:
    if not state.paused:
        raise MatchError("clock-not-paused")
    return replace(state, match=state.match.start_clock(event.at))


# -- what all must agree to -----------------------------------------------------------------------
def _draw(state: GameState, event: Event) -> GameState:
    """Offer a draw or accept one; computers accept late in the game."""
    match = state.match
    computers = [p for p in match.still_in if p in state.config.computers]
    if computers and len(match.moves) < COMPUTER_DRAW_PLY:
        raise ServerError(409, "page-computer-plays-on")
    return _offer(state, event, [*event.people, *computers], type(match).offer_draw)


def _continue(state: GameState, event: Event) -> GameState:
    """Offer to play on after a draw or accept that; computers always accept."""
    people = [*event.people, *state.config.computers]
    return _offer(state, event, people, type(state.match).offer_continuation)


def _offer(
    state: GameState, event: Event, people: list[int], offer: Callable[[Match, int, float], Match]
) -> GameState:
    match, actor = state.match, _person(event)
    for person in people:
        if person != actor and person not in match.still_in:
            continue  # of several who play at one device some may be out
        if match.offer is None or person not in match.offer.wanted_by:
            match = offer(match, person, event.at)
            if match.round_over != state.match.round_over:
                return state._changed(match)
    return replace(state, match=match)


def _decline(state: GameState, event: Event) -> GameState:
    if state.takeback:
        return replace(state, takeback=None)
    if state.again and not state.match.offer:
        _person(event)
        return replace(state, again=frozenset())
    return replace(state, match=state.match.decline(_person(event)))


def _takeback(state: GameState, event: Event) -> GameState:
    """Ask for moves back or agree to that; it happens once all people have agreed."""
    if not state.config.takebacks:
        raise ServerError(403, "page-no-takebacks")
    asked = state.takeback or TakebackRequest(
        _person(event), _plies_back(state, event), frozenset()
    )
    wanted = asked.wanted_by | set(event.people)
    if any(p not in wanted for p in state.match.still_in if p in state.config.people):
        return replace(state, takeback=replace(asked, wanted_by=wanted))
    after = state.match.take_back(asked.plies, event.at)
    return state._changed(after, frames=state.frames[: -asked.plies])


def _plies_back(state: GameState, event: Event) -> int:
    """Return how many moves to undo: the asker's last one and all after it."""
    for plies, frame in enumerate(reversed(state.frames), start=1):
        if frame.by in event.people and not frame.drawn:
            return plies
    raise ServerError(409, "page-nothing-to-take-back")


def _again(state: GameState, event: Event) -> GameState:
    """Ask for a rematch; `text` is the id of the new game once all want it."""
    if not state.match.outcome:
        raise ServerError(409, "page-not-over")
    return replace(
        state, again=state.again | set(event.people), following=event.text or state.following
    )


# -- people ---------------------------------------------------------------------------------------
def _name(state: GameState, event: Event) -> GameState:
    person, name = _person(event), clean_name(event.text)
    names = tuple(name if p == person else old for p, old in enumerate(state.match.names))
    return replace(state, match=with_changes(state.match, names=names))


def _rekey(state: GameState, event: Event) -> GameState:
    """Give a seat another key; `text` is its hash."""
    return replace(state, rekeyed={**state.rekeyed, _person(event): event.text})


_KINDS: dict[str, Callable[[GameState, Event], GameState]] = {
    "play": _play,
    "next": _next_round,
    "flag": lambda state, event: state._changed(state.match.flag(event.at)),
    "resign": lambda state, event: state._changed(state.match.resign(_person(event), event.at)),
    "forfeit": lambda state, event: state._changed(state.match.forfeit(_person(event), event.at)),
    "outage": _outage,
    "pause": _pause,
    "resume": _resume,
    "draw": _draw,
    "continue": _continue,
    "decline": _decline,
    "takeback": _takeback,
    "again": _again,
    "join": lambda state, event: replace(state, joined=state.joined | set(event.people)),
    "name": _name,
    "rekey": _rekey,
}
