"""Forced wins: a player who wins whatever the others do, in how many plies, and how."""

from typing import NamedTuple

from brettwerk.core.game import Move, Position
from brettwerk.search.objectives import WIN, Objective
from brettwerk.search.prover import Prover, TooHard
from brettwerk.search.report import Stop

NODES = 300_000
MAX_PLIES = 40


class Forced(NamedTuple):
    """`player` wins in `plies`, not sooner if the others resist; `line` is one way it may go."""

    player: int
    plies: int
    line: tuple[Move, ...]


def soonest_win(
    prover: Prover, root: Position, player: int, most: int, nodes: int, stop: Stop | None = None
) -> int | None:
    """Return in how many plies a player wins at the soonest; None if not within `most`."""
    prover.allow(nodes, root, stop)
    try:
        return prover.soonest(root, Objective(WIN, player), most)
    except TooHard:
        return None


def winning_line(
    prover: Prover, root: Position, player: int, plies: int, nodes: int, stop: Stop | None = None
) -> tuple[Move, ...] | None:
    """Return one way to win in exactly these plies; None if it takes too long to find."""
    prover.allow(nodes, root, stop)
    try:
        return prover.line(root, Objective(WIN, player), plies)
    except TooHard:
        return None


def forced_win(position: Position, *, plies: int = MAX_PLIES, nodes: int = NODES) -> Forced | None:
    """Return the soonest forced win of any player; None if none was found.

    >>> import brettwerk
    >>> game = brettwerk.game("katarenga")
    >>> forced_win(game.start(), nodes=1000) is None
    True
    """
    prover = Prover(position.game)
    for player in (position.turn, *(p for p in range(position.game.players) if p != position.turn)):
        found = soonest_win(prover, position, player, plies, nodes)
        line = winning_line(prover, position, player, found, 20 * nodes) if found else None
        if found and line:
            return Forced(player, found, line)
    return None
