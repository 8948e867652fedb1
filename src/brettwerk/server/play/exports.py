"""Games to download: their records, and pictures of any of their positions."""

from datetime import UTC, datetime

from msgspec import Struct

from brettwerk.core.effects import Effects
from brettwerk.records import Record
from brettwerk.records.replay import is_event
from brettwerk.records.saved_match import SavedMatch, texts_of, to_records
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


def moves_to_position(state: GameState, spec: PictureSpec) -> list[str]:
    """Return the moves before a position, and the events by which players left meanwhile."""
    played = state.match.all_rounds[spec.round - 1]
    texts, left = list[str](), spec.ply
    for text in texts_of(played):
        if left == 0:
            break
        texts.append(text)
        left -= not is_event(text)
    return texts


def last_cells(state: GameState, spec: PictureSpec) -> tuple[str, ...]:
    """Return the cells that the last move before a position has changed."""
    if not spec.ply:
        return ()
    frame = (*state.earlier, state.frames)[spec.round - 1][spec.ply - 1]
    return Effects(frame.placed, frame.moved, frame.taken).cells
