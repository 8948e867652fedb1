"""What people settle before a match begins: their names, the points to play to, the tableaus."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from brettwerk.boards.square import SMALL
from brettwerk.boards.tableaus import board_text, random_tableau, turned
from brettwerk.errors import MatchError
from brettwerk.games.core import Game
from brettwerk.notation.words import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brettwerk.boards.tableaus import Rows, Tableau

MOST_POINTS = 10_000


def checked_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """A name for each, empty if none are given."""
    if not names:
        return ("",) * players
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise MatchError("match-names-text", given=shown(names))
    if len(names) != players:
        raise MatchError("match-names", count=len(names), players=players)
    return tuple(names)


def checked_target(game: Game, target: int | None) -> int | None:
    """The points to play to: those given, or the game's own; None where rounds bring none."""
    if target is None:
        return game.face.target
    if not game.face.scores:
        raise MatchError("match-no-points", game=game.name)
    if not _is_whole(target) or not 1 <= target <= MOST_POINTS:
        raise MatchError("match-target", given=shown(target), most=MOST_POINTS)
    return target


def checked_seed(game: Game, tableau: str, seed: int | None) -> int | None:
    """The seed from which each round's tableau comes, or None if the tableau stays."""
    if tableau not in ("keep", "new"):
        raise MatchError("match-tableau", given=shown(tableau))
    if tableau == "keep":
        return None
    if game.board is not SMALL:
        raise MatchError("match-no-tableau", game=game.name)
    if not _is_whole(seed):
        raise MatchError("match-needs-seed", given=shown(seed))
    return seed


def on_another_tableau(game: Game, seed: int) -> Game:
    """The same game on a tableau chosen by the seed, another than it is played on now."""
    tableau = _another(tuple(game.options["board"].split("/")), seed)
    return Game(game.face, {**game.options, "board": board_text(tableau.rows)})


def _another(rows: Rows, seed: int) -> Tableau:
    # Turned or turned over, a tableau is the same to play on: that would not be another.
    back = tuple("".join(column) for column in zip(*rows, strict=True))
    same = {turned(side, quarters) for side in (rows, back) for quarters in range(4)}
    chosen = (random_tableau(further) for further in count(seed))
    return next(tableau for tableau in chosen if tableau.rows not in same)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
