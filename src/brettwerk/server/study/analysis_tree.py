"""Where an analysis begins: a position, a pasted record, or a game that was played here.

All of them become an `AnalysisTree`: a position, and moves from there with variations and comments,
in the form in which records keep them as JSON; which is also how an analysis becomes a record.
"""

from dataclasses import dataclass, replace

from msgspec import convert

from brettwerk.core.game import Position
from brettwerk.core.position_text import is_position
from brettwerk.core.registry import game_of, position
from brettwerk.errors import BadRecord
from brettwerk.records import Ply, Record, export_games, from_json, read_any, to_json
from brettwerk.records.replay import replay
from brettwerk.server.errors import ServerError
from brettwerk.server.play.exports import format_of, game_records
from brettwerk.server.play.session import GameSession
from brettwerk.server.study.messages import AnalysisTreeMessage, PlyMessage, RecordRequest

_Plies = tuple[str | PlyMessage, ...]


@dataclass(frozen=True)
class AnalysisTree:
    """Moves from a position on; `ply` is how many of the main line are shown at first."""

    begin: Position
    moves: tuple[Ply, ...] = ()
    ply: int | None = None

    @property
    def shown(self) -> list[str]:
        """The moves that lead to what is shown at first."""
        return [ply.text for ply in self.moves[: self.ply]]

    @property
    def message(self) -> AnalysisTreeMessage:
        """The tree as the page gets it."""
        moves = to_json(Record(self.begin.game, self.moves))["moves"]
        name, text = self.begin.game.name, self.begin.text
        return AnalysisTreeMessage(name, text, convert(moves, _Plies), self.ply)


# -- texts ----------------------------------------------------------------------------------------
def read_text(text: str) -> AnalysisTree | Record:
    """Read a pasted text: a position, or a record as text or JSON."""
    if is_position(text):
        return AnalysisTree(position(" ".join(text.split())))
    record = next(read_any(text.strip()), None)
    if record is None:
        raise BadRecord("study-nothing")
    return record


def tree_of(record: Record, ply: int | None = None) -> AnalysisTree:
    """Return the moves of a record, from the last departure or agreed continuation on.

    Such an event changes the position, which knows who is out.
    """
    before, *made = replay(record.game, record.start, (one.text for one in record.plies))
    begin, moves, shown = before.position, list[Ply](), 0
    for number, (one, step) in enumerate(zip(record.plies, made, strict=True), start=1):
        if not one.is_event:
            moves.append(replace(one, text=step.text))
        elif step.position != before.position:
            begin, moves = step.position, []
        before = step
        if number == ply:
            shown = len(moves)
    return AnalysisTree(begin, tuple(moves), None if ply is None else min(shown, len(moves)))


# -- games of this server -------------------------------------------------------------------------
def tree_of_round(session: GameSession, number: int | None, ply: int | None) -> AnalysisTree:
    """Return a round of a game that was played here, unless people still play it."""
    state = session.state
    records = game_records(session.state, session.created)
    number = len(records) if number is None else number
    if not 1 <= number <= len(records):
        raise ServerError(400, "page-number", first=1, last=len(records))
    if number > len(state.match.rounds) and len(state.config.people) > 1:
        raise ServerError(403, "study-still-played")
    record = records[number - 1]
    if ply is not None and not 0 <= ply <= len(record.plies):
        raise ServerError(400, "page-number", first=0, last=len(record.plies))
    return tree_of(record, ply)


# -- and back -------------------------------------------------------------------------------------
def record_of(wanted: RecordRequest) -> Record:
    """Return the record of an analysis, whose moves may not be legal."""
    name, options = game_of(wanted.begin)
    begin = position(wanted.begin)
    plain = begin.game.start().text == begin.text
    start = {} if plain else {"position": begin.text}
    return from_json({"game": name, "options": options, **start, "moves": wanted.moves})


def count_plies(record: Record) -> int:
    """Return how many plies there are, those of variations included."""
    count, todo = 0, [record.plies]
    while todo:
        line = todo.pop()
        count += len(line)
        todo += [variation for ply in line for variation in ply.variations]
    return count


def checked_text(record: Record, ending: str) -> str:
    """Return a record as text, after checking that all its moves are legal."""
    checked = Record.of(record.game, record.plies, start=record.start)
    checked.check()
    return "".join(export_games([checked], format_of(ending)))
