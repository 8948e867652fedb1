"""Games to download: their records, and pictures of any of their positions."""

from datetime import UTC, datetime
from itertools import islice

from msgspec import Struct

from brettwerk.core.effects import Effects
from brettwerk.records import Record
from brettwerk.records.replay import is_event, replay
from brettwerk.records.saved_match import SavedMatch, texts_of, to_records
from brettwerk.server.play.messages import EffectsMessage
from brettwerk.server.play.state import GameState
from brettwerk.server.storage.model import COMPUTER

# Of files by their ending; all others are text.
MEDIA_TYPES = {"json": "application/jsonl", "svg": "image/svg+xml", "png": "image/png"}


def format_of(ending: str) -> str:
    """Return the format of a record by the ending of its file."""
    return "jsonl" if ending == "json" else ending


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


def round_lengths(state: GameState) -> list[int]:
    """Return how many moves each round has, the current one last."""
    return [len(frames) for frames in (*state.earlier, state.frames)]


class PictureSpec(Struct, frozen=True):
    """Which position of a game is drawn, after `ply` moves of `round`, and how."""

    round: int
    ply: int
    dark: bool
    flipped: bool
    width: int


def picture(state: GameState, spec: PictureSpec) -> str:
    """Return an SVG of a position."""
    frames = (*state.earlier, state.frames)[spec.round - 1]
    played = state.match.all_rounds[spec.round - 1]
    steps = replay(played.game, None, texts_of(played))  # without those who had left by then
    made = (step.position for step in steps if not is_event(step.text))
    position = next(islice(made, spec.ply, None))
    move = frames[spec.ply - 1] if spec.ply else EffectsMessage()
    last = Effects(move.placed, move.moved, move.taken).cells
    theme = "dark" if spec.dark else "light"
    return position.svg(last=last, flipped=spec.flipped, theme=theme)
