"""`brettwerk solve`: the exact result of a position, where there is one."""

from typing import TYPE_CHECKING, Annotated

import typer

from brettwerk.cli.choose import chosen_game
from brettwerk.cli.frame import BoardText, Json, Lang, Sets, Setup, language_of
from brettwerk.cli.output import print_json
from brettwerk.games.catalogue import position as read_position

if TYPE_CHECKING:
    from brettwerk.cli.voice import Voice
    from brettwerk.games.core import Position
    from brettwerk.solve import Solution


def solve(
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="A game, or the text of a position in quotes.")
    ],
    moves: Annotated[
        str, typer.Option("--moves", help="Moves to play first, such as 'b2 a1'.")
    ] = "",
    sets: Sets = None,
    board: BoardText = None,
    setup: Setup = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Tell who wins with best play, by how much and how, where that is known exactly.

    Das Bedrängnis and Die Drei (without continuation) are solved completely, Die Schlacht in the
    battle and for the last placements.

    \b
    Examples:
      brettwerk solve bedraengnis --board 3a0
      brettwerk solve drei --board random:7 --moves d4
    """
    from brettwerk.solve import solve as exactly

    start = read_position(what) if "/" in what else chosen_game(what, sets, board, setup).start()
    for text in moves.replace(",", " ").split():
        start = start.play(text)
    found = exactly(start)
    if json:
        print_json(_facts(start, found))
    else:
        from brettwerk.cli.voice import Voice

        print("\n".join(_told(Voice(language_of(lang)), start, found)))


def _facts(position: "Position", found: "Solution | None") -> dict[str, object]:
    exact = None
    if found:
        exact = {
            "returns": list(found.returns),
            "points": None if found.points is None else list(found.points),
            "plies": found.plies,
        }
    return {
        "position": position.text,
        "exact": exact,
        "best": [move.text for move in found.best] if found else [],
        "line": [move.text for move in found.line] if found else [],
    }


def _told(voice: "Voice", position: "Position", found: "Solution | None") -> list[str]:
    """The result, the best moves and a line, in words."""
    if found is None:
        return [voice("cli-solve-not")]
    lines = [_result(voice, position, found)]
    if found.best:
        lines.append(voice("cli-solve-best", moves=", ".join(m.text for m in found.best)))
        lines.append(voice("cli-solve-line", moves=" ".join(m.text for m in found.line)))
    return lines


def _result(voice: "Voice", position: "Position", found: "Solution") -> str:
    best = max(found.returns)
    if best <= 0:
        return voice("cli-solve-draw", plies=found.plies)
    winner = found.returns.index(best)
    who = voice.seat(position.game.seats[winner])
    if found.points:
        return voice("cli-solve-points", who=who, points=found.points[winner], plies=found.plies)
    return voice("cli-solve-win", who=who, plies=found.plies)
