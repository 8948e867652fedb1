"""`brettwerk show`: a position, a start or a record, as text, picture or JSON."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from brettwerk.cli.choose import make_game
from brettwerk.cli.moves import marks, touched_cells
from brettwerk.cli.output import Theme, print_json, write_pictures
from brettwerk.cli.shared import (
    BoardText,
    Json,
    Lang,
    PngFile,
    RecordNumber,
    Sets,
    Setup,
    SvgFile,
    ThemeName,
    Width,
    translator,
)
from brettwerk.cli.sources import is_position, nth_record, read_source
from brettwerk.core.registry import position as read_position
from brettwerk.errors import BadOptions, BadRecord
from brettwerk.i18n import truncate

if TYPE_CHECKING:
    from brettwerk.core.game import Position
    from brettwerk.core.outcome import Outcome
    from brettwerk.notation.board_view import BoardView
    from brettwerk.records import Record


class ShownPosition(NamedTuple):
    """A position, and what its record adds: the ply, its text, an outcome by an event."""

    position: "Position"
    outcome: "Outcome | None"
    ply: int | None = None
    last: str | None = None
    touched_cells: tuple[str, ...] = ()


def show(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="WHAT", help="A game, the text of a position, a file with a record, or -."
        ),
    ],
    at: Annotated[
        int | None,
        typer.Option("--at", metavar="PLY", help="After this ply of a record; 0 is its start."),
    ] = None,
    record: RecordNumber = 1,
    moves: Annotated[
        bool, typer.Option("--moves", help="Also the legal moves; pictures mark where they go.")
    ] = False,
    sets: Sets = None,
    board: BoardText = None,
    setup: Setup = None,
    svg: SvgFile = None,
    png: PngFile = None,
    width: Width = 800,
    theme: ThemeName = Theme.LIGHT,
    flip: Annotated[bool, typer.Option("--flip", help="From the other side.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Show a position: a game's start, the text of a position, or a recorded game.

    \b
    Examples:
      brettwerk show abalone --setup belgian-daisy
      brettwerk show game.pgn --at 12 --svg game.svg
      brettwerk show 'bedraengnis/1 ..../..../.w../.... b last=b2' --moves
    """
    text = read_source(" ".join(what))
    if text is None:
        if at is not None:
            raise BadOptions("cli-show-at-position")
        start = make_game(" ".join(what), sets, board, setup).start()
        shown = ShownPosition(start, start.outcome)
    else:
        _check_no_options(set=sets, board=board, setup=setup)
        shown = _parse(text, record, at)
    board_view = replace(
        shown.position.board_view, last=shown.touched_cells or shown.position.board_view.last
    )
    drawn = write_pictures(
        board_view,
        svg,
        png,
        width=width,
        theme=theme,
        flipped=flip,
        marks=marks(shown.position) if moves else (),
    )
    if json:
        print_json(_facts(shown))
    elif not drawn:
        _print(shown, board_view, flip, moves, lang)


# -- the position ---------------------------------------------------------------------------------
def _check_no_options(**given: object) -> None:
    """Raise for options of the game, which a record or position determines."""
    if names := [f"--{name}" for name, value in given.items() if value]:
        raise BadOptions("cli-show-options", options=", ".join(names))


def _parse(text: str, number: int, at: int | None) -> ShownPosition:
    if is_position(text):
        position = read_position(text)
        if at is not None:
            raise BadOptions("cli-show-at-position")
        return ShownPosition(position, position.outcome)
    return _at(nth_record(text, number), at)


def _at(record: "Record", at: int | None) -> ShownPosition:
    """Return the position after a ply of a record, with the cells that the ply touched."""
    plies = len(record.plies)
    ply = plies if at is None else plies + 1 + at if at < 0 else at
    if not 0 <= ply <= plies:
        raise BadRecord("cli-show-no-ply", ply=truncate(at), last=plies)
    found = list(record.positions())
    position = found[ply]
    outcome = record.outcome() if ply == plies else position.outcome
    if not ply:
        return ShownPosition(position, outcome, 0)
    last = record.plies[ply - 1]
    cells = () if last.is_event else touched_cells(found[ply - 1], found[ply - 1].parse(last.text))
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


def _print(
    shown: ShownPosition, board_view: "BoardView", flip: bool, moves: bool, lang: str | None
) -> None:
    from brettwerk.cli.outcome_text import status_text
    from brettwerk.cli.screen import Screen

    screen = Screen(translator(lang))
    screen.show(board_view, flipped=flip)
    screen.write()
    if shown.last:
        screen.print_message("cli-show-last", ply=shown.ply, move=shown.last)
    screen.write(status_text(screen.t, shown.position, shown.outcome))
    if moves and not shown.outcome:
        screen.write(" ".join(move.text for move in shown.position.moves))
