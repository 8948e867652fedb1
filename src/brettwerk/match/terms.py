"""What people settle before a match begins: their names, the points to play to, the tableaus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.errors import MatchError
from brettwerk.games.core import Game
from brettwerk.texts import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_POINTS = 10_000
# From this move of a round on computers agree to a draw, so that no game must go on for ever.
COMPUTERS_TIRE = 120


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
    """The seed from which each round's board comes, or None if the board stays."""
    if tableau not in ("keep", "new"):
        raise MatchError("match-tableau", given=shown(tableau))
    if tableau == "keep":
        return None
    if game.face.next_round(game.options, 0) is None:
        raise MatchError("match-no-tableau", game=game.name)
    if not _is_whole(seed):
        raise MatchError("match-needs-seed", given=shown(seed))
    return seed


def next_game(game: Game, seed: int) -> Game:
    """The game of the next round, on another board chosen by the seed."""
    return Game(game.face, game.face.next_round(game.options, seed) or game.options)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
