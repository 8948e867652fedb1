"""The evaluation of Katarenga: pieces, how soon two can be in the enemy camps, attacks."""

from __future__ import annotations

from brettwerk.boards.square import WHOLE
from brettwerk.games.katarenga.colours import COLOURS, by_colour, note_colours
from brettwerk.games.katarenga.rules import CAMP, RANK_1, RANK_8, KatarengaState, to_move
from brettwerk.games.katarenga_family.glances import glances_at
from brettwerk.games.katarenga_family.moves import CAPTURE, move_from, move_to
from brettwerk.games.katarenga_family.reach import gen_onto, reach
from brettwerk.kernels.description import Evaluation
from brettwerk.kernels.primitives import bit, ctz, drop, number, popcount, word
from brettwerk.kernels.types import Numbers, Word, Words
from brettwerk.search.memory_layout import BOARD_FACTS

FEATURES: tuple[str, ...] = (
    "pieces",
    "in-a-camp",
    "steps-to-camps",
    "at-the-camps",
    "fields-in-reach",
    "attacked",
    "hanging",
    "to-move",
    "few-left",
    "safe-runner",
)
_FAR = 9
_COLOURS = BOARD_FACTS + 128  # the fields of each colour as White sees them, then as Black does
_ODD_RANKS, _PAIRS = 0x00FF_00FF_00FF_00FF, 0x0000_FFFF_0000_FFFF
_MIRROR = 4  # of the symmetries of the board: left becomes right


def board_facts(ctx: Words, mem: Numbers) -> int:
    """Note how many moves a piece on each field needs to the last rank, White's, then Black's.

    Nothing else is thought to stand on the board. Note the colours of fields, too.
    """
    _note_distances(word(RANK_8), ctx, mem, BOARD_FACTS)
    _note_distances(word(RANK_1), ctx, mem, BOARD_FACTS + 64)
    note_colours(ctx, mem, _COLOURS)
    for colour in range(COLOURS):
        fields = upside_down(word(mem[_COLOURS + colour]))
        mem[_COLOURS + COLOURS + colour] = number(fields)
    return 0


def upside_down(cells: Word) -> Word:
    """Return a set of cells as the player on the other side sees it: rank 1 becomes rank 8."""
    cells = (cells >> word(8) & word(_ODD_RANKS)) | (cells & word(_ODD_RANKS)) << word(8)
    cells = (cells >> word(16) & word(_PAIRS)) | (cells & word(_PAIRS)) << word(16)
    return word(cells >> word(32) | cells << word(32))


def sets(state: KatarengaState, ctx: Words, mem: Numbers) -> tuple[Word, ...]:
    """Return my pieces and theirs by the colour of their field, as the player to move sees them."""
    if to_move(state):
        me, opp = upside_down(state.me), upside_down(state.opp)
        return by_colour(me, opp, mem, _COLOURS + COLOURS)
    return by_colour(state.me, state.opp, mem, _COLOURS)


def _note_distances(goal: Word, ctx: Words, mem: Numbers, base: int) -> None:
    """Note the moves to the goal from each field; `_FAR` if there is no way, or a longer one."""
    for cell in range(64):
        mem[base + cell] = 0 if goal & bit(cell) else _FAR
    edge = goal
    for length in range(1, _FAR):
        reached = word(0)
        for cell in range(64):
            if mem[base + cell] == _FAR and reach(cell, word(0), ctx) & edge:
                mem[base + cell] = length
                reached |= bit(cell)
        edge = reached


def _in_reach(pieces: Word, occupied: Word, ctx: Words) -> tuple[Word, int]:
    """All fields in reach of these pieces, and how many that are, each piece counted."""
    fields = word(0)
    count = 0
    while pieces:
        found = reach(ctz(pieces), occupied, ctx)
        fields |= found
        count += popcount(found)
        pieces = drop(pieces)
    return fields, count


def _way(pieces: Word, camps: int, side: int, threats: Word, mem: Numbers) -> tuple[int, int]:
    """The moves that the pieces still needed have to make, and those of the nearest safe one."""
    nearest, second, safe = _FAR, _FAR, _FAR
    while pieces:
        cell = ctz(pieces)
        pieces = drop(pieces)
        far = mem[BOARD_FACTS + 64 * side + cell]
        if not threats & bit(cell):
            safe = min(safe, far)
        if far < nearest:
            nearest, second = far, nearest
        elif far < second:
            second = far
    return nearest if camps else nearest + second, safe


def features(state: KatarengaState, ctx: Words, mem: Numbers) -> tuple[int, ...]:
    """What is listed in FEATURES, mine less theirs."""
    me, opp = state.me, state.opp
    occupied = me | opp
    side = to_move(state)
    in_mine = popcount(state.camps >> word(2 * side) & word(3))
    in_theirs = popcount(state.camps >> word(2 - 2 * side) & word(3))
    my_fields, my_count = _in_reach(me, occupied, ctx)
    their_fields, their_count = _in_reach(opp, occupied, ctx)
    my_way, my_safe = _way(me, in_mine, side, their_fields, mem)
    their_way, their_safe = _way(opp, in_theirs, 1 - side, my_fields, mem)
    mine, theirs = popcount(me) + in_mine, popcount(opp) + in_theirs
    goal = word(RANK_1) if side else word(RANK_8)
    home = word(RANK_8) if side else word(RANK_1)
    their_loose = opp & my_fields & (occupied ^ (occupied & their_fields))
    my_loose = me & their_fields & (occupied ^ (occupied & my_fields))
    return (
        mine - theirs,
        in_mine - in_theirs,
        their_way - my_way,
        popcount(me & goal) - popcount(opp & home),
        my_count - their_count,
        popcount(opp & my_fields) - popcount(me & their_fields),
        popcount(their_loose) - popcount(my_loose),
        number(1),
        max(0, 5 - theirs) - max(0, 5 - mine),
        their_safe - my_safe,
    )


def noisy(state: KatarengaState, ctx: Words, mem: Numbers, base: int) -> int:
    """Captures."""
    if state.ply < word(2):
        return 0
    occupied = state.me | state.opp
    return gen_onto(state.me, occupied, state.opp, CAPTURE, ctx, mem, base) - base


def rank(state: KatarengaState, ctx: Words, move: int) -> int:
    """Into a camp, then captures."""
    return 2 if move & CAMP else 1 if move & CAPTURE else 0


def glances(state: KatarengaState, ctx: Words, move: int) -> int:
    """A camp and a piece next door are seen, a capture or a move across the board is not."""
    if move & CAMP:
        return 4
    near = glances_at(move_from(move), move_to(move), 8)
    return near + 1 if move & CAPTURE and near > 1 else near


def may_pass(state: KatarengaState) -> bool:
    """Having to move is seldom a burden."""
    return True


def passed(state: KatarengaState) -> KatarengaState:
    """The same with the other to move."""
    return KatarengaState(state.opp, state.me, state.camps, state.ply + word(1))


def may_repeat(state: KatarengaState, ctx: Words) -> bool:
    """Return True: pieces can move back."""
    return True


EVALUATION = Evaluation(
    FEATURES,
    features,
    SETS=2 * COLOURS,
    sets=sets,
    TURNS=(WHOLE.symmetries[0], WHOLE.symmetries[_MIRROR]),
    board_facts=board_facts,
    noisy=noisy,
    rank=rank,
    glances=glances,
    may_pass=may_pass,
    passed=passed,
    may_repeat=may_repeat,
)
