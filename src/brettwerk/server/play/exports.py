"""Games to download: their records, and pictures of any of their positions."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from brettwerk.core.game import Game, Position
from brettwerk.match.rounds import Departure
from brettwerk.notation.png import MIN_WIDTH
from brettwerk.records import Record, write_jsonl, write_records
from brettwerk.records.saved_match import SavedMatch, to_records
from brettwerk.server.errors import ServerError
from brettwerk.server.play.messages import Frame
from brettwerk.server.play.session import GameSession
from brettwerk.server.play.state import GameState

MEDIA_TYPES = {
    "pgn": "text/plain",
    "json": "application/jsonl",
    "svg": "image/svg+xml",
    "png": "image/png",
}


def record_text(session: GameSession, ending: str) -> str:
    """Return all rounds as PGN-like text or as JSON lines."""
    writer = write_records if ending == "pgn" else write_jsonl
    return "".join(writer(game_records(session)))


def game_records(session: GameSession) -> list[Record]:
    """Return a record for each round, the current one last."""
    state = session.state
    kinds = tuple(_kind(seat.kind, seat.level) for seat in state.config.seats)
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


def _kind(kind: str, level: int) -> str:
    return f"computer {level}" if kind == "computer" else "human"


@dataclass(frozen=True)
class _RoundStory:
    """What happened in one round, as far as pictures need it."""

    game: Game
    frames: tuple[Frame, ...]
    seats: tuple[int, ...]
    departures: tuple[Departure, ...]


def _story(state: GameState, number: int) -> _RoundStory:
    match = state.match
    if number == match.round:
        return _RoundStory(match.game, state.frames, match.seats, match.departures)
    done = match.rounds[number - 1]
    return _RoundStory(done.game, state.earlier[number - 1], done.seats, done.departures)


def picture(state: GameState, wanted: Mapping[str, str]) -> str:
    """Return an SVG of the position after `ply` moves of `round`, or of the current one."""
    latest = state.match.round
    number = whole_number(wanted.get("round", str(latest)), 1, latest)
    story = _story(state, number)
    last = len(story.frames)
    ply = whole_number(wanted.get("ply", str(last)), 0, last)
    now = number == latest and ply == last
    position = state.match.position if now else _position_at(story, ply)
    theme = "dark" if wanted.get("theme") == "dark" else "light"
    flipped = wanted.get("flipped") == "1"
    return position.svg(last=_touched(story, ply), flipped=flipped, theme=theme)


def picture_width(wanted: Mapping[str, str], widest: int) -> int:
    """Return how many pixels wide a picture is to be."""
    return whole_number(wanted.get("width", "1000"), MIN_WIDTH, widest)


def whole_number(text: str, first: int, last: int) -> int:
    """Return the number that a text is; ServerError unless it lies between these two."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1
    if not first <= number <= last:
        raise ServerError(400, "page-number", first=first, last=last)
    return number


def _position_at(story: _RoundStory, ply: int) -> Position:
    """Return the position at a ply, without those who had left by then."""
    position = story.game.start()
    gone = {d.ply: story.seats[d.person] for d in story.departures}
    for at, frame in enumerate(story.frames[:ply]):
        position = _without(position, gone.get(at))
        if position.outcome:  # and yet they agreed to play on
            position = position.game.definition.continuation(position) or position
        position = position.play(frame.text)
    return position


def _without(position: Position, seat: int | None) -> Position:
    if seat is None:
        return position
    after = position.game.definition.without(position, seat)
    return after if isinstance(after, type(position)) else position


def _touched(story: _RoundStory, ply: int) -> list[str]:
    if not ply:
        return []
    frame = story.frames[ply - 1]
    cells = [c for pair in frame.moved for c in pair] + [c for c, _ in frame.placed]
    return list(dict.fromkeys([*cells, *frame.taken]))
