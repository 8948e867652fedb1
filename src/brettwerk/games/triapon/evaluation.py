"""Triapon's evaluation: features of each player that a player would name.

How scores of three players become what each may expect is the tree search's: see `mcts_leaves`.
"""

from __future__ import annotations

from collections.abc import Mapping

from brettwerk.games.triapon import moves, rules
from brettwerk.games.triapon.rules import TriaponState
from brettwerk.games.triapon.triads import COMPLETES, HOLES, WINDOW_HOLES, closes
from brettwerk.kernels.description import PlayerEvaluation
from brettwerk.kernels.primitives import bit, ctz, drop, number, popcount, small_table, word
from brettwerk.kernels.types import Floats, Word, Words

FEATURES: tuple[str, ...] = (
    "moves now",
    "moves next",
    "balls in the game",
    "balls taken",
    "closes a triad now",
    "may close one next turn",
    "two ways, next turn",
    "may close one the turn after",
    "two ways, the turn after",
    "three ways, the turn after",
    "ways that nobody can block",
    "holes that would close a triad, out of reach",
    "balls in rows",
    "balls in rows that can step out and back",
    "moves",
    "balls shut in",
    "loses a ball at once",
    "may lose a ball later",
    "has most balls",
    "balls taken, as the quiet turns run out",
    "three balls, and jumps",
    "four balls",
    "triads that pass through its holes",
)
COUNT = len(FEATURES)
(
    _NOW,
    _NEXT,
    _BALLS,
    _TAKEN,
    _CLOSE_NOW,
    _CLOSE_NEXT,
    _,
    _CLOSE_LATER,
    _,
    _,
    _UNBLOCKED,
    _OPEN,
    _IN_ROWS,
    _SWINGS,
    _MOVES,
    _SHUT_IN,
    _FIRE_NOW,
    _FIRE_LATER,
    _MOST,
    _TAKEN_QUIET,
    _THREE,
    _FOUR,
    _HOLES,
) = range(COUNT)
# Weights of their own for placing, for moving with three in and with two in.
PHASES: tuple[str, ...] = ("placing", "moving", "moving, one out")
# The crossing of rows by others only is tuned less often: few play so.
STARTS: tuple[Mapping[str, object], ...] = (*[{"crossing": "any"}] * 3, {"crossing": "others"})
_KEPT_BITS, _ENTRY, _MIXER = 11, 5, 0x9E37_79B9_7F4A_7C15
THROUGH = small_table([sum(hole in holes for _, _, holes in WINDOW_HOLES) for hole in range(HOLES)])


# -- for proofs and for the tree ------------------------------------------------------------------
def rank(state: TriaponState, ctx: Words, move: int) -> int:
    """Return 1 for a move that takes a ball."""
    return 1 if moves.is_capture(move) else 0


def plies_needed(state: TriaponState, ctx: Words, player: int) -> int:
    """Return how soon a player can have won: by taking balls, one a turn, or as no one takes any.

    A player with more than two balls is in.
    """
    out = number(state.out)
    balls, players = 0, 0
    for other in range(3):
        if not out >> other & 1:
            players += 1
            if other != player:
                balls += max(0, rules.in_game(state, other) - 2)
    quiet = rules.QUIET_ROUNDS * players
    if not state.hands:
        quiet -= number(state.quiet)
    return max(1, min(balls, quiet))


def is_refinement(move: int) -> bool:
    """Return whether a barricade is put after the move."""
    return moves.puts_barricade(move)


# -- features -------------------------------------------------------------------------------------


def closing_holes(balls: Word, steps: bool) -> tuple[Word, Word, Word]:
    """Return the holes that close a triad at once, if a ball could get there, and balls in rows.

    With `steps` the third ball must come from a neighbouring hole, else from anywhere. Holes may
    not be free.
    """
    immediate, wanted, rows = word(0), word(0), word(0)
    rest = balls
    while rest:
        a = ctz(rest)
        rest = drop(rest)
        others = rest
        while others:
            b = ctz(others)
            others = drop(others)
            third = COMPLETES[a * HOLES + b]
            if third & balls:
                rows |= third & balls | bit(a) | bit(b)
            third &= ~balls
            wanted |= third
            if not steps:
                continue
            while third:
                if rules.NEAR[ctz(third)] & balls & ~(bit(a) | bit(b)):
                    immediate |= third & ~drop(third)
                third = drop(third)
    if not steps:
        immediate = wanted
    if rows:
        immediate = _not_lengthening(immediate, balls)
    return immediate, wanted & ~immediate, rows


def _remember(balls: Word, steps: bool, facts: Floats) -> int:
    """Return where `facts` has `closing_holes`, which are the same in very many positions.

    Behind them is how many triads pass through the holes of these balls.
    """
    key = word(balls << word(1) | word(1 if steps else 0))
    at = 3 * COUNT + _ENTRY * number(word(key * word(_MIXER)) >> word(64 - _KEPT_BITS))
    if facts[at] != number(key):
        immediate, wanted, rows = closing_holes(balls, steps)
        facts[at], facts[at + 1] = number(key), number(immediate)
        facts[at + 2], facts[at + 3], facts[at + 4] = number(wanted), number(rows), 0.0
        while balls:
            facts[at + 4] += THROUGH[ctz(balls)]
            balls = drop(balls)
    return at


def _kept(facts: Floats, at: int) -> Word:
    """Return a set of holes that is kept as a number."""
    return word(int(facts[at]))


def _not_lengthening(holes: Word, balls: Word) -> Word:
    """Return those of the holes that close a triad rather than lengthen one."""
    found = word(0)
    while holes:
        if closes(ctz(holes), balls):
            found |= bit(ctz(holes))
        holes = drop(holes)
    return found


def _count_steps(balls: Word, free: Word, rows: Word, facts: Floats, at: int) -> Word:
    """Count steps, balls without one, and balls that can leave a row; return the holes in reach."""
    reach = word(0)
    count, shut_in, swings = 0, 0, 0
    rest = balls
    while rest:
        ball = ctz(rest)
        rest = drop(rest)
        open_holes = rules.NEAR[ball] & free
        reach |= open_holes
        count += popcount(open_holes)
        if not open_holes:
            shut_in += 1
        elif rows & bit(ball):
            swings += 1
    facts[at + _MOVES] = count
    facts[at + _SHUT_IN] = shut_in
    facts[at + _SWINGS] = swings
    return reach


def _describe(
    balls: Word, free: Word, steps: bool, turn: int, facts: Floats, at: int
) -> tuple[Word, Word]:
    """Write the features of one player's own balls; return closing holes, and those in reach."""
    jumps = steps and rules.may_jump(balls)
    known = _remember(balls, steps and not jumps, facts)
    immediate, wanted = _kept(facts, known + 1) & free, _kept(facts, known + 2) & free
    rows = _kept(facts, known + 3)
    reach = _count_steps(balls, free, rows, facts, at)
    facts[at + _HOLES] = facts[known + 4]
    ways = popcount(immediate)
    place = _CLOSE_NOW if turn == 0 else _CLOSE_NEXT if turn == 1 else _CLOSE_LATER
    for more in range(turn + 1):
        if ways > more:
            facts[at + place + more] = 1.0
    if turn < 2:
        facts[at + _NOW + turn] = 1.0
    facts[at + _OPEN] = popcount(wanted)
    facts[at + _IN_ROWS] = popcount(rows)
    if jumps:
        facts[at + _THREE] = 1.0
    elif steps and popcount(balls) == 4:
        facts[at + _FOUR] = 1.0
    return immediate, free if jumps else reach


def _count_balls(taken: Word, out: Word, side: int, spent: float, facts: Floats) -> None:
    """Write the balls that each has taken and has in the game; a player who is out has none."""
    for ahead in range(3):
        facts[ahead * COUNT + _BALLS] = rules.BALLS
    for mover in range(3):
        for victim in range(3):
            balls = rules.nibble(taken, 3 * mover + victim)
            facts[(mover - side + 3) % 3 * COUNT + _TAKEN] += balls
            facts[(victim - side + 3) % 3 * COUNT + _BALLS] -= balls
    most = 0.0
    for ahead in range(3):
        at = ahead * COUNT
        if out >> word((side + ahead) % 3) & word(1):
            facts[at + _BALLS] = 0.0
        most = max(most, facts[at + _BALLS])
        facts[at + _TAKEN_QUIET] = facts[at + _TAKEN] * spent
    for ahead in range(3):
        if facts[ahead * COUNT + _BALLS] == most:
            facts[ahead * COUNT + _MOST] = 1.0


def _put_under_fire(attacker: int, turn: int, facts: Floats) -> None:
    """Note who would lose a ball if this player closed a triad: the one with more balls."""
    a, b = (attacker + 1) % 3 * COUNT, (attacker + 2) % 3 * COUNT
    lead = facts[a + _BALLS] - facts[b + _BALLS]
    fire = _FIRE_NOW if turn == 0 else _FIRE_LATER
    share = 0.5 if lead == 0 else 1.0
    if lead >= 0:
        facts[a + fire] += share
    if lead <= 0:
        facts[b + fire] += share


def player_features(state: TriaponState, ctx: Words, facts: Floats) -> int:
    """Write the features of each player, from the one to move on; return the phase."""
    for at in range(3 * COUNT):
        facts[at] = 0.0
    side, out, steps = number(state.side), state.out, state.hands == word(0)
    players = 3 - popcount(out)
    free = rules.free_holes(state)
    _count_balls(
        state.taken, out, side, number(state.quiet) / (rules.QUIET_ROUNDS * players), facts
    )
    turn, reached = 0, word(0)
    for ahead in range(3):
        if out >> word((side + ahead) % 3) & word(1):
            continue
        balls = state.me if ahead == 0 else state.second if ahead == 1 else state.third
        ways, reach = _describe(balls, free, steps, turn, facts, ahead * COUNT)
        if ways:
            _put_under_fire(ahead, turn, facts)
            if steps and turn:
                facts[ahead * COUNT + _UNBLOCKED] = min(2, popcount(ways & ~reached))
        reached |= reach
        turn += 1
    return 0 if not steps else 1 if players == 3 else 2


def glances(state: TriaponState, ctx: Words, move: int) -> int:
    """A move that takes a ball is seen."""
    return 3 if moves.is_capture(move) else 1


EVALUATION = PlayerEvaluation(
    FEATURES=FEATURES,
    PHASES=PHASES,
    player_features=player_features,
    KEPT=_ENTRY << _KEPT_BITS,
    is_refinement=is_refinement,
    STARTS=STARTS,
    rank=rank,
    glances=glances,
    plies_needed=plies_needed,
)
