"""Die Schlacht, slowly: place eight each anywhere, then capture until both must pass."""

from __future__ import annotations

from typing import NamedTuple

from .board import DEFAULT_TABLEAUS, parse_board, reach
from .common import Options, Outcome, SlowGame, with_one

ALL = 16  # pieces of both players
PASS = "pass"


class State(NamedTuple):
    """The pieces of Black (0) and White (1), how many were placed, passes in a row, the turn."""

    pieces: tuple[frozenset[str], ...]
    placed: int
    passes: int
    turn: int


class Schlacht(SlowGame[State]):
    """One round; the match is played outside."""

    name = "schlacht"
    scores = True
    option_names = frozenset({"board"})

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        self.board = parse_board(self.options.get("board", DEFAULT_TABLEAUS), 8)

    def start(self) -> State:
        return State((frozenset(), frozenset()), 0, 0, 0)

    def turn(self, state: State) -> int:
        return state.turn

    def replies(self, state: State) -> dict[str, State]:
        if state.placed < ALL:
            return self.placements(state)
        captures = self.captures(state)
        if captures:
            return captures
        return {PASS: state._replace(passes=state.passes + 1, turn=1 - state.turn)}

    def placements(self, state: State) -> dict[str, State]:
        """A piece on any empty field."""
        free = set(self.board) - state.pieces[0] - state.pieces[1]
        return {field: placed(state, field) for field in free}

    def captures(self, state: State) -> dict[str, State]:
        """Every capture of the player to move."""
        enemies = state.pieces[1 - state.turn]
        return {
            f"{origin}x{target}": captured(state, origin, target)
            for origin in state.pieces[state.turn]
            for target in reach(self.board, origin, state.pieces[0] | state.pieces[1]) & enemies
        }

    def outcome(self, state: State) -> Outcome | None:
        if state.passes < 2:
            return None
        left = [len(state.pieces[0]), len(state.pieces[1])]
        passed_last = 1 - state.turn
        winner = passed_last if left[0] == left[1] else left.index(max(left))
        points = [left[player] if player == winner else 0 for player in (0, 1)]
        return self.win([winner], "passes", points)


def placed(state: State, field: str) -> State:
    """The state after a placement."""
    own = state.pieces[state.turn] | {field}
    pieces = with_one(state.pieces, state.turn, own)
    return State(pieces, state.placed + 1, 0, 1 - state.turn)


def captured(state: State, origin: str, target: str) -> State:
    """The state after a capture."""
    own = state.pieces[state.turn] - {origin} | {target}
    pieces = with_one(state.pieces, state.turn, own)
    pieces = with_one(pieces, 1 - state.turn, state.pieces[1 - state.turn] - {target})
    return State(pieces, state.placed, 0, 1 - state.turn)
