"""Die Drei as people meet it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.errors import BadPosition, IllegalMove
from brettwerk.games.face import Effects
from brettwerk.games.options import Option, a_count, a_switch, one_of
from brettwerk.games.square import PlacingFace, board_option, colour_reach
from brettwerk.notation.words import squeezed
from brettwerk.rules.drei import PIECES, DreiState

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from brettwerk.games.core import Position
    from brettwerk.games.options import Options


class Drei(PlacingFace):
    """Two players, the whole board."""

    name = "drei"
    aliases = ("die-drei", "troika")
    known = (
        board_option(8, "1a0 2a0 3a0 4a0"),
        Option("continuation", False, a_switch("continuation")),
        Option("continuation_limit", 0, a_count("continuation_limit")),
        Option("lines", "straight", one_of("lines", "straight", "any")),
    )
    state_class = DreiState
    detail_words = ("last",)
    detail_numbers = ("turns",)

    def switches(self, options: Options) -> list[int]:
        """No repetition, lines, continuation and its limit."""
        any_angle, continues = options["lines"] == "any", options["continuation"]
        return [0, int(any_angle), int(continues), options["continuation_limit"], 0]

    def start(self, options: Options) -> DreiState:
        """The empty board."""
        return DreiState(0, 0, 64, 0)

    def identity(self, state: DreiState, options: Options) -> Hashable:
        """The turns of a continuation count only where they are limited."""
        turns = state.turns if options["continuation_limit"] else state.turns % 2
        return state._replace(turns=turns)

    def write(self, move: int) -> str:
        """`d4`, or `b2-d4` for a relocation."""
        cell, origin = self.cells.names[move & 63], move >> 6
        return f"{self.cells.names[origin - 1]}-{cell}" if origin else cell

    def read(self, text: str, position: Position) -> int:
        """A field, or two for a relocation."""
        if len(squeezed(text)) <= 2:
            return self.placement(text)
        origin, sign, target = self.split(text)
        if sign == "x":
            raise self.not_a_move(text)
        return self.cell(target) | (self.cell(origin) + 1) << 6

    def why_not(self, position: Position, move: int) -> IllegalMove:
        """Wrong phase, occupied, not en prise, or the opponent would be stranded."""
        state: DreiState = position.state
        continuing = (state.me | state.opp).bit_count() == PIECES
        if continuing != bool(move >> 6):
            return IllegalMove("drei-relocate" if continuing else "drei-place")
        if continuing:
            return self._why_not_relocate(position, (move >> 6) - 1, move & 63)
        return self.why_not_here(position, move) or IllegalMove(
            "drei-strands", **self.describe(position, move)
        )

    def _why_not_relocate(self, position: Position, origin: int, cell: int) -> IllegalMove:
        state: DreiState = position.state
        if not state.me >> origin & 1:
            return IllegalMove("not-your-piece", **self.describe(position, origin))
        occupied = (state.me | state.opp) ^ 1 << origin
        if origin == cell:
            return IllegalMove("drei-same-field", **self.describe(position, cell))
        if occupied >> cell & 1:
            return IllegalMove("field-held", **self.describe(position, cell))
        if not colour_reach(position, state.last, occupied) >> cell & 1:
            return self.out_of_reach(position, cell, state.last)
        return IllegalMove("drei-strands-relocation", **self.describe(position, cell))

    def effects(self, position: Position, move: int) -> Effects:
        """A new piece, or one that changes place."""
        if not move >> 6:
            return self.placing(position, move)
        names = self.cells.names
        return Effects(moved=((names[(move >> 6) - 1], names[move & 63]),))

    def details(self, state: DreiState, options: Options) -> dict[str, str]:
        """The piece placed last, and the relocations where they count."""
        turns = {"turns": str(state.turns)} if state.turns else {}
        return super().details(state, options) | turns

    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> DreiState:
        """Pieces in turn, at most eight each, and the last one named."""
        if len(pieces) > PIECES:
            raise BadPosition("position-too-many", count=len(pieces), most=PIECES)
        turns = int(details.get("turns", "0"))
        if turns and (len(pieces) < PIECES or not options["continuation"]):
            raise BadPosition("position-turns")
        self.counts(pieces, (to_move + turns) % 2)
        last = self.last_of(pieces, to_move, details)
        sides = self.masks(pieces)
        return DreiState(sides[to_move], sides[1 - to_move], last, turns)

    def continued(self, position: Position) -> Position | None:
        """The same with the continuation, which players may agree on after the draw.

        None if this is not a game drawn with all sixteen placed.
        """
        if not position.outcome or position.outcome.reason != "all-placed":
            return None
        game = type(position.game)(self, {**position.game.options, "continuation": True})
        return type(position)(game, position.state)
