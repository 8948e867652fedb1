"""Katarenga, slowly: cross the board and bring two pieces into the enemy camps."""

from __future__ import annotations

from typing import NamedTuple

from .board import DEFAULT_TABLEAUS, FILES, parse_board, reach
from .common import Options, Outcome, SlowGame, with_one

SIDES = ("left", "right")
BASELINE = ("1", "8")  # rank of White's and of Black's
OCCURRENCES = 3


class Position(NamedTuple):
    """Where everything stands: pieces, the enemy camps each player holds, and the turn."""

    pieces: tuple[frozenset[str], ...]
    camps: tuple[frozenset[str], ...]
    turn: int


class State(NamedTuple):
    """Every position so far, the present one last."""

    history: tuple[Position, ...]


class Katarenga(SlowGame[State]):
    """The base game."""

    name = "katarenga"
    option_names = frozenset({"board"})

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        self.board = parse_board(self.options.get("board", DEFAULT_TABLEAUS), 8)

    def start(self) -> State:
        white, black = (frozenset(file + rank for file in FILES) for rank in BASELINE)
        return State((Position((white, black), (frozenset(), frozenset()), 0),))

    def turn(self, state: State) -> int:
        return state.history[-1].turn

    def replies(self, state: State) -> dict[str, State]:
        now = state.history[-1]
        first_move = len(state.history) <= 2  # of the player to move
        found = {**self.walks(now), **into_camps(now)}
        if not first_move:
            found |= self.captures(now)
        return {text: State((*state.history, after)) for text, after in found.items()}

    def walks(self, now: Position) -> dict[str, Position]:
        """Every move to an empty field."""
        pieces = now.pieces[0] | now.pieces[1]
        return {
            f"{origin}-{target}": moved(now, origin, target)
            for origin in now.pieces[now.turn]
            for target in reach(self.board, origin, pieces) - pieces
        }

    def captures(self, now: Position) -> dict[str, Position]:
        """Every move to a field held by an enemy."""
        pieces = now.pieces[0] | now.pieces[1]
        return {
            f"{origin}x{target}": moved(now, origin, target)
            for origin in now.pieces[now.turn]
            for target in reach(self.board, origin, pieces) & now.pieces[1 - now.turn]
        }

    def outcome(self, state: State) -> Outcome | None:
        now = state.history[-1]
        mover = 1 - now.turn
        if len(now.camps[mover]) == 2:
            return self.win([mover], "camps")
        if len(now.pieces[now.turn]) + len(now.camps[now.turn]) < 2:
            return self.win([mover], "few-pieces")
        if not self.moves(state):
            return self.win([mover], "no-move")
        # A position is where the pieces stand and whose turn it is; that the first moves may
        # not capture is not part of it.
        if state.history.count(now) >= OCCURRENCES:
            return self.draw("repetition")
        return None


def moved(now: Position, origin: str, target: str) -> Position:
    """The position after a move or a capture."""
    enemy = 1 - now.turn
    pieces = with_one(now.pieces, now.turn, now.pieces[now.turn] - {origin} | {target})
    pieces = with_one(pieces, enemy, now.pieces[enemy] - {target})
    return Position(pieces, now.camps, enemy)


def into_camps(now: Position) -> dict[str, Position]:
    """Every move into a free enemy camp; left and right are as White sees the board."""
    goal = BASELINE[1 - now.turn]
    return {
        f"{origin}-{side}": camped(now, origin, side)
        for origin in now.pieces[now.turn]
        if origin[1] == goal
        for side in SIDES
        if side not in now.camps[now.turn]
    }


def camped(now: Position, origin: str, side: str) -> Position:
    """The position after a move into a camp."""
    pieces = with_one(now.pieces, now.turn, now.pieces[now.turn] - {origin})
    camps = with_one(now.camps, now.turn, now.camps[now.turn] | {side})
    return Position(pieces, camps, 1 - now.turn)
