"""Katarenga as people meet it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.errors import BadPosition, IllegalMove
from brettwerk.games.face import Effects
from brettwerk.games.square import SquareFace, board_option, colour_reach
from brettwerk.notation.scene import Scene, Spot
from brettwerk.rules.katarenga import (
    CAMP,
    CAPTURE,
    RANK_1,
    RANK_8,
    REPETITION,
    KatarengaState,
)
from brettwerk.texts import shown

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from brettwerk.games.core import Position
    from brettwerk.games.options import Options

CAMPS = ("left", "right")
_WORDS = {"left": 0, "links": 0, "l": 0, "right": 1, "rechts": 1, "r": 1}
EACH = 8
# Black's camps lie beyond a8 and h8, White's beyond a1 and h1, as White sees the board.
_CAMP_PLACES = ((-1.0, 8.0), (8.0, 8.0), (-1.0, -1.0), (8.0, -1.0))


class Katarenga(SquareFace):
    """Two players, the whole board."""

    name = "katarenga"
    known = (board_option(8, "1a0 2a0 3a0 4a0"),)
    state_class = KatarengaState
    detail_words = ("camps",)
    detail_numbers = ("ply",)

    def switches(self, options: Options) -> list[int]:
        """The third occurrence of a position is a draw."""
        return [REPETITION, 0, 0, 0, 0]

    def start(self, options: Options) -> KatarengaState:
        """White on rank 1, Black on rank 8."""
        return KatarengaState(RANK_1, RANK_8, 0, 0)

    def identity(self, state: KatarengaState, options: Options) -> Hashable:
        """Of the plies it matters whose turn it is, and whether captures are allowed yet."""
        return state._replace(ply=state.ply if state.ply < 2 else 2 + state.ply % 2)

    def write(self, move: int) -> str:
        """`b1-b4`, `b1xb4`, `c8-left`."""
        origin = self.cells.names[move >> 6 & 63]
        if move & CAMP:
            return f"{origin}-{CAMPS[move & 1]}"
        return f"{origin}{'x' if move & CAPTURE else '-'}{self.cells.names[move & 63]}"

    def read(self, text: str, position: Position) -> int:
        """Two fields, or a field and a camp; a capture need not be marked."""
        origin, sign, target = self.split(text)
        start = self.cell(origin) << 6
        if target in _WORDS and sign != "x":
            return CAMP | start | _WORDS[target]
        goal = self.cell(target)
        captures = sign == "x" or position.state.opp >> goal & 1
        return goal | start | (CAPTURE if captures else 0)

    def why_not(self, position: Position, move: int) -> IllegalMove:
        """No own piece, not on the baseline, the camp is full, own piece, first move, reach."""
        state: KatarengaState = position.state
        origin, target = move >> 6 & 63, move & 63
        if not state.me >> origin & 1:
            return IllegalMove("not-your-piece", field=self.cells.names[origin])
        if move & CAMP:
            return self._why_not_camp(position, origin, move & 1)
        if state.me >> target & 1:
            return IllegalMove("own-piece", field=self.cells.names[target])
        if not colour_reach(position, origin, state.me | state.opp) >> target & 1:
            return self.out_of_reach(position, target, origin)
        if state.opp >> target & 1:
            return IllegalMove("katarenga-first", field=self.cells.names[target])
        return IllegalMove("nothing-to-capture", field=self.cells.names[target])

    def _why_not_camp(self, position: Position, origin: int, camp: int) -> IllegalMove:
        baseline = RANK_1 if position.turn else RANK_8
        if not baseline >> origin & 1:
            rank = 1 if position.turn else 8
            return IllegalMove("katarenga-baseline", rank=rank, field=self.cells.names[origin])
        return IllegalMove("katarenga-camp-full", camp=CAMPS[camp])

    def effects(self, position: Position, move: int) -> Effects:
        """A piece that changes place, and the one it takes; camps are named as in the scene."""
        origin = self.cells.names[move >> 6 & 63]
        if move & CAMP:
            return Effects(moved=((origin, _camp_name(1 - position.turn, move & 1)),))
        target = self.cells.names[move & 63]
        return Effects(moved=((origin, target),), taken=(target,) if move & CAPTURE else ())

    def deeds(self, position: Position, move: int) -> frozenset[str]:
        """A move into a camp is one of its own."""
        return super().deeds(position, move) | ({"camp"} if move & CAMP else set())

    def scene(self, position: Position) -> Scene:
        """The camps beyond the corners, and the captured pieces."""
        scene, camps = super().scene(position), position.state.camps
        spots = tuple(
            Spot(_camp_name(1 - at // 2, at % 2), place, self._camper(camps, at))
            for at, place in enumerate(_CAMP_PLACES)
        )
        sides = self.sides(position.state)
        lost = tuple(
            EACH - bits.bit_count() - _campers(camps, player) for player, bits in enumerate(sides)
        )
        return Scene(scene.board, scene.pieces, scene.fields, spots, self.taken(lost))

    def _camper(self, camps: int, at: int) -> str | None:
        return self.seats[at // 2] if camps >> at & 1 else None

    def details(self, state: KatarengaState, options: Options) -> dict[str, str]:
        """The camps that are taken, and the plies while captures are restricted."""
        found = {"ply": str(state.ply)} if state.ply < 2 else {}
        camps = [f"{'wb'[at // 2]}-{CAMPS[at % 2]}" for at in range(4) if state.camps >> at & 1]
        return found | ({"camps": ",".join(camps)} if camps else {})

    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> KatarengaState:
        """At most eight each, camps included."""
        camps = 0
        for name in filter(None, details.get("camps", "").split(",")):
            owner, _, which = name.partition("-")
            if owner not in ("w", "b") or which not in CAMPS:
                raise BadPosition("position-camps", given=shown(name))
            camps |= 1 << 2 * "wb".index(owner) + CAMPS.index(which)
        sides = self.masks(pieces, EACH)
        for player in range(2):
            count = sides[player].bit_count() + _campers(camps, player)
            if count > EACH:
                raise BadPosition("position-too-many", count=count, most=EACH)
        ply = int(details.get("ply", 2 + to_move))
        if ply % 2 != to_move:
            raise BadPosition("position-ply")
        other = 1 - to_move
        few = sides[other].bit_count() + _campers(camps, other) < 2
        self.not_won(few or _campers(camps, to_move) == 2, to_move)
        return KatarengaState(sides[to_move], sides[other], camps, ply)

    def spot_details(self, spots: Mapping[str, str]) -> dict[str, str]:
        """Pieces in the other's camps."""
        found = []
        for name, piece in spots.items():
            owner, _, which = name.partition("-")
            if owner == piece:
                raise BadPosition("position-camp-own")
            found.append(f"{self.letters()[piece]}-{which}")
        return {"camps": ",".join(found)} if found else {}


def _campers(camps: int, player: int) -> int:
    """How many pieces of a player stand in camps."""
    return (camps >> 2 * player & 3).bit_count()


def _camp_name(owner: int, side: int) -> str:
    """The name of a camp in pictures: `black-left`."""
    return f"{('white', 'black')[owner]}-{CAMPS[side]}"
