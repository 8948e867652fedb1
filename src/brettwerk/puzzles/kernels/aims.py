"""Where a proof keeps what in its memory, and what can be aimed at."""

from __future__ import annotations

# counters: positions looked at, how many may be, whether that was too few; where room ends
NODES, MOST, STOP, ROOM = 0, 1, 2, 3
# the aim: what, whose, how many points or pieces, pieces lost so far, who is out so far
KIND, PLAYER, AMOUNT, LOST, OUT = 4, 5, 6, 7, 8
HELPED = 9  # who plays for the aim: its player, or nobody
KILLERS = 10  # for each number of plies left, the move that decided last
MOST_PLIES = 64
MOVES = KILLERS + MOST_PLIES + 1

# to win alone, with so many points where there are any
WIN = 1
# not to have lost
HOLD = 2
# to have taken so many pieces
TAKE = 3
# to have taken so many pieces and lost none
KEEP = 4
# that somebody else is out
ELIMINATE = 5
