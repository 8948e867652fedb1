"""A table as clients get it: one message that is the same for all who look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import json

from brettwerk.errors import BrettwerkError, IllegalMove, NotAMove
from brettwerk.server.table import shelves_of

if TYPE_CHECKING:
    from brettwerk.games.core import Position
    from brettwerk.games.face import Effects
    from brettwerk.games.outcome import Outcome
    from brettwerk.match import Match
    from brettwerk.server.table import Frame, Table
    from brettwerk.texts import Language

VERSION = 1


def table_message(
    game_id: str, table: Table, now: float, online: frozenset[int], first: int = 0
) -> dict[str, Any]:
    """All that is to be seen; of the moves those from `first` on."""
    match = table.match
    return {
        "t": "table",
        "v": VERSION,
        "id": game_id,
        "moment": table.moment,
        "game": match.game.name,
        "board": board_address(match.game.name, match.game.chosen),
        "seats": match.game.seats,
        "people": _people(table, online),
        "round": match.round,
        "target": match.target,
        "scores": match.scores if match.target is not None else None,
        "rounds": [_round(match, at) for at in range(len(match.rounds))],
        "start": laid_out(match.game.start()),
        "from": first,
        "frames": [frame_message(frame) for frame in table.frames[first:]],
        "departures": [[d.person, d.ply, d.reason] for d in match.departures],
        "clock": _clock(table, now),
        "following": table.following,
        "again": sorted(table.again),
        "takebacks": table.terms.takebacks,
        "last": {"kind": table.last.kind, "person": table.last.person},
        **_position(match),
        **_offers(table),
    }


def round_message(table: Table, number: int) -> dict[str, Any]:
    """A round that is over and no longer the last, for looking at it once more."""
    done = table.match.rounds[number - 1]
    return {
        "round": number,
        "board": board_address(done.game.name, done.game.chosen),
        "sat": done.seats,
        "start": laid_out(done.game.start()),
        "frames": [frame_message(frame) for frame in table.earlier[number - 1]],
    }


def board_address(game: str, options: dict[str, Any]) -> str:
    """Where the empty board lies, as a path with the options that make it."""
    from urllib.parse import urlencode

    board = {"o": json.encode(options).decode()} if options else {}
    return f"/board/{game}.svg" + ("?" + urlencode(board) if board else "")


def _people(table: Table, online: frozenset[int]) -> list[dict[str, Any]]:
    match = table.match
    return [
        {
            "name": match.names[person],
            "kind": seat.kind,
            "level": seat.level,
            "seat": match.seats[person],
            "joined": person in table.joined,
            "online": person in online,
            "in": person in match.still_in,
        }
        for person, seat in enumerate(table.terms.seats)
    ]


def laid_out(start: Position) -> dict[str, Any]:
    """The board before the first move."""
    return {"pieces": pieces_of(start), "shelves": shelves_of(start)}


def pieces_of(position: Position) -> dict[str, str]:
    """What stands on cells and spots, by their names."""
    spots = {spot.name: spot.piece for spot in position.scene.spots if spot.piece}
    return {**position.pieces, **spots}


def frame_message(frame: Frame) -> dict[str, Any]:
    """A move as it is shown."""
    found: dict[str, Any] = {"text": frame.text, "by": frame.by, "shelves": frame.shelves}
    found |= _effects(frame.effects)
    if frame.left is not None:
        found["left"] = frame.left
    if frame.lot:
        found["lot"] = True
    return found


def _effects(effects: Effects) -> dict[str, Any]:
    """What a move does to the board, without what it does not."""
    found = {"placed": effects.placed, "moved": effects.moved, "taken": effects.taken}
    return {what: cells for what, cells in found.items() if cells}


def _position(match: Match) -> dict[str, Any]:
    """Whose turn, what can be played, how it ended."""
    return {
        "turn": match.to_move,
        **choices(match.position, going=match.to_move is not None),
        "round_over": match.round_over,
        "outcome": outcome_message(match.outcome),
        "can_continue": _can_continue(match),
    }


def choices(position: Position, going: bool) -> dict[str, Any]:
    """What can be played, if the game is still going, and what boards show of that."""
    face = position.game.face
    moves = position.moves if going else ()
    return {
        "moves": [[move.text, *face.ways(position, move.code)] for move in moves],
        "reach": face.reach(position),
        "lit": position.scene.last,
    }


def explained(position: Position, way: str, why: bool, language: Language) -> dict[str, Any]:
    """About cells once these steps have been made, and what they do if they are a whole move.

    With `why` instead the reason why they are no legal move.
    """
    face = position.game.face
    fault: BrettwerkError | None = None
    found: dict[str, Any] = {}
    try:
        move = position.parse(face.text_of_way(way))
        found["does"] = _effects(position.effects(move))
    except (IllegalMove, NotAMove) as no:
        fault = no
    if why:
        return {"why": fault.in_words(language) if fault else ""}
    notes = face.notes(position, way)
    return found | {"notes": {cell: note.in_words(language) for cell, note in notes.items()}}


def _can_continue(match: Match) -> bool:
    after = match.game.face.continued(match.position) if match.round_over else None
    return after is not None and not after.outcome


def outcome_message(outcome: Outcome | None) -> dict[str, Any] | None:
    """How it ended."""
    if outcome is None:
        return None
    return {"winners": outcome.winners, "points": outcome.points, "reason": outcome.reason}


def _round(match: Match, at: int) -> dict[str, Any]:
    """A finished round, its winners as people."""
    done = match.rounds[at]
    winners = [p for p in match.people if done.seats[p] in done.outcome.winners]
    return {"winners": winners, "points": done.points, "reason": done.outcome.reason}


def _clock(table: Table, now: float) -> dict[str, Any] | None:
    match, clock = table.match, table.match.clock
    if clock is None:
        return None
    left = [round(clock.remaining(person, now), 3) for person in match.people]
    running = clock.turn if clock.since is not None and not match.round_over else None
    control = str(clock.control)
    return {"left": left, "running": running, "paused": table.paused, "control": control}


def _offers(table: Table) -> dict[str, Any]:
    offer, asked = table.match.offer, table.asked
    found: dict[str, Any] = {"offer": None}
    if offer:
        found["offer"] = {"kind": offer.kind, "wanted_by": offer.wanted_by}
    if asked:
        wanted = sorted(asked.wanted_by)
        found["offer"] = {"kind": "takeback", "wanted_by": wanted, "plies": asked.plies}
    return found
