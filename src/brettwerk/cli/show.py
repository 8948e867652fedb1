"""`brettwerk show`: a position, a game's start or a recorded game, as text, picture or JSON."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from brettwerk.cli.choose import chosen_game
from brettwerk.cli.frame import BoardText, Json, Lang, Sets, Setup, language_of
from brettwerk.cli.moves import marks, touched
from brettwerk.cli.output import (
    PngFile,
    SvgFile,
    Theme,
    ThemeName,
    Width,
    print_json,
    write_pictures,
)
from brettwerk.cli.sources import a_position, record_of, text_of
from brettwerk.errors import BadOptions, BadRecord
from brettwerk.games.catalogue import position as read_position
from brettwerk.texts import shown

if TYPE_CHECKING:
    from brettwerk.games.core import Position
    from brettwerk.games.outcome import Outcome
    from brettwerk.notation.scene import Scene
    from brettwerk.records import Record


class Seen(NamedTuple):
    """A position, and what a record knows besides: the ply, its text, an end around the game."""

    position: "Position"
    outcome: "Outcome | None"
    ply: int | None = None
    last: str | None = None
    touched: tuple[str, ...] = ()


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
    record: Annotated[
        int, typer.Option("--record", min=1, help="Which record of a file, counted from 1.")
    ] = 1,
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
    text = text_of(" ".join(what))
    if text is None:
        if at is not None:
            raise BadOptions("cli-show-at-position")
        start = chosen_game(" ".join(what), sets, board, setup).start()
        seen = Seen(start, start.outcome)
    else:
        _refuse_options(set=sets, board=board, setup=setup)
        seen = _read(text, record, at)
    scene = replace(seen.position.scene, last=seen.touched or seen.position.scene.last)
    drawn = write_pictures(
        scene,
        svg,
        png,
        width=width,
        theme=theme,
        flipped=flip,
        marks=marks(seen.position) if moves else (),
    )
    if json:
        print_json(_facts(seen))
    elif not drawn:
        _print(seen, scene, flip, moves, lang)


# -- finding it -----------------------------------------------------------------------------------
def _refuse_options(**given: object) -> None:
    """A record or a position is of a game whose options are settled."""
    if names := [f"--{name}" for name, value in given.items() if value]:
        raise BadOptions("cli-show-options", options=", ".join(names))


def _read(text: str, number: int, at: int | None) -> Seen:
    if a_position(text):
        position = read_position(text)
        if at is not None:
            raise BadOptions("cli-show-at-position")
        return Seen(position, position.outcome)
    return _at(record_of(text, number), at)


def _at(record: "Record", at: int | None) -> Seen:
    """The position after a ply of a record, with the cells that this ply touched."""
    plies = len(record.plies)
    ply = plies if at is None else plies + 1 + at if at < 0 else at
    if not 0 <= ply <= plies:
        raise BadRecord("cli-show-no-ply", ply=shown(at), last=plies)
    found = list(record.positions())
    position = found[ply]
    outcome = record.outcome() if ply == plies else position.outcome
    if not ply:
        return Seen(position, outcome, 0)
    last = record.plies[ply - 1]
    cells = () if last.is_event else touched(found[ply - 1], found[ply - 1].parse(last.text))
    return Seen(position, outcome, ply, last.text, cells)


# -- telling it -----------------------------------------------------------------------------------
def _facts(seen: Seen) -> dict[str, object]:
    """A position for programs."""
    position, outcome = seen.position, seen.outcome
    facts: dict[str, object] = {
        "game": position.game.name,
        "options": dict(position.game.options),
        "text": position.text,
        "to_move": None if outcome else position.to_move,
        "legal": [] if outcome else [move.text for move in position.moves],
        "outcome": outcome.as_json() if outcome else None,
        "pieces": position.pieces,
    }
    if seen.ply is not None:
        facts |= {"ply": seen.ply, "last": seen.last}
    return facts


def _print(seen: Seen, scene: "Scene", flip: bool, moves: bool, lang: str | None) -> None:
    from brettwerk.cli.screen import Screen
    from brettwerk.cli.tell import how_it_stands
    from brettwerk.cli.voice import Voice

    screen = Screen(Voice(language_of(lang)))
    screen.show(scene, flipped=flip)
    screen.write()
    if seen.last:
        screen.tell("cli-show-last", ply=seen.ply, move=seen.last)
    screen.write(how_it_stands(screen.voice, seen.position, seen.outcome))
    if moves and not seen.outcome:
        screen.write(" ".join(move.text for move in seen.position.moves))
