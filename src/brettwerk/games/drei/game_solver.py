"""How Die Drei is solved: by search, and from the atlas at the beginning of a game."""

from brettwerk.boards.tableaus import find_arrangement
from brettwerk.core.game import Move, Position
from brettwerk.games.drei.atlas import AtlasValue, shipped
from brettwerk.games.drei.solver import DreiSolver
from brettwerk.games.drei.solver_kernels import add_aims, can_force
from brettwerk.solving.solver import GameSolver


def _known_moves(position: Position) -> dict[str, AtlasValue]:
    """What the atlas says of the first moves; nothing but where a sheet begins."""
    options = position.game.options
    if options["continuation"] or options["lines"] != "straight":
        return {}
    arrangement = find_arrangement(tuple(options["board"].split("/")))
    if arrangement is None or position != position.game.start():
        return {}
    return shipped().first_moves(arrangement)


class _DreiSolver(GameSolver):
    entries = (add_aims, can_force)
    knows_fair_moves = True

    def session(self, position: Position) -> DreiSolver:
        return DreiSolver(position.game)

    def is_promising(self, position: Position) -> bool:
        """Return True except for the continuation."""
        return not position.game.options["continuation"]

    def known_move(self, position: Position) -> Move | None:
        """The first move of White's shortest win; of several the one that the search finds, too."""
        wins = [
            (exact.plies, field)
            for field, exact in _known_moves(position).items()
            if exact.value == 1
        ]
        return position.move(min(wins)[1]) if wins else None

    def fair_moves(self, position: Position) -> tuple[Move, ...]:
        """The first moves after which the game is drawn."""
        moves = _known_moves(position)
        return tuple(position.move(field) for field, exact in moves.items() if exact.value == 0)


SOLVER = _DreiSolver()
