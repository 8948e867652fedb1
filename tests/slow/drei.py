"""Die Drei, slowly: place en prise to the last piece, three in a row with equal gaps win."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from .board import DEFAULT_TABLEAUS, FILES, en_prise, parse_board
from .common import Options, Outcome, SlowGame, a_bool, a_choice, integer, with_one

EACH = 8  # pieces of a player
SOUND_REMEMBERED = 1 << 18


class State(NamedTuple):
    """The pieces of White and Black, each one's last placed, the turn, relocations so far."""

    pieces: tuple[frozenset[str], ...]
    last: tuple[str | None, str | None]
    turn: int
    relocations: int


class Drei(SlowGame[State]):
    """The game with its options `continuation`, `continuation_limit` and `lines`."""

    name = "drei"
    option_names = frozenset({"board", "continuation", "continuation_limit", "lines"})

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        if self.options.get("continuation_limit", 0) is None:
            del self.options["continuation_limit"]
        self.board = parse_board(self.options.get("board", DEFAULT_TABLEAUS), 8)
        self.continuation = a_bool(self.options, "continuation")
        self.limit = integer(self.options, "continuation_limit")
        self.lines = a_choice(self.options, "lines", ("straight", "any"))
        self.sound = lru_cache(maxsize=SOUND_REMEMBERED)(self.is_sound)

    def start(self) -> State:
        return State((frozenset(), frozenset()), (None, None), 0, 0)

    def turn(self, state: State) -> int:
        return state.turn

    def replies(self, state: State) -> dict[str, State]:
        if not all_placed(state):
            placements = self.placements(state).items()
            return {text: after for text, after in placements if self.sound(after)}
        relocations = self.relocations(state).items()
        return {text: after for text, after in relocations if self.leaves_relocation(after)}

    def placements(self, state: State) -> dict[str, State]:
        """Every placement en prise, whether it strands the opponent or not."""
        target = state.last[1 - state.turn]
        fields = set(self.board) if target is None else self.near(state, target)
        return {field: put(state, field) for field in fields}

    def near(self, state: State, field: str) -> set[str]:
        """The empty fields en prise to the piece on a field."""
        return en_prise(self.board, field, state.pieces[0] | state.pieces[1])

    def is_sound(self, after: State) -> bool:
        """Whether a placement that led here is legal: it wins, or play can go on to its end."""
        if self.just_won(after):
            return True
        if all_placed(after):
            # "the sixteenth placement too must leave a relocation": one ahead, as in continuing.
            return bool(self.relocations(after)) if self.continuation else True
        return any(self.sound(reply) for reply in self.placements(after).values())

    def relocations(self, state: State) -> dict[str, State]:
        """Every relocation en prise, whether it leaves the opponent one or not."""
        target = state.last[1 - state.turn]
        assert target is not None
        found = {}
        for left in state.pieces[state.turn]:
            lifted = lift(state, left)
            for field in self.near(lifted, target) - {left}:
                after = put(lifted, field)._replace(relocations=state.relocations + 1)
                found[f"{left}-{field}"] = after
        return found

    def leaves_relocation(self, after: State) -> bool:
        """Whether a relocation that led here is legal, judged one move ahead."""
        # Literal: the last turn before continuation_limit is not exempt.
        return self.just_won(after) or bool(self.relocations(after))

    def just_won(self, state: State) -> bool:
        """Whether the player who has just placed has a Drei."""
        return self.has_drei(state.pieces[1 - state.turn])

    def has_drei(self, pieces: frozenset[str]) -> bool:
        """Whether some three of these pieces are a Drei."""
        return any(
            self.in_line(first, second) and middle(first, second) in pieces
            for first, second in combinations(pieces, 2)
        )

    def in_line(self, first: str, second: str) -> bool:
        """Whether the line through two fields counts."""
        across = abs(FILES.index(first[0]) - FILES.index(second[0]))
        up = abs(int(first[1]) - int(second[1]))
        return self.lines == "any" or across == 0 or up == 0 or across == up

    def outcome(self, state: State) -> Outcome | None:
        if self.just_won(state):
            return self.win([1 - state.turn], "drei")
        if not all_placed(state):
            # Only on a freak custom board can the first player have no legal placement at all.
            return None if self.moves(state) else self.draw("no-placement")
        if not self.continuation:
            return self.draw("all-placed")
        if self.limit and state.relocations >= self.limit:
            return self.draw("continuation-limit")
        return None if self.moves(state) else self.draw("no-relocation")

    def continued(self, state: State) -> tuple[Drei, State]:
        outcome = self.outcome(state)
        if outcome is None or outcome["reason"] != "all-placed":
            raise ValueError("only a draw with sixteen pieces can be continued")
        return Drei({**self.options, "continuation": True}), state


def all_placed(state: State) -> bool:
    """Whether all sixteen pieces stand."""
    return len(state.pieces[0]) == EACH and len(state.pieces[1]) == EACH


def put(state: State, field: str) -> State:
    """The state after the player to move has put a piece on a field."""
    own = state.pieces[state.turn] | {field}
    last = (field, state.last[1]) if state.turn == 0 else (state.last[0], field)
    pieces = with_one(state.pieces, state.turn, own)
    return State(pieces, last, 1 - state.turn, state.relocations)


def lift(state: State, field: str) -> State:
    """The state with a piece of the player to move in the hand."""
    own = state.pieces[state.turn] - {field}
    return state._replace(pieces=with_one(state.pieces, state.turn, own))


def middle(first: str, second: str) -> str | None:
    """The field exactly half-way between two, if there is one."""
    across = FILES.index(first[0]) + FILES.index(second[0])
    up = int(first[1]) + int(second[1])
    if across % 2 or up % 2:
        return None
    return FILES[across // 2] + str(up // 2)
