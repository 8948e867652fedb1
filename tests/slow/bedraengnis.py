"""Das Bedrängnis, slowly: place en prise to the last piece on one tableau until one cannot."""

from __future__ import annotations

from typing import NamedTuple

from .board import DEFAULT_TABLEAU, en_prise, parse_board
from .common import Options, Outcome, SlowGame, with_one


class State(NamedTuple):
    """The pieces of White and Black, the field of the last one, and whose turn it is."""

    pieces: tuple[frozenset[str], ...]
    last: str | None
    turn: int


class Bedraengnis(SlowGame[State]):
    """One round; resigning and the match are not moves."""

    name = "bedraengnis"
    scores = True
    option_names = frozenset({"board"})

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        self.board = parse_board(self.options.get("board", DEFAULT_TABLEAU), 4)

    def start(self) -> State:
        return State((frozenset(), frozenset()), None, 0)

    def turn(self, state: State) -> int:
        return state.turn

    def replies(self, state: State) -> dict[str, State]:
        return {field: self.placed(state, field) for field in self.fields(state)}

    def fields(self, state: State) -> set[str]:
        """Where the player to move may place."""
        if state.last is None:
            return set(self.board)
        return en_prise(self.board, state.last, state.pieces[0] | state.pieces[1])

    def placed(self, state: State, field: str) -> State:
        """The state after a placement."""
        own = state.pieces[state.turn] | {field}
        return State(with_one(state.pieces, state.turn, own), field, 1 - state.turn)

    def outcome(self, state: State) -> Outcome | None:
        if self.moves(state):
            return None
        winner = 1 - state.turn
        points = [0, 0]
        points[winner] = len(state.pieces[0]) + len(state.pieces[1])
        return self.win([winner], "no-placement", points)
