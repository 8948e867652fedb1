"""`brettwerk show`: a position, a start or a record, as text, picture or JSON."""

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Annotated, NamedTuple

from typer import Option

from brettwerk.cli.moves import marks
from brettwerk.cli.options import GameOptions, Json, Ply, RecordNumber, What
from brettwerk.cli.output import print_json
from brettwerk.cli.pictures import PictureOptions, write_pictures
from brettwerk.cli.shared import translator
from brettwerk.cli.sources import find_source, ply_of
from brettwerk.core.game import Position
from brettwerk.core.outcome import Outcome
from brettwerk.errors import BadOptions
from brettwerk.notation.board_view import BoardView

if TYPE_CHECKING:
    from brettwerk.records import Record


class ShownPosition(NamedTuple):
    """A position, and what its record adds: the ply, its text, an outcome by an event."""

    position: Position
    outcome: Outcome | None
    ply: int | None = None
    last: str | None = None
    touched_cells: tuple[str, ...] = ()


def show(
    *,
    what: What,
    at: Ply = None,
    record: RecordNumber = 1,
    moves: Annotated[bool, Option("--moves")] = False,
    options: GameOptions,
    pictures: PictureOptions,
    flip: Annotated[bool, Option("--flip")] = False,
    json: Json = False,
) -> None:
    """Show a position: the start of a game, the text of a position, or a recorded game."""
    shown = _find(" ".join(what), options, record, at)
    plain = shown.position.board_view
    view = replace(plain, last=shown.touched_cells or plain.last)
    marked = marks(shown.position) if moves else ()
    drawn = write_pictures(view, pictures, flipped=flip, marks=marked)
    if json:
        print_json(_facts(shown))
    elif not drawn:
        _print(shown, view, flip, moves)


# -- the position ---------------------------------------------------------------------------------
def _find(what: str, options: GameOptions, number: int, at: int | None) -> ShownPosition:
    found = find_source(what, options, number)
    if not isinstance(found, Position):
        return _at(found, at)
    if at is not None:
        raise BadOptions("cli-show-at-position")
    return ShownPosition(found, found.outcome)


def _at(record: "Record", at: int | None) -> ShownPosition:
    """Return the position after a ply of a record, with the cells that the ply touched."""
    ply = ply_of(record, at)
    found = list(islice(record.positions(), ply + 1))  # what is wrong later does not matter
    position = found[ply]
    outcome = record.outcome() if ply == len(record.plies) else position.outcome
    if not ply:
        return ShownPosition(position, outcome, 0)
    last = record.plies[ply - 1]
    before = found[ply - 1]
    cells = () if last.is_event else before.effects(before.move(last.text)).cells
    return ShownPosition(position, outcome, ply, last.text, cells)


# -- output ---------------------------------------------------------------------------------------
def _facts(shown: ShownPosition) -> dict[str, object]:
    """Return a position as JSON."""
    position, outcome = shown.position, shown.outcome
    facts: dict[str, object] = {
        "game": position.game.name,
        "options": dict(position.game.options),
        "text": position.text,
        "to_move": None if outcome else position.to_move,
        "legal": [] if outcome else [move.text for move in position.moves],
        "outcome": outcome.as_json() if outcome else None,
        "pieces": position.pieces,
    }
    if shown.ply is not None:
        facts |= {"ply": shown.ply, "last": shown.last}
    return facts


def _print(shown: ShownPosition, board_view: BoardView, flip: bool, moves: bool) -> None:
    from brettwerk.cli.screen import Screen

    screen = Screen(translator())
    screen.show(board_view, flipped=flip)
    screen.write()
    if shown.last:
        screen.print_message("cli-show-last", ply=shown.ply, move=shown.last)
    ended, language = shown.outcome, screen.t.language
    screen.write(ended.sentence(language) if ended else shown.position.sentence(language))
    if moves and not shown.outcome:
        screen.write(" ".join(move.text for move in shown.position.moves))
