"""Games to download: their records, and pictures of any of their positions."""

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import islice

from msgspec import Struct

from brettwerk.core.effects import Effects
from brettwerk.core.game import Position
from brettwerk.notation.png import MIN_WIDTH
from brettwerk.records import Record, write_jsonl, write_records
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


def record_text(state: GameState, created: float, ending: str) -> str:
    """Return all rounds as PGN-like text or as JSON lines."""
    write = write_records if ending == "pgn" else write_jsonl
    return "".join(write(game_records(state, created)))


def game_records(state: GameState, created: float) -> list[Record]:
    """Return a record for each round, the current one last; all moves are played again."""
    seats = state.config.seats
    kinds = tuple(f"computer {one.level}" if one.kind == COMPUTER else "human" for one in seats)
    clocks = {
        (number, ply): frame.left
        for number, frames in enumerate((*state.earlier, state.frames), start=1)
        for ply, frame in enumerate(frames)
        if frame.left is not None
    }
    date = datetime.fromtimestamp(created, UTC).strftime("%Y.%m.%d")
    saved_match = SavedMatch(
        state.match, kinds, clocks=clocks, opening_plies=len(state.config.opening)
    )
    return to_records(saved_match, {"Date": date})


def round_lengths(session: GameSession) -> list[int]:
    """Return how many moves each round has, the current one last."""
    return [len(frames) for frames in (*session.state.earlier, session.state.frames)]


class PictureSpec(Struct, frozen=True):
    """Which position of a game is drawn, after `ply` moves of `round`, and how."""

    round: int
    ply: int
    dark: bool
    flipped: bool
    width: int


def picture_spec(state: GameState, wanted: Mapping[str, str], widest: int) -> PictureSpec:
    """Return what the query of an address asks for; by default the current position."""
    latest = state.match.round
    number = whole_number(wanted.get("round", str(latest)), 1, latest)
    last = len((*state.earlier, state.frames)[number - 1])
    ply = whole_number(wanted.get("ply", str(last)), 0, last)
    width = whole_number(wanted.get("width", "1000"), MIN_WIDTH, widest)
    dark, flipped = wanted.get("theme") == "dark", wanted.get("flipped") == "1"
    return PictureSpec(number, ply, dark, flipped, width)


def picture(state: GameState, spec: PictureSpec) -> str:
    """Return an SVG of a position."""
    frames = (*state.earlier, state.frames)[spec.round - 1]
    position = _position_at(list(rounds_of(state.match))[spec.round - 1], spec.ply)
    made = frames[spec.ply - 1] if spec.ply else EffectsMessage()
    last = Effects(made.placed, made.moved, made.taken).cells
    theme = "dark" if spec.dark else "light"
    return position.svg(last=last, flipped=spec.flipped, theme=theme)


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
