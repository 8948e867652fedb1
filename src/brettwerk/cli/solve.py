"""`brettwerk solve`: the exact result of a position."""

from typing import TYPE_CHECKING, Annotated

from typer import Argument

from brettwerk.cli.choose import make_game
from brettwerk.cli.options import GameOptions, Json, Moves
from brettwerk.cli.output import print_json
from brettwerk.cli.shared import translator
from brettwerk.cli.sources import play_typed
from brettwerk.core.registry import definition, names
from brettwerk.core.registry import position as read_position

if TYPE_CHECKING:
    from brettwerk.core.game import Position
    from brettwerk.i18n import Translator
    from brettwerk.solve import Solution


def solve(
    *,
    what: Annotated[
        str, Argument(metavar="WHAT", help="A game, or the text of a position in quotes.")
    ],
    moves: Moves = "",
    options: GameOptions,
    json: Json = False,
) -> None:
    """Tell who wins with best play, by how much and how, where that is known exactly.

    Some games are solved completely, of others the last moves, and of some nothing.

    \b
    Examples:
      brettwerk solve bedraengnis --board 3a0
      brettwerk solve drei --board random:7 --moves d4
    """
    from brettwerk.solve import solve as exactly

    start = read_position(what) if "/" in what else make_game(what, *options).start()
    start = play_typed(start, moves)
    found = exactly(start)
    if json:
        print_json(_facts(start, found))
    else:
        print("\n".join(_lines(translator(), start, found)))


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


def _lines(t: "Translator", position: "Position", found: "Solution | None") -> list[str]:
    """Return the result, the best moves and a line, in words."""
    if found is None:
        solved = [t.title(name) for name in names() if definition(name).solver]
        return [t("cli-solve-not", games=t.join(solved))]
    lines = [_result(t, position, found)]
    if found.best:
        lines.append(t("cli-solve-best", moves=", ".join(m.text for m in found.best)))
        lines.append(t("cli-solve-line", moves=" ".join(m.text for m in found.line)))
    return lines


def _result(t: "Translator", position: "Position", found: "Solution") -> str:
    length = "" if found.plies is None else " " + t("cli-solve-length", count=found.plies)
    best = max(found.returns)
    if best <= 0:
        return t("cli-solve-draw") + length
    winner = found.returns.index(best)
    who = t.seat(position.game.seats[winner])
    if found.points:
        points = t("count-points", count=found.points[winner])
        return t("cli-solve-points", who=who, points=points) + length
    return t("cli-solve-win", who=who) + length
