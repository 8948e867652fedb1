"""Writing texts, effects and trays in kernels; and what games do that say nothing of their own."""

from __future__ import annotations

from brettwerk.kernels.contract import rules
from brettwerk.kernels.primitives import bit, ctz, drop, popcount, word
from brettwerk.kernels.types import Numbers, S, State, Word, Words

CHAR, WORD = 256, 512  # what tokens below and above these are: see `play`
PLACED, MOVED, TAKEN = 0, 1, 2  # kinds of effects
HAND, CAPTURED = 0, 1  # kinds of trays
ROW, TRAY = 3, 4  # numbers in the row of an effect, and in that of a tray
NO_CELL = -1
GAP = -1  # between the details of a sentence
STEP = 2  # numbers of a step: a sign and a cell
# The sentences of all games about positions, which come after those of a game.
SENTENCES = (("position-too-many", "count", "most"), ("position-won", "seat"), ("position-ply",))
TOO_MANY, HAS_WON, WRONG_PLY = -3, -2, -1
LONG = 16384  # numbers that are written about all cells, at most
# Signs of gestures, and of texts of moves; before the first cell of a text there is a space.
PICK, PUT, TAKE, ADD, SPACE, DASH, CROSS = map(ord, ".>!+ -x")


def write_char(char: int, out: Numbers, n: int) -> int:
    """Write a character; return the end."""
    out[n] = CHAR + char
    return n + 1


def write_cell(cell: int, out: Numbers, n: int) -> int:
    """Write the name of a cell; return the end."""
    out[n] = cell
    return n + 1


def write_pair(origin: int, sign: int, target: int, out: Numbers, n: int) -> int:
    """Write two cells with a sign between them; return the end."""
    out[n], out[n + 1], out[n + 2] = origin, CHAR + sign, target
    return n + 3


def write_word(index: int, out: Numbers, n: int) -> int:
    """Write one of the game's words; return the end."""
    out[n] = WORD + index
    return n + 1


def write_number(value: int, out: Numbers, n: int) -> int:
    """Write a number that is not negative; return the end."""
    digits, rest = 1, value // 10
    while rest:
        digits += 1
        rest //= 10
    for at in range(digits):
        out[n + digits - 1 - at] = CHAR + 48 + value % 10
        value //= 10
    return n + digits


def write_effect(kind: int, cell: int, other: int, out: Numbers, n: int) -> int:
    """Write the row of an effect; return the end. `other` is a cell, or the number of a piece."""
    out[n], out[n + 1], out[n + 2] = kind, cell, other
    return n + ROW


def write_tray(owner: int, kind: int, piece: int, count: int, out: Numbers, n: int) -> int:
    """Write the row of a tray; return the end."""
    out[n], out[n + 1], out[n + 2], out[n + 3] = owner, kind, piece, count
    return n + TRAY


def write_captured(first: int, second: int, out: Numbers, n: int) -> int:
    """Write the trays of captured pieces, given the number that each of two players has lost."""
    n = write_tray(0, CAPTURED, 1, second, out, n)
    return write_tray(1, CAPTURED, 0, first, out, n)


def write_sentence(sentence: int, cell: int, out: Numbers, n: int) -> int:
    """Write one of the game's sentences with a cell as its first detail; return the end."""
    out[n], out[n + 1] = sentence, cell
    return n + 2


def write_detail(cell: int, out: Numbers, n: int) -> int:
    """Write a cell as a further detail of a sentence; return the end."""
    out[n], out[n + 1] = GAP, cell
    return n + 2


def write_line(kind: int, cells: Word, out: Numbers, n: int) -> int:
    """Write a line through these cells, lowest first: its kind, how many, and which."""
    out[n], out[n + 1] = kind, popcount(cells)
    n += 2
    while cells:
        out[n] = ctz(cells)
        cells = drop(cells)
        n += 1
    return n


def write_pieces(cells: Word, piece: int, out: Numbers) -> None:
    """Write a piece on each cell of a set."""
    while cells:
        out[ctz(cells)] = piece + 1
        cells = drop(cells)


def side_count(state: State, player: int) -> int:
    """Return how many pieces one of two players has on the board."""
    return popcount(state[0]) if rules.to_move(state) == player else popcount(state[1])


# -- building a state -----------------------------------------------------------------------------
def needs(detail: int) -> int:
    """Return that a position needs a detail."""
    return -1 - detail


def cells_held(board: Numbers, piece: int) -> Word:
    """Return the cells of a board that a piece stands on."""
    found = word(0)
    for cell in range(min(len(board), 64)):
        if board[cell] == piece + 1:
            found |= bit(cell)
    return found


def write_counts(sentence: int, first: int, second: int, out: Numbers) -> int:
    """Write a sentence with two numbers; return the end."""
    out[0] = sentence
    n = write_number(first, out, 1)
    out[n] = GAP
    return write_number(second, out, n + 1)


def too_many(pieces: Word, most: int, out: Numbers) -> int:
    """Write that there are more pieces than allowed, if there are."""
    return write_counts(TOO_MANY, popcount(pieces), most, out) if popcount(pieces) > most else 0


def write_sides(board: Numbers, turn: int, most: int, state: Words, out: Numbers) -> int:
    """Write the pieces of two players into a state; or that one has too many."""
    state[0], state[1] = cells_held(board, turn), cells_held(board, 1 - turn)
    return too_many(state[0], most, out) or too_many(state[1], most, out)


def has_won(letter: int, out: Numbers) -> int:
    """Write that the player of this letter had already won."""
    out[0] = HAS_WON
    return write_char(letter, out, 1)


def wrong_ply(out: Numbers) -> int:
    """Write that the plies do not fit who is to move."""
    out[0] = WRONG_PLY
    return 1


# -- by default -----------------------------------------------------------------------------------
def gestures(state: State, ctx: Words, move: int, out: Numbers) -> int:
    """Say nothing: the gesture follows from what the move does."""
    return -1


def pieces(state: State, out: Numbers) -> int:
    """Write the pieces of two players, whose sets the state begins with."""
    side = rules.to_move(state)
    write_pieces(state[0], side, out)
    write_pieces(state[1], 1 - side, out)
    return 0


def trays(state: State, ctx: Words, out: Numbers) -> int:
    """Write no trays."""
    return 0


def last(state: State) -> int:
    """Return no cell."""
    return NO_CELL


def reach(state: State, ctx: Words, cell: int) -> Word:
    """Return the empty set."""
    return word(0)


def details(state: State, ctx: Words, out: Numbers) -> int:
    """Write no details."""
    return 0


def read(state: State, ctx: Words, steps: Numbers, count: int, out: Numbers) -> int:
    """Say nothing about what is not a legal move."""
    return -1


def read_pair(state: State, ctx: Words, steps: Numbers, count: int, out: Numbers) -> int:
    """Return the move `to | from << 6` between two cells, for games that number moves like this."""
    if count != 2 or (steps[0] != PICK and steps[0] != SPACE) or steps[1] < 0 or steps[3] < 0:
        return -1
    return steps[3] | steps[1] << 6


def refusal(state: State, ctx: Words, move: int, out: Numbers) -> int:
    """Write no sentence."""
    return 0


def lines(state: State, ctx: Words, move: int, out: Numbers) -> int:
    """Write no lines."""
    return 0


def notes(state: State, ctx: Words, steps: Numbers, count: int, out: Numbers) -> int:
    """Write no notes."""
    return 0


def cell_lines(state: State, ctx: Words, steps: Numbers, count: int, out: Numbers) -> int:
    """Write no lines."""
    return 0


def leave(state: S, player: int) -> S:
    """Return the state unchanged: of two players the other wins."""
    return state


def may_resign(state: State, player: int) -> int:
    """Return that everybody may resign at any time."""
    return 1


def resignation_points(state: State, player: int) -> int:
    """Return no points."""
    return 0


def agreed(state: State) -> int:
    """Return the empty set: an agreed end is a draw."""
    return 0
