"""Where in its memory a search keeps what: one array of whole numbers, since passing many is slow.

Numba hands an array over as seven words, and a search calls itself ten million times a second:
so counters, tables and lists of moves share one array, and these are the places in it.
"""

from brettwerk.kernels.primitives import UNITS

MAX_PLY = 64
MAX_FEATURES = 64
HISTORY_SLOTS = 4096
PAST = 1024  # positions of the game before the search that are looked at for repetition

# counters and limits
NODES, MOST_NODES, STOP, GENERATION, PAST_LENGTH, EXCLUDED = range(6)
ROOT_FIRST = 6  # the move to begin with where some are left out, -1 if none is known
WITHOUT = 7  # how many moves the caller leaves out: the first of those at `SHUT_OUT`
# numbers that steer the search, in thousandths of a logit where they are scores
MARGIN, NULL_DEPTH, LATE_FROM, DRAW, REDUCE = range(8, 13)
SINGULAR_FROM = 15
FOUND, FOUND_COUNT = 13, 14  # which of the two lists of lines is the last one, and its length

ROOT_DEPTH = 16
HAS_NETWORK = 17
WEIGHTS = 24
BOARD_FACTS = WEIGHTS + MAX_FEATURES  # what an evaluation works out of the board beforehand
REDUCTIONS = BOARD_FACTS + 256  # by depth and number of the move
KILLERS = REDUCTIONS + 64 * 64
HISTORY = KILLERS + 2 * MAX_PLY
FOLLOWING = HISTORY + 2 * HISTORY_SLOTS  # history of moves after the opponent's last one
FOLLOWING_PLACES = 1 << 16
LINES = FOLLOWING + FOLLOWING_PLACES  # the best line from each ply on
LENGTHS = LINES + MAX_PLY * MAX_PLY
STATICS = LENGTHS + MAX_PLY  # the evaluation at each ply of the way to here
SKIPPED = STATICS + MAX_PLY  # the move left out at each ply, -1 if none is
MOVED = SKIPPED + MAX_PLY  # the move that led to each ply, -1 if it was a null move
PATH = MOVED + MAX_PLY  # two words a position: the past, then the way to here
SHUT_OUT = PATH + 2 * (PAST + MAX_PLY)  # moves at the root that are left out
SEEN = SHUT_OUT + 256  # how many positions of the past and of the way to here fall on each place
SEEN_PLACES = 1024
MOST_LINES = 256
VALUE, LENGTH, FIRST = range(3)  # in a line: what it is worth, how many moves follow, these
LINE = FIRST + MAX_PLY
FOUND_LINES = SEEN + SEEN_PLACES  # two lists of lines: of this depth and of the one before
NETWORK = FOUND_LINES + 2 * MOST_LINES * LINE  # a network that helps to judge
MOST_SETS = 8  # of cells that it may look at
NETWORK_HEAD = 2 * UNITS  # numbers of 16 bits before the rows of weights
NETWORK_ROOM = (NETWORK_HEAD + 64 * UNITS * MOST_SETS) // 4
MOVES = NETWORK + NETWORK_ROOM  # from here on lists of moves

MOVE_BITS = 20
MOVE_MASK = (1 << MOVE_BITS) - 1

# Scores: a forced win is WIN less the plies to it. Estimates stay below HIGHEST; games with points
# that have ended lie between.
WIN = 30_000
SURE = WIN - 1_000
HIGHEST = 20_000
POINTS_BASE = 22_000
POINT = 100
RELUCTANCE = 100  # what a move is worth less after which a position of the game comes back
