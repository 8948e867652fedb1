"""Triapon as numbers: a turn is a ball, then if need be a ball to take, then a barricade or none.

These are consecutive actions of the same player. A part is `stage | move so far << 2`.
"""

from __future__ import annotations

from brettwerk.boards.triangle import TRIANGLE
from brettwerk.core.game import Position
from brettwerk.core.options import Options
from brettwerk.games.triapon import moves, rules
from brettwerk.games.triapon.rules import TriaponState
from brettwerk.games.triapon.triads import closes
from brettwerk.kernels.contract import Perspective
from brettwerk.kernels.primitives import bit, ctz, drop, list_cells, number, small_table, word
from brettwerk.kernels.types import Floats32, Numbers, Word, Words
from brettwerk.research.encoding.base import Cells, Encoding
from brettwerk.research.encoding.planes import copy, fill, mark_at, outline

HOLES, TAKE, BUILD, NO_BUILD, MOVE = 45, 45, 90, 135, 136
TAKING, BUILDING = 1, 2
SIZE = 81
_PLACES = tuple(9 * row + place for row, place in TRIANGLE.coordinates)
PLACES = small_table(_PLACES)
OUTLINE = outline(SIZE, _PLACES)


def gen_actions(state: TriaponState, ctx: Words, part: Word, acts: Numbers) -> int:
    """Write the legal actions of this part of the turn."""
    stage, move = number(part) & 3, number(part) >> 2
    if stage == TAKING:
        mine = rules.other_balls(state, move) | bit(moves.move_hole(move))
        return list_cells(rules.takeable(state, mine, ctx), TAKE, acts, 0)
    if stage == BUILDING:
        n = list_cells(rules.free_holes(rules.play_ball(state, move)), BUILD, acts, 0)
        acts[n] = NO_BUILD
        return n + 1
    free = rules.free_holes(state)
    if state.hands:
        return list_cells(free, 0, acts, 0)
    n = 0
    rest = state.me
    while rest:
        origin = ctz(rest)
        rest = drop(rest)
        n = list_cells(rules.destinations(origin, state.me, free), MOVE + HOLES * origin, acts, n)
    return n


def _then_build(state: TriaponState, ctx: Words, move: int) -> tuple[TriaponState, Word]:
    """Ask for a barricade, or end the turn."""
    if rules.may_build(state, rules.play_ball(state, move), ctx):
        return state, word(BUILDING | move << 2)
    return rules.make_move(state, ctx, move), word(0)


def act(
    state: TriaponState, ctx: Words, part: Word, action: int, buf: Numbers
) -> tuple[TriaponState, Word]:
    """Play the next part of the turn."""
    stage, move = number(part) & 3, number(part) >> 2
    if stage == TAKING:
        return _then_build(state, ctx, moves.with_taken(move, action - TAKE))
    if stage == BUILDING:
        if action != NO_BUILD:
            move = moves.with_barricade(move, action - BUILD)
        return rules.make_move(state, ctx, move), word(0)
    move = action
    if action >= MOVE:
        move = moves.pack_move((action - MOVE) % HOLES, (action - MOVE) // HOLES)
    mine, hole = rules.other_balls(state, move), moves.move_hole(move)
    if closes(hole, mine) and rules.takeable(state, mine | bit(hole), ctx):
        return state, word(TAKING | move << 2)
    return _then_build(state, ctx, move)


def observe(state: TriaponState, ctx: Words, seen: Perspective, out: Floats32) -> None:
    """Write the board with what has been played of the turn, and all that is counted."""
    stage, move = number(seen.part) & 3, number(seen.part) >> 2
    if stage:
        state = rules.play_ball(state, move)
        mark_at(out, 5, SIZE, PLACES, bit(moves.move_hole(move)))
        fill(out, 5 + stage, SIZE, 1.0)
    side = number(state.side)
    for ahead in range(3):
        seat = (seen.player + ahead) % 3
        turn = (seat - side) % 3
        balls = state.me if turn == 0 else state.second if turn == 1 else state.third
        mark_at(out, ahead, SIZE, PLACES, balls)
        if turn == 0:
            fill(out, 8 + ahead, SIZE, 1.0)
        fill(out, 11 + ahead, SIZE, rules.nibble(state.hands, seat) / rules.BALLS)
        first, second = (seat + 1) % 3, (seat + 2) % 3
        fill(out, 14 + 2 * ahead, SIZE, rules.nibble(state.taken, 3 * seat + first) / rules.BALLS)
        fill(out, 15 + 2 * ahead, SIZE, rules.nibble(state.taken, 3 * seat + second) / rules.BALLS)
        if state.out & bit(seat):
            fill(out, 20 + ahead, SIZE, 1.0)
        fill(out, 24 + ahead, SIZE, rules.nibble(state.built, seat) / rules.BALLS)
    mark_at(out, 3, SIZE, PLACES, state.barricades)
    copy(out, 4, OUTLINE)
    fill(out, 23, SIZE, number(state.quiet) / (rules.QUIET_ROUNDS * 3))


_WHO = ("own", "next", "third")


class TriaponEncoding(Encoding):
    """45 holes to place on, to take from and to wall, none, and 45 x 45 moves."""

    name = "triapon"
    num_actions = MOVE + HOLES * HOLES
    max_legal = 128
    planes = (
        *(f"{who}-balls" for who in _WHO),
        *("barricades", "holes", "just-put", "take", "build"),
        *(f"{who}-turn" for who in _WHO),
        *(f"{who}-hand" for who in _WHO),
        *(f"{_WHO[a]}-from-{_WHO[(a + b) % 3]}" for a in range(3) for b in (1, 2)),
        *(f"{who}-out" for who in _WHO),
        "quiet",
        *(f"{who}-built" for who in _WHO),
    )
    board = TRIANGLE
    shape = (9, 9)

    def places(self) -> tuple[int, ...]:
        """Return the letters as rows, the places as columns."""
        return _PLACES

    def max_actions(self, options: Options, limit: int) -> int:
        """Count an action per turn, one per ball taken, and with barricades one more per turn."""
        turns = self.max_plies(options, limit)
        return turns + 3 * rules.BALLS + (turns if options["barricades"] else 0)

    def max_plies(self, options: Options, limit: int) -> int:
        """Count 27 placements, at most 45 turns of moving, and 45 more after each capture."""
        return 3 * rules.BALLS + 3 * rules.QUIET_ROUNDS * (1 + 3 * rules.BALLS)

    def actions_of(self, position: Position, code: int) -> tuple[int, ...]:
        """Return the ball, the ball taken, the barricade or, where one is possible, none."""
        hole, origin = moves.move_hole(code), moves.move_from(code)
        taken, put = moves.move_taken(code), moves.move_barricade(code)
        found = [MOVE + HOLES * origin + hole if origin >= 0 else hole]
        if taken >= 0:
            found.append(TAKE + taken)
        if put >= 0:
            found.append(BUILD + put)
        elif sum(moves.without_barricade(other) == code for other in position.legal_codes) > 1:
            found.append(NO_BUILD)
        return tuple(found)

    def action_text(self, action: int) -> str:
        """Return `e5`, `e5-e6`, `xg3`, `+b2`, `+none`."""
        names = TRIANGLE.names
        if action >= MOVE:
            origin, hole = divmod(action - MOVE, HOLES)
            return f"{names[origin]}-{names[hole]}"
        if action == NO_BUILD:
            return "+none"
        return ("", "x", "+")[action // HOLES] + names[action % HOLES]

    def partial_position(self, position: Position, part: int) -> Position:
        """Return the position with the ball on its hole and the taken one gone."""
        if not part:
            return position
        after = rules.play_ball(position.state_as(TriaponState), part >> 2)
        return Position(position.game, after)

    def map_action(self, action: int, cells: Cells) -> int:
        """Map the holes."""
        if action >= MOVE:
            origin, hole = divmod(action - MOVE, HOLES)
            return MOVE + HOLES * cells[origin] + cells[hole]
        if action == NO_BUILD:
            return action
        return action // HOLES * HOLES + cells[action % HOLES]
