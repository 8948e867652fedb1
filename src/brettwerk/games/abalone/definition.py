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
from brettwerk.games.abalone.play import PLAY
from brettwerk.games.abalone.rules import TO_WIN, AbaloneState, move_axis, move_cell, move_count
from brettwerk.games.abalone.setups import read_setup, setup_masks, setup_texts, setups
from brettwerk.i18n import truncate
from brettwerk.kernels.description import GameKernels
from brettwerk.notation.typed_text import normalize_move

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from brettwerk.boards.board import Board, Coordinate
    from brettwerk.core.game import Position
    from brettwerk.core.options import Options
    from brettwerk.puzzles.source import PuzzleSource
    from brettwerk.research.encoding.base import Encoding

NAMES = HEXAGON.names
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
        return _in_line(position, *cells) if len(cells) == 2 else _broadside(*cells)

    def explain_illegal(self, position: Position, move: int) -> IllegalMove:
        """Only broadside moves come here: a marble that is not one's own, a target not free."""
        state = position.state_as(AbaloneState)
        for cell in _group(move):
            if not state.me >> cell & 1:
                return IllegalMove("abalone-not-your-marble", cell=NAMES[cell])
        targets = [HEXAGON.step(cell, _step(move)) for cell in _group(move)]
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
    def puzzles(self) -> PuzzleSource:
        from brettwerk.games.abalone.puzzles import AbaloneSource

        return AbaloneSource()


def _step(move: int) -> Coordinate:
    """The step that each marble of a move makes."""
    return HEXAGON.steps[rules.move_direction(move)]


def _row(move: int, length: int) -> tuple[int, ...]:
    """Return the cell at this distance from the marble that a move names, along its row."""
    cell, axis = move_cell(move), move_axis(move)
    step = HEXAGON.steps[axis] if axis >= 0 else _step(move)
    return (cell, *HEXAGON.ray(cell, step)[: length - 1])


def _group(move: int) -> tuple[int, ...]:
    """The own marbles that a move takes along."""
    return _row(move, move_count(move))


def _direction(cell: int, target: int) -> int:
    """The direction of a neighbour."""
    for direction, step in enumerate(HEXAGON.steps):
        if HEXAGON.step(cell, step) == target:
            return direction
    raise IllegalMove("abalone-one-step", cell=NAMES[cell], target=NAMES[target])


def _in_line(position: Position, cell: int, target: int) -> int:
    """The in-line move of the marble on `cell` to `target`, or why there is none."""
    direction = _direction(cell, target)
    for code in position.legal_codes:
        here = move_axis(code) < 0 and move_cell(code) == cell
        if here and rules.move_direction(code) == direction:
            return code
    raise _why_not_in_line(position.state_as(AbaloneState), cell, direction)


def _why_not_in_line(state: AbaloneState, cell: int, direction: int) -> IllegalMove:
    """What stops the row that begins here."""
    line = (cell, *HEXAGON.ray(cell, HEXAGON.steps[direction]))
    mine = _run(line, state.me)
    if mine == 0:
        return IllegalMove("abalone-not-your-marble", cell=NAMES[cell])
    if mine > 3:
        return IllegalMove("abalone-too-many", count=mine)
    if mine == len(line):
        return IllegalMove("abalone-own-off", cell=NAMES[line[-1]])
    theirs = _run(line[mine:], state.opp)
    if theirs >= mine:
        return IllegalMove("abalone-patt", mine=mine, theirs=theirs)
    return IllegalMove("abalone-blocked", cell=NAMES[line[mine + theirs]])


def _run(line: tuple[int, ...], marbles: int) -> int:
    """How many marbles of a set stand at the beginning of a line without a gap."""
    count = 0
    while count < len(line) and marbles >> line[count] & 1:
        count += 1
    return count


def _broadside(end: int, other: int, target: int) -> int:
    """The broadside move of the row between two ends; `target` is that of the end named first."""
    lowest, highest = min(end, other), max(end, other)
    direction = _direction(end, target)
    for axis in range(3):
        ray = HEXAGON.ray(lowest, HEXAGON.steps[axis])
        if highest in ray[:2] and direction % 3 != axis:
            count = ray.index(highest) + 2
            return rules.pack_broadside(lowest, direction, count, axis)
    raise IllegalMove("abalone-not-a-row", first=NAMES[end], second=NAMES[other])


GAME = Abalone()
