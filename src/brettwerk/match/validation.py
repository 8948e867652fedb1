"""Checks of what a match is created with: names, the target score, new boards for each round."""

from collections.abc import Sequence

from brettwerk.core.game import Game
from brettwerk.errors import MatchError
from brettwerk.i18n import truncate

MAX_TARGET = 10_000
# From this ply of a round on computers accept a draw, so that every game can end.
COMPUTER_DRAW_PLY = 120


def checked_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return one name per player, empty ones by default."""
    if not names:
        return ("",) * players
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise MatchError("match-names-text", given=truncate(names))
    if len(names) != players:
        raise MatchError("match-names", count=len(names), players=players)
    return tuple(names)


def checked_target(game: Game, target: int | None) -> int | None:
    """Return the target score, by default the game's own; None where rounds have no points."""
    if target is None:
        return game.definition.target
    if not game.definition.scores:
        raise MatchError("match-no-points", game=game.name)
    if not _is_int(target) or not 1 <= target <= MAX_TARGET:
        raise MatchError("match-target", given=truncate(target), most=MAX_TARGET)
    return target


def checked_seed(game: Game, next_board: str, seed: int | None) -> int | None:
    """Return the seed of the boards of later rounds; None if all rounds use the same board."""
    if next_board not in ("keep", "new"):
        raise MatchError("match-tableau", given=truncate(next_board))
    if next_board == "keep":
        return None
    if game.definition.next_round(game.options, 0) is None:
        raise MatchError("match-no-tableau", game=game.name)
    if not _is_int(seed):
        raise MatchError("match-needs-seed", given=truncate(seed))
    return seed


def next_game(game: Game, seed: int) -> Game:
    """Return the game of the next round, on a board chosen by the seed."""
    return Game(game.definition, game.definition.next_round(game.options, seed) or game.options)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
