"""`brettwerk solve`: the exact result of a position."""

from typing import TYPE_CHECKING, Annotated

from typer import Argument

from brettwerk.cli.completion import complete_game
from brettwerk.cli.options import GameOptions, Json
from brettwerk.cli.output import print_json
from brettwerk.cli.shared import translator
from brettwerk.cli.sources import find_source, play_typed, position_at
from brettwerk.core.game import Position
from brettwerk.core.registry import definition, names
from brettwerk.i18n import Translator

if TYPE_CHECKING:
    from brettwerk.solving import Solution


def solve(
    *,
    what: Annotated[str, Argument(metavar="WHAT", autocompletion=complete_game)],
    moves: str = "",
    options: GameOptions,
    json: Json = False,
) -> None:
    """Tell who wins with best play, by how much and how, where that is known exactly."""
    from brettwerk.solving import solve as exactly

    start = play_typed(position_at(find_source(what, options)), moves)
    found = exactly(start)
    if json:
        print_json(_facts(start, found))
    else:
        print("\n".join(_lines(translator(), start, found)))


def _facts(position: Position, found: "Solution | None") -> dict[str, object]:
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


def _lines(t: Translator, position: Position, found: "Solution | None") -> list[str]:
    """Return the result, the best moves and a line, in words."""
    if found is None:
        solved = [t.title(name) for name in names() if definition(name).solver]
        return [t("cli-solve-not", games=t.join(solved))]
    lines = [_result(t, position, found)]
    if found.best:
        lines.append(t("cli-solve-best", moves=", ".join(m.text for m in found.best)))
        lines.append(t("cli-solve-line", moves=" ".join(m.text for m in found.line)))
    return lines


def _result(t: Translator, position: Position, found: "Solution") -> str:
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
