"""Isolation, slowly: no piece may attack another; a player who cannot place loses."""

from __future__ import annotations

from typing import NamedTuple

from .board import DEFAULT_TABLEAUS, parse_board, reach
from .common import Options, Outcome, SlowGame, with_one

EACH = 8  # pieces of a player


class State(NamedTuple):
    """The pieces of White and Black, and the turn."""

    pieces: tuple[frozenset[str], ...]
    turn: int


class Isolation(SlowGame[State]):
    """The game; pieces of either colour must not attack each other."""

    name = "isolation"
    option_names = frozenset({"board"})

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        self.board = parse_board(self.options.get("board", DEFAULT_TABLEAUS), 8)

    def start(self) -> State:
        return State((frozenset(), frozenset()), 0)

    def turn(self, state: State) -> int:
        return state.turn

    def replies(self, state: State) -> dict[str, State]:
        if pieces_left(state) == 0:
            return {}
        empty = set(self.board) - state.pieces[0] - state.pieces[1]
        placed = {field: put(state, field) for field in empty}
        return {field: after for field, after in placed.items() if not self.has_attack(after)}

    def has_attack(self, state: State) -> bool:
        """Whether some piece attacks another one, with the pieces standing as they are."""
        pieces = state.pieces[0] | state.pieces[1]
        return any(reach(self.board, field, pieces) & pieces for field in pieces)

    def outcome(self, state: State) -> Outcome | None:
        if self.moves(state):
            return None
        reason = "no-placement" if pieces_left(state) else "no-piece"
        return self.win([1 - state.turn], reason)


def pieces_left(state: State) -> int:
    """How many pieces the player to move still has in hand."""
    return EACH - len(state.pieces[state.turn])


def put(state: State, field: str) -> State:
    """The state after the player to move has placed a piece."""
    own = state.pieces[state.turn] | {field}
    return State(with_one(state.pieces, state.turn, own), 1 - state.turn)
