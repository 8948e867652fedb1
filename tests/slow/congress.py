"""Congress, slowly: bring all own pieces together; with `captures` it is Quebec."""

from __future__ import annotations

from typing import NamedTuple

from .board import DEFAULT_TABLEAUS, STRAIGHT, Board, parse_board, reach, step
from .common import Options, Outcome, SlowGame, a_bool, integer, with_one

WHITE = frozenset(["d8", "g8", "a7", "h5", "a4", "h2", "b1", "e1"])
BLACK = frozenset(["b8", "e8", "h7", "a5", "h4", "a2", "d1", "g1"])


class Position(NamedTuple):
    """Where everything stands, and the turn."""

    pieces: tuple[frozenset[str], ...]
    turn: int


class State(NamedTuple):
    """Every position so far, the present one last."""

    history: tuple[Position, ...]


class Congress(SlowGame[State]):
    """The game with its options `captures`, `repetition` and `ply_limit`."""

    name = "congress"
    option_names = frozenset({"board", "captures", "repetition", "ply_limit"})

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        self.board = parse_board(self.options.get("board", DEFAULT_TABLEAUS), 8)
        self.captures = a_bool(self.options, "captures")
        self.repetition = integer({"repetition": 3, **self.options}, "repetition")
        self.ply_limit = integer(self.options, "ply_limit")

    def start(self) -> State:
        return State((Position((WHITE, BLACK), 0),))

    def turn(self, state: State) -> int:
        return state.history[-1].turn

    def replies(self, state: State) -> dict[str, State]:
        now = state.history[-1]
        found = self.walks(now)
        if self.captures:
            found |= self.taking(now)
        return {text: State((*state.history, after)) for text, after in found.items()}

    def walks(self, now: Position) -> dict[str, Position]:
        """Every move to an empty field."""
        pieces = now.pieces[0] | now.pieces[1]
        return {
            f"{origin}-{target}": moved(now, origin, target)
            for origin in now.pieces[now.turn]
            for target in reach(self.board, origin, pieces) - pieces
        }

    def taking(self, now: Position) -> dict[str, Position]:
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
        for player in (mover, now.turn):
            if is_connected(self.board, now.pieces[player]):
                return self.win([player], "connected")
        if not self.moves(state):
            return self.win([mover], "no-move")
        if self.repetition and state.history.count(now) >= self.repetition:
            return self.draw("repetition")
        if self.ply_limit and len(state.history) - 1 >= self.ply_limit:
            return self.draw("ply-limit")
        return None


def is_connected(board: Board, pieces: frozenset[str]) -> bool:
    """Whether steps along files and ranks lead from each of these pieces to each other one."""
    group = set(sorted(pieces)[:1])
    while True:
        around = {step(board, field, by) for field in group for by in STRAIGHT}
        grown = group | (pieces & around)
        if grown == group:
            return group == pieces
        group = grown


def moved(now: Position, origin: str, target: str) -> Position:
    """The position after a move or a capture."""
    enemy = 1 - now.turn
    pieces = with_one(now.pieces, now.turn, now.pieces[now.turn] - {origin} | {target})
    pieces = with_one(pieces, enemy, now.pieces[enemy] - {target})
    return Position(pieces, enemy)
