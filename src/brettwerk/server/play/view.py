"""The state of a game as clients get it: one message, the same for everyone who looks at it."""

from functools import lru_cache
from typing import Any, TypedDict
from urllib.parse import urlencode

from msgspec import UNSET, UnsetType, json
from msgspec.structs import asdict

from brettwerk.core.effects import Line
from brettwerk.core.game import Game, Position
from brettwerk.core.outcome import Outcome
from brettwerk.errors import IllegalMove, InvalidMove
from brettwerk.i18n import Language
from brettwerk.match import Match
from brettwerk.server.play import messages
from brettwerk.server.play.state import GameState, trays_of

KEPT_BOARDS = 2000


def state_message(
    game_id: str, state: GameState, now: float, online: frozenset[int], first: int = 0
) -> messages.StateMessage:
    """Return all that is to be seen; of the moves those from number `first` on."""
    match = state.match
    return messages.StateMessage(
        **asdict(choices(match.position, going=match.to_move is not None)),
        id=game_id,
        version=state.version,
        game=match.game.name,
        board=board_of(match.game),
        seats=match.game.seats,
        people=_people(state, online),
        round=match.round,
        target=match.target,
        scores=match.scores if match.target is not None else None,
        rounds=[_round_result(match, at) for at in range(len(match.rounds))],
        start=start_of(match.game),
        first=first,
        frames=state.frames[first:],
        departures=[(d.person, d.ply, d.reason) for d in match.departures],
        clock=_clock(state, now),
        following=state.following,
        again=sorted(state.again),
        takebacks=state.config.takebacks,
        last=messages.LastEvent(state.last.kind, state.last.person),
        turn=match.to_move,
        round_over=match.round_over,
        outcome=outcome_message(match.outcome),
        can_continue=_can_continue(match),
        offer=_offer(state),
        resigning=match.resignation_points,
    )


def round_message(state: GameState, number: int) -> messages.RoundMessage:
    """Return a finished round, to look at it once more."""
    done = state.match.rounds[number - 1]
    return messages.RoundMessage(
        round=number,
        board=board_of(done.game),
        sat=done.seats,
        start=start_of(done.game),
        frames=state.earlier[number - 1],
    )


@lru_cache(maxsize=KEPT_BOARDS)
def board_of(game: Game) -> str:
    """Return where the drawing of a game's empty board is found."""
    return board_address(game.name, game.chosen)


@lru_cache(maxsize=KEPT_BOARDS)
def start_of(game: Game) -> messages.Layout:
    """Return the board of a game before the first move."""
    return layout(game.start())


def board_address(game: str, options: dict[str, Any]) -> str:
    """Return where the drawing of the empty board is found."""
    query = "?" + urlencode({"o": json.encode(options).decode()}) if options else ""
    return f"/board/{game}.svg{query}"


def _people(state: GameState, online: frozenset[int]) -> list[messages.PersonMessage]:
    match, still_in = state.match, state.match.still_in
    return [
        messages.PersonMessage(
            name=match.names[person],
            kind=seat.kind,
            level=seat.level,
            seat=match.seats[person],
            joined=person in state.joined,
            online=person in online,
            still_in=person in still_in,
            style=seat.style,
        )
        for person, seat in enumerate(state.config.seats)
    ]


def layout(start: Position) -> messages.Layout:
    """Return a board as it begins."""
    off_board = {cell.name: cell.piece for cell in start.board_view.off_board if cell.piece}
    return messages.Layout({**start.pieces, **off_board}, trays_of(start))


def choices(position: Position, going: bool) -> messages.Choices:
    """Return what can be played, if the game is still going, and what boards show of that."""
    definition = position.game.definition
    moves = position.moves if going else ()
    gestures = definition.all_gestures(position, [move.code for move in moves])
    return messages.Choices(
        moves=[[move.text, *made_by] for move, made_by in zip(moves, gestures, strict=True)],
        reach=definition.reach(position),
        lit=definition.last_cells(position),
    )


class NotesParts(TypedDict):
    """What can be said of cells after some steps of a move."""

    notes: dict[str, str]
    does: messages.EffectsMessage | UnsetType
    lines: dict[str, tuple[Line, ...]] | UnsetType


def notes_of(position: Position, gesture: str, language: Language) -> NotesParts:
    """Return notes and lines about cells after these steps, and what a whole move does."""
    definition = position.game.definition
    found = definition.notes(position, gesture)
    return {
        "notes": {cell: note.localized(language) for cell, note in found.items()},
        "does": _does(position, gesture),
        "lines": definition.cell_lines(position, gesture) or UNSET,
    }


def _does(position: Position, gesture: str) -> messages.EffectsMessage | UnsetType:
    """Return what a move does to the board, if it is legal."""
    try:
        effects = position.effects(position.gesture(gesture))
    except (IllegalMove, InvalidMove):
        return UNSET
    return messages.EffectsMessage(effects.placed, effects.moved, effects.taken)


def why_not(position: Position, gesture: str, language: Language) -> str:
    """Return why these steps are no legal move, "" if they are one."""
    try:
        position.gesture(gesture)
    except (IllegalMove, InvalidMove) as error:
        return error.localized(language)
    return ""


def _can_continue(match: Match) -> bool:
    after = match.game.definition.continuation(match.position) if match.round_over else None
    return after is not None and not after.outcome


def outcome_message(outcome: Outcome | None, sentence: str = "") -> messages.OutcomeMessage | None:
    """Return how it ended."""
    if outcome is None:
        return None
    return messages.OutcomeMessage(outcome.winners, outcome.points, outcome.reason, sentence)


def _round_result(match: Match, at: int) -> messages.OutcomeMessage:
    """Return how a finished round ended, with people as winners."""
    done = match.rounds[at]
    winners = tuple(p for p in match.people if done.seats[p] in done.outcome.winners)
    return messages.OutcomeMessage(winners, done.points, done.outcome.reason)


def _clock(state: GameState, now: float) -> messages.ClockMessage | None:
    match, clock = state.match, state.match.clock
    if clock is None:
        return None
    left = [round(clock.remaining(person, now), 3) for person in match.people]
    running = clock.turn if state.clock_runs else None
    return messages.ClockMessage(left, running, state.paused, str(clock.control))


def _offer(state: GameState) -> messages.OfferMessage | None:
    offer, takeback = state.match.offer, state.takeback
    if takeback:
        return messages.OfferMessage("takeback", tuple(sorted(takeback.wanted_by)), takeback.plies)
    return messages.OfferMessage(offer.kind, offer.wanted_by) if offer else None
