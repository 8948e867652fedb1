"""Abalone as people meet it."""

from __future__ import annotations

import re
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from brettwerk.boards.hexagon import HEXAGON
from brettwerk.core.effects import Line
from brettwerk.core.gestures import parse_gesture
from brettwerk.core.options import Option, integer, repetition_count
from brettwerk.core.two_players import TwoPlayerDefinition
from brettwerk.errors import BadPosition, IllegalMove, InvalidMove
from brettwerk.games.abalone import counts, evaluation, rules
from brettwerk.games.abalone.moves import NAMES, broadside, group_of, in_line, step_of
from brettwerk.games.abalone.play import PLAY
from brettwerk.games.abalone.rules import TO_WIN, AbaloneState, move_axis, move_count
from brettwerk.games.abalone.setups import read_setup, setup_masks, setup_texts, setups
from brettwerk.i18n import truncate
from brettwerk.kernels.description import GameKernels
from brettwerk.notation.typed_text import normalize_move

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from brettwerk.boards.board import Board
    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.core.parts import DialectPart
    from brettwerk.puzzles.source import PuzzleSource
    from brettwerk.research.encoding.base import Encoding

_CELLS = re.compile(r"[a-i][1-9]")


class Abalone(TwoPlayerDefinition[AbaloneState]):
    """Two players, the hexagon."""

    name = "abalone"
    order = 10
    seats = ("black", "white")
    option_specs = (
        Option(
            "setup",
            "standard",
            read_setup,
            control="pictures",
            choices=tuple(setups()),
            texts=setup_texts(),
        ),
        Option("repetition", 0, repetition_count, control="count"),
        Option("ply_limit", 0, integer("ply_limit"), control="count"),
    )
    engine_overrides = MappingProxyType({"repetition": 3})
    cell_sets = 2
    words = ("ply=",)
    context_words = 4
    detail_numbers = ("ply",)
    kernels = GameKernels(
        "abalone", AbaloneState, rules, evaluation.EVALUATION, counts=counts, play=PLAY
    )

    @cached_property
    def encoding(self) -> Encoding:
        from brettwerk.games.abalone import encoding

        return encoding.AbaloneEncoding(encoding)

    def identity(self, state: AbaloneState, options: Options) -> Hashable:
        """Plies count only where they are limited."""
        return state if options["ply_limit"] else state._replace(ply=state.ply % 2)

    def board(self, options: Options) -> Board:
        """The hexagon."""
        return HEXAGON

    def joined_options(self, options: Options) -> dict[str, object]:
        """Of a set-up, the numbers of marbles: it matters no more where they began."""
        counts = [bits.bit_count() for bits in setup_masks(options["setup"])]
        return {"setup": counts}

    # -- moves ------------------------------------------------------------------------------
    def parse_move(self, text: str, position: Position) -> int:
        """Two cells in line, three broadside with the ends in either order."""
        plain = normalize_move(text).replace("-", "")
        names = _CELLS.findall(plain)
        if "".join(names) != plain or len(names) not in (2, 3):
            raise InvalidMove("abalone-not-a-move", move=truncate(text))
        for name in names:
            if name not in HEXAGON.index:
                raise InvalidMove("abalone-off-board", cell=name, move=truncate(text))
        cells = [HEXAGON.index[name] for name in names]
        return in_line(position, *cells) if len(cells) == 2 else broadside(*cells)

    def explain_illegal(self, position: Position, move: int) -> IllegalMove:
        """Only broadside moves come here: a marble that is not one's own, a target not free."""
        state = position.state_as(AbaloneState)
        for cell in group_of(move):
            if not state.me >> cell & 1:
                return IllegalMove("abalone-not-your-marble", cell=NAMES[cell])
        targets = [HEXAGON.step(cell, step_of(move)) for cell in group_of(move)]
        for target in targets:
            if target is not None and (state.me | state.opp) >> target & 1:
                return IllegalMove("abalone-broadside-held", cell=NAMES[target])
        return IllegalMove("abalone-broadside-edge")

    def move_tags(self, position: Position, move: int) -> frozenset[str]:
        """How many go, in line or broadside; a sumito and its numbers."""
        count, pushed = move_count(move), rules.move_pushed(move)
        way = "in-line" if move_axis(move) < 0 else "broadside"
        found = {("one", "two", "three")[count - 1], way}
        found |= {"sumito", f"sumito-{count}-{pushed}"} if pushed else set()
        return super().move_tags(position, move) | found

    def lines(self, position: Position, move: int, after: Position) -> tuple[Line, ...]:
        """The row that pushes a marble off, up to the edge."""
        effects = self.effects(position, move)
        return (("push", *(to for _, to in effects.moved)),) if effects.taken else ()

    def gesture_text(self, gesture: str) -> str:
        """In line from the rear; sideways from the end next to the target, best touched last."""
        cells = [HEXAGON.index.get(cell, -1) for _, cell in parse_gesture(gesture)]
        if len(cells) < 2 or -1 in cells:
            return super().gesture_text(gesture).replace("-", "")
        first, last, target = cells[0], cells[-2], cells[-1]
        for near, far in ((first, last), (last, first)):
            for step in HEXAGON.steps:
                ray = HEXAGON.ray(near, step)
                if target in ray[:3] and far in (near, *ray[: ray.index(target)]):
                    return NAMES[near] + NAMES[ray[0]]
        if first == last:
            return NAMES[first] + NAMES[target]
        if target in HEXAGON.neighbours[first] and target not in HEXAGON.neighbours[last]:
            first, last = last, first
        return NAMES[last] + NAMES[first] + NAMES[target]

    # -- the text of a position -------------------------------------------------------------
    def build(
        self, pieces: Mapping[int, str], to_move: int, details: Mapping[str, str], options: Options
    ) -> AbaloneState:
        """No more marbles than the set-up has, and fewer than six of the other's out."""
        began = [bits.bit_count() for bits in setup_masks(options["setup"])]
        sides, other = self.masks(pieces, len(HEXAGON)), 1 - to_move
        for bits, most in zip(sides, began, strict=True):
            if bits.bit_count() > most:
                raise BadPosition("position-too-many", count=bits.bit_count(), most=most)
        self.check_not_won(sides[other].bit_count() + TO_WIN <= began[other], to_move)
        return AbaloneState(sides[to_move], sides[other], self.ply_of(details, to_move, to_move))

    @property
    def dialects(self) -> tuple[DialectPart, ...]:
        from brettwerk.games.abalone.dialect import DIALECTS

        return DIALECTS

    @property
    def puzzles(self) -> PuzzleSource:
        from brettwerk.games.abalone.puzzles import AbaloneSource

        return AbaloneSource()


GAME = Abalone()
