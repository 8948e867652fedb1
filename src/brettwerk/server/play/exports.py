"""Games to download: their records, and pictures of any of their positions."""

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import islice

from brettwerk.core.definition import Effects
from brettwerk.core.game import Position
from brettwerk.records import Record
from brettwerk.records.replay import is_event, replay
from brettwerk.records.saved_match import RoundData, SavedMatch, rounds_of, to_records
from brettwerk.server.errors import ServerError
from brettwerk.server.play.config import COMPUTER
from brettwerk.server.play.messages import EffectsMessage
from brettwerk.server.play.session import GameSession
from brettwerk.server.play.state import GameState

MEDIA_TYPES = {
    "pgn": "text/plain",
    "json": "application/jsonl",
    "svg": "image/svg+xml",
    "png": "image/png",
}


def game_records(session: GameSession) -> list[Record]:
    """Return a record for each round, the current one last."""
    state = session.state
    seats = state.config.seats
    kinds = tuple(f"computer {one.level}" if one.kind == COMPUTER else "human" for one in seats)
    clocks = {
        (number, ply): frame.left
        for number, frames in enumerate((*state.earlier, state.frames), start=1)
        for ply, frame in enumerate(frames)
        if frame.left is not None
    }
    date = datetime.fromtimestamp(session.created, UTC).strftime("%Y.%m.%d")
    saved_match = SavedMatch(
        state.match, kinds, clocks=clocks, opening_plies=len(state.config.opening)
    )
    return to_records(saved_match, {"Date": date})


def round_lengths(session: GameSession) -> list[int]:
    """Return how many moves each round has, the current one last."""
    return [len(frames) for frames in (*session.state.earlier, session.state.frames)]


def picture(state: GameState, wanted: Mapping[str, str]) -> str:
    """Return an SVG of the position after `ply` moves of `round`, or of the current one."""
    latest = state.match.round
    number = whole_number(wanted.get("round", str(latest)), 1, latest)
    frames = (*state.earlier, state.frames)[number - 1]
    ply = whole_number(wanted.get("ply", str(len(frames))), 0, len(frames))
    position = state.match.position
    if (number, ply) != (latest, len(frames)):
        position = _position_at(list(rounds_of(state.match))[number - 1], ply)
    theme = "dark" if wanted.get("theme") == "dark" else "light"
    made = frames[ply - 1] if ply else EffectsMessage()
    last = Effects(made.placed, made.moved, made.taken).cells
    return position.svg(last=last, flipped=wanted.get("flipped") == "1", theme=theme)


def whole_number(text: str, first: int, last: int) -> int:
    """Return the number that a text is; ServerError unless it lies between these two."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1
    if not first <= number <= last:
        raise ServerError(400, "page-number", first=first, last=last)
    return number


def _position_at(part: RoundData, ply: int) -> Position:
    """Return the position at a ply, without those who had left by then."""
    steps = replay(part.game, None, part.texts())
    made = (step.position for step in steps if not is_event(step.text))
    return next(islice(made, ply, None))
