"""Games to take away: their records, and pictures of any of their positions."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from brettwerk.errors import MatchError
from brettwerk.notation.png import NARROWEST
from brettwerk.records import write_jsonl, write_records
from brettwerk.records.sittings import Sitting, records_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from brettwerk.games.core import Position
    from brettwerk.server.host import Host
    from brettwerk.server.table import Table

KINDS = {
    "pgn": "text/plain",
    "json": "application/jsonl",
    "svg": "image/svg+xml",
    "png": "image/png",
}


def record_of(host: Host, ending: str) -> tuple[str, str]:
    """All rounds in PGN manner, or as JSON lines."""
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
    records = records_of(Sitting(table.match, kinds, clocks=clocks), {"Date": date})
    writer = write_records if ending == "pgn" else write_jsonl
    return "".join(writer(records)), KINDS[ending]


def _kind(kind: str, level: int) -> str:
    return f"computer {level}" if kind == "computer" else "human"


def drawing_of(table: Table, wishes: Mapping[str, str]) -> str:
    """The position after some ply, drawn with its last move."""
    ply = _whole(wishes.get("ply", str(len(table.frames))), 0, len(table.frames))
    theme = "dark" if wishes.get("theme") == "dark" else "light"
    flipped = wishes.get("flipped") == "1"
    return _position_at(table, ply).svg(last=_touched(table, ply), flipped=flipped, theme=theme)


def width_of(wishes: Mapping[str, str], widest: int) -> int:
    """How many pixels wide a picture is wanted."""
    return _whole(wishes.get("width", "1000"), NARROWEST, widest)


def _whole(text: str, first: int, last: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1
    if not first <= number <= last:
        raise MatchError("page-number", first=first, last=last)
    return number


def _position_at(table: Table, ply: int) -> Position:
    """The position of this round after so many moves; of those who left only the last matters."""
    match = table.match
    if ply == len(table.frames):
        return match.position
    position = match.game.start()
    gone = {d.ply: match.seats[d.person] for d in match.departures}
    for at, frame in enumerate(table.frames[:ply]):
        position = _without(position, gone.get(at)).play(frame.text)
    return position


def _without(position: Position, seat: int | None) -> Position:
    if seat is None:
        return position
    after = position.game.face.without(position, seat)
    return after if isinstance(after, type(position)) else position


def _touched(table: Table, ply: int) -> list[str]:
    if not ply:
        return []
    effects = table.frames[ply - 1].effects
    cells = [c for pair in effects.moved for c in pair] + [c for c, _ in effects.placed]
    return list(dict.fromkeys([*cells, *effects.taken]))
