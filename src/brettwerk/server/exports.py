"""Games to take away: their records, and pictures of any of their positions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from brettwerk.errors import MatchError
from brettwerk.notation.png import NARROWEST
from brettwerk.records import write_jsonl, write_records
from brettwerk.records.sittings import Sitting, records_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.games.core import Game, Position
    from brettwerk.match.rounds import Departure
    from brettwerk.records import Record
    from brettwerk.server.host import Host
    from brettwerk.server.table import Frame, Table

KINDS = {
    "pgn": "text/plain",
    "json": "application/jsonl",
    "svg": "image/svg+xml",
    "png": "image/png",
}


def record_of(host: Host, ending: str) -> tuple[str, str]:
    """All rounds in PGN manner, or as JSON lines."""
    writer = write_records if ending == "pgn" else write_jsonl
    return "".join(writer(records_in(host))), KINDS[ending]


def records_in(host: Host) -> list[Record]:
    """A record for each round, the one that is played last."""
    table = host.table
    kinds = tuple(_kind(seat.kind, seat.level) for seat in table.terms.seats)
    every = (*table.earlier, table.frames)
    clocks = {
        (number, ply): frame.left
        for number, frames in enumerate(every, start=1)
        for ply, frame in enumerate(frames)
        if frame.left is not None
    }
    date = datetime.fromtimestamp(host.created, UTC).strftime("%Y.%m.%d")
    sitting = Sitting(table.match, kinds, clocks=clocks, by_lot=len(table.terms.opening))
    return records_of(sitting, {"Date": date})


def lengths_of(host: Host) -> list[int]:
    """How many moves each round has, the one that is played last."""
    return [len(frames) for frames in (*host.table.earlier, host.table.frames)]


def _kind(kind: str, level: int) -> str:
    return f"computer {level}" if kind == "computer" else "human"


@dataclass(frozen=True)
class _Story:
    """What happened in one round, as far as pictures need it."""

    game: Game
    frames: tuple[Frame, ...]
    seats: tuple[int, ...]
    departures: tuple[Departure, ...]


def _story(table: Table, number: int) -> _Story:
    match = table.match
    if number == match.round:
        return _Story(match.game, table.frames, match.seats, match.departures)
    done = match.rounds[number - 1]
    return _Story(done.game, table.earlier[number - 1], done.seats, done.departures)


def drawing_of(table: Table, wishes: Mapping[str, str]) -> str:
    """The position after some ply of some round, drawn with its last move; else as it is now."""
    latest = table.match.round
    number = whole(wishes.get("round", str(latest)), 1, latest)
    story = _story(table, number)
    most = len(story.frames)
    ply = whole(wishes.get("ply", str(most)), 0, most)
    now = number == latest and ply == most
    position = table.match.position if now else _position_at(story, ply)
    theme = "dark" if wishes.get("theme") == "dark" else "light"
    flipped = wishes.get("flipped") == "1"
    return position.svg(last=_touched(story, ply), flipped=flipped, theme=theme)


def width_of(wishes: Mapping[str, str], widest: int) -> int:
    """How many pixels wide a picture is wanted."""
    return whole(wishes.get("width", "1000"), NARROWEST, widest)


def whole(text: str, first: int, last: int) -> int:
    """The number that a text is; MatchError if it is none of these."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1
    if not first <= number <= last:
        raise MatchError("page-number", first=first, last=last)
    return number


def _position_at(story: _Story, ply: int) -> Position:
    """The position after so many moves, without those who had left by then."""
    position = story.game.start()
    gone = {d.ply: story.seats[d.person] for d in story.departures}
    for at, frame in enumerate(story.frames[:ply]):
        position = _without(position, gone.get(at))
        if position.outcome:  # and yet they agreed to go on
            position = position.game.face.continued(position) or position
        position = position.play(frame.text)
    return position


def _without(position: Position, seat: int | None) -> Position:
    if seat is None:
        return position
    after = position.game.face.without(position, seat)
    return after if isinstance(after, type(position)) else position


def _touched(story: _Story, ply: int) -> list[str]:
    if not ply:
        return []
    effects = story.frames[ply - 1].effects
    cells = [c for pair in effects.moved for c in pair] + [c for c, _ in effects.placed]
    return list(dict.fromkeys([*cells, *effects.taken]))
