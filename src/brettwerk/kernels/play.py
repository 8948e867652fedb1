"""What players need besides the rules, as kernels: set-up, texts, effects, trays, leaving a game.

Texts are written as *tokens*, which readers in any language turn into characters: below `CHAR` a
cell, whose name the board knows; below `WORD` a character; from there on one of the game's `words`.
Pieces are numbered as the seats are, other kinds after them.

A *sentence* is the number of one of the game's sentences, then the tokens of its details, with
`GAP` between them. A *line* is its kind, how many cells it joins, and these. *Steps* are the signs
and cells of a gesture, or of the text of a move.
"""

from __future__ import annotations

from brettwerk.kernels.contract import counts, states
from brettwerk.kernels.description import play
from brettwerk.kernels.play_primitives import CHAR, MOVED, PLACED, ROW, TAKEN
from brettwerk.kernels.primitives import number
from brettwerk.kernels.types import Bytes, Numbers, State, Words

_TOKENS = 64  # of one gesture, at most


def start_game(options: Numbers, text: Bytes, ctx: Words, start: Words) -> int:
    """Write the ctx and the starting state of a game with these options; return 0 if it has none.

    `options` are switches, counts and numbers of choices; `text` is the option that is a text.
    """
    return play.begin(options, text, ctx, start)


def move_text(out: Numbers, move: int) -> int:
    """Write the text of a move."""
    return play.text(move, out, 0)


def move_effects(rows: Words, ctx: Words, out: Numbers, move: int) -> int:
    """Write what a move does, rows of a kind, a cell and a cell or a piece; return how many."""
    return play.effects(states.load(rows, 0), ctx, move, out, 0)


def move_gestures(rows: Words, ctx: Words, out: Numbers, move: int) -> int:
    """Write the gestures that make a move, with spaces between them."""
    state = states.load(rows, 0)
    written = play.gestures(state, ctx, move, out)
    return written if written >= 0 else gesture_of(state, ctx, move, out)


def gesture_of(state: State, ctx: Words, move: int, out: Numbers) -> int:
    """Write the gesture of a move of at most one piece, from what it does."""
    count = play.effects(state, ctx, move, out, _TOKENS)
    n, target = 0, -1
    for at in range(_TOKENS, _TOKENS + ROW * count, ROW):
        if out[at] == MOVED:
            out[n], out[n + 1] = CHAR + 46, out[at + 1]  # .
            out[n + 2], out[n + 3] = CHAR + 62, out[at + 2]  # >
            target = out[at + 2]
            n += 4
    for at in range(_TOKENS, _TOKENS + ROW * count, ROW):
        if out[at] == PLACED and target < 0:
            out[n], out[n + 1] = CHAR + 62, out[at + 1]  # >
            target = out[at + 1]
            n += 2
    for at in range(_TOKENS, _TOKENS + ROW * count, ROW):
        if out[at] == TAKEN and out[at + 1] != target:
            out[n], out[n + 1] = CHAR + 33, out[at + 1]  # !
            n += 2
    for at in range(_TOKENS, _TOKENS + ROW * count, ROW):
        if out[at] == PLACED and out[at + 1] != target:
            out[n], out[n + 1] = CHAR + 43, out[at + 1]  # +
            n += 2
    return n


def board_pieces(rows: Words, out: Numbers) -> int:
    """Write the piece on each cell, those off the board included: its number and 1, or 0."""
    return play.pieces(states.load(rows, 0), out)


def board_trays(rows: Words, ctx: Words, out: Numbers) -> int:
    """Write the trays: rows of an owner, 0 for the hand, a piece and a count; return how many."""
    return play.trays(states.load(rows, 0), ctx, out)


def last_cell(rows: Words) -> int:
    """Return the cell that the last move touched, as far as the state knows; -1 for none."""
    return play.last(states.load(rows, 0))


def cell_reach(rows: Words, ctx: Words, cell: int) -> int:
    """Return the set of cells in reach of the piece on a cell, where fields decide that."""
    return number(play.reach(states.load(rows, 0), ctx, cell))


def position_details(rows: Words, ctx: Words, out: Numbers) -> int:
    """Write the details of a position, `name=value`, with a space before each."""
    return play.details(states.load(rows, 0), ctx, out)


def build_position(
    board: Numbers, ctx: Words, details: Numbers, rows: Words, out: Numbers, turn: int
) -> int:
    """Put the state with these pieces and details into the first row, and return 0.

    `board` is as `board_pieces` writes it. If there is no such state, write why and return the
    length of that sentence; or return -1 - d if it needs detail d.
    """
    return play.build(board, ctx, details, turn, rows, out)


def read_steps(rows: Words, ctx: Words, steps: Numbers, out: Numbers, count: int) -> int:
    """Return the move, legal or not, that steps mean; or -1 - n, and write why there is none."""
    return play.read(states.load(rows, 0), ctx, steps, count, out)


def why_illegal(rows: Words, ctx: Words, out: Numbers, move: int) -> int:
    """Write the sentence why a move is illegal."""
    return play.refusal(states.load(rows, 0), ctx, move, out)


def move_lines(rows: Words, ctx: Words, out: Numbers, move: int) -> int:
    """Write the lines that show what a legal move achieves."""
    return play.lines(states.load(rows, 0), ctx, move, out)


def cell_notes(rows: Words, ctx: Words, steps: Numbers, out: Numbers, count: int) -> int:
    """Write sentences about cells after these steps: a cell, the sentence's length, and itself."""
    return play.notes(states.load(rows, 0), ctx, steps, count, out)


def lines_of_cells(rows: Words, ctx: Words, steps: Numbers, out: Numbers, count: int) -> int:
    """Write lines that concern cells after these steps: a cell and a line."""
    return play.cell_lines(states.load(rows, 0), ctx, steps, count, out)


def leave_game(rows: Words, player: int) -> int:
    """Put the state into the first row in which a player has left, and the others go on."""
    states.store(rows, 0, play.leave(states.load(rows, 0), player))
    return 0


def players_out(rows: Words) -> int:
    """Return the set of players who are out."""
    return counts.out(states.load(rows, 0))


def may_resign(rows: Words, player: int) -> int:
    """Return whether a player who is in may resign now."""
    return play.may_resign(states.load(rows, 0), player)


def resignation_points(rows: Words, player: int) -> int:
    """Return the opponent's points if a player resigns."""
    return play.resignation_points(states.load(rows, 0), player)


def agreed_winners(rows: Words) -> int:
    """Return the set of players who win if all agree to end the game now."""
    return play.agreed(states.load(rows, 0))


ENTRIES = (
    start_game,
    move_text,
    move_effects,
    move_gestures,
    board_pieces,
    board_trays,
    last_cell,
    cell_reach,
    position_details,
    build_position,
    read_steps,
    why_illegal,
    move_lines,
    cell_notes,
    lines_of_cells,
    players_out,
    leave_game,
    may_resign,
    resignation_points,
    agreed_winners,
)
