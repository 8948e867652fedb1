"""Positions drawn as pictures, and what can be asked of them; the slow referee listens in.

A picture is one line a row, top row first, cells apart by spaces, a dot for an empty one; the
hexagon and the triangle may be drawn in their shape. On a square board a cell may be its colour
and its piece together: `bw` is a white piece on a blue field, `r.` an empty red one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import brettwerk
import slow
import slow.abalone
import slow.bedraengnis
import slow.congress
import slow.drei
import slow.isolation
import slow.katarenga
import slow.schlacht
import slow.triapon
from brettwerk.boards.board import cells_of
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.boards.square import WHOLE
from brettwerk.core.game import Position
from brettwerk.core.outcome import Outcome
from brettwerk.games.drei.rules import DreiState
from brettwerk.games.katarenga.rules import KatarengaState
from brettwerk.games.schlacht.rules import SchlachtState
from brettwerk.games.triapon.rules import TriaponState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

BALLS = 9
LETTERS = {"white": "w", "black": "b", "one": "1", "two": "2", "three": "3"}


# -- drawing ----------------------------------------------------------------------------------
def position(name: str, picture: str, to_move: str | None = None, **given: Any) -> Position:
    """The position of a picture; `given` are options of the game and words of a position's text.

    What a picture does not say is filled in. Abalone: nothing is out yet, or `out=(black, white)`
    marbles are. Triapon: of the nine balls that lie nowhere each was taken by the next player.
    Die Schlacht: the battle is on. Where players place in turn, the pieces say who is to move.
    """
    rows = [line.split() for line in picture.strip().splitlines()]
    if all(len(cell) == 2 for row in rows for cell in row):
        given["board"] = "/".join("".join(cell[0] for cell in row) for row in rows)
        rows = [[cell[1] for cell in row] for row in rows]
    pieces = "/".join("".join(row) for row in rows)
    if name in _FILLED_IN:
        _FILLED_IN[name](pieces, given)
    known = brettwerk.game(name).options
    game = brettwerk.game(name, **{k: given.pop(k) for k in tuple(given) if k in known})
    turn = LETTERS[to_move or _whose_turn(name, pieces, given)]
    words = [f"{name}/1", pieces, turn, *(f"{word}={value}" for word, value in given.items())]
    drawn = game.position(" ".join(words))
    assert brettwerk.position(drawn.text) == drawn
    return drawn


def _whose_turn(name: str, pieces: str, given: dict[str, Any]) -> str:
    if name in ("drei", "bedraengnis", "isolation"):
        relocations = int(given.get("turns", 0))
        return ("white", "black")[(pieces.count("w") + pieces.count("b") + relocations) % 2]
    return brettwerk.game(name).seats[0]


def _fill_in_abalone(pieces: str, given: dict[str, Any]) -> None:
    """A set-up of the marbles in the picture, and of those that are out on cells now free."""
    black, white = given.pop("out", (0, 0))
    if "setup" in given:
        return
    cells = [cell for row in HEXAGON.rows for cell in row]
    held: dict[str, list[str]] = {"b": [], "w": [], ".": []}
    for letter, cell in zip(pieces.replace("/", ""), cells, strict=True):
        held[letter].append(HEXAGON.names[cell])
    free = held["."]
    given["setup"] = {
        "black": held["b"] + free[:black],
        "white": held["w"] + free[black : black + white],
    }


def _fill_in_triapon(pieces: str, given: dict[str, Any]) -> None:
    """Who took the balls that lie nowhere: the next player, unless it is said."""
    hands = given.setdefault("hands", "000")
    if "taken" in given:
        return
    missing = [BALLS - pieces.count(str(p + 1)) - int(hands[p]) for p in range(3)]
    out = given.get("out", "")
    taken = [["0"] * 3 for _ in range(3)]
    for player, count in enumerate(missing):
        if str(player + 1) not in out:
            taken[(player + 1) % 3][player] = str(count)
    given["taken"] = "/".join("".join(row) for row in taken)


def _fill_in_schlacht(_: str, given: dict[str, Any]) -> None:
    given.setdefault("phase", "battle")


_FILLED_IN: dict[str, Callable[[str, dict[str, Any]], None]] = {
    "abalone": _fill_in_abalone,
    "triapon": _fill_in_triapon,
    "schlacht": _fill_in_schlacht,
}


def painted(colour: str, **fields: str) -> str:
    """A whole board of one colour but for some fields: `painted("g", a1="r")`."""
    colours = {name: fields.get(name, colour) for name in WHOLE.names}
    return "/".join("".join(colours[WHOLE.names[cell]] for cell in row) for row in WHOLE.rows)


def row_e(cells: str, to_move: str = "black", **given: Any) -> Position:
    """The hexagon with marbles on its longest row only: `b b w . . . . . .`, from e1 to e9."""
    rows = [". " * len(row) for row in HEXAGON.rows]
    rows[4] = cells
    return position("abalone", "\n".join(rows), to_move, **given)


# -- asking -----------------------------------------------------------------------------------
def legal(position: Position) -> set[str]:
    """The texts of the legal moves, in which the slow referee must agree."""
    texts = {move.text for move in position.moves}
    referee, state = slow_twin(position)
    assert texts == set(referee.legal(state))
    return texts


def targets(position: Position, origin: str) -> set[str]:
    """Where a piece can go from a cell, not counting broadside moves."""
    pattern = re.compile(rf"{origin}[-x]?([a-i][1-9]|left|right)(?![a-i])")
    found = (pattern.match(text) for text in legal(position))
    return {match[1] for match in found if match}


def prey(position: Position, move: str) -> set[str]:
    """The balls of which one must be taken with this move of Triapon; none if none may be."""
    texts = legal(position)
    found = {text[len(move) + 1 :] for text in texts if text.startswith(move + "x")}
    assert (move in texts) is (not found)
    return {ball for ball in found if "+" not in ball}


def after(position: Position, *moves: str) -> Position:
    """The position after these moves, each of them agreed to be legal."""
    for move in moves:
        assert move in legal(position), move
        position = position.play(move)
    return position


def drawing(position: Position) -> str:
    """The pieces of a position as in its text, to be compared with a picture."""
    return position.text.split()[1]


def drawn(picture: str) -> str:
    """A picture as `drawing` gives it."""
    return "/".join("".join(line.split()) for line in picture.strip().splitlines())


def goes_on(position: Position) -> None:
    """The game has not ended, as the slow referee says too."""
    referee, state = slow_twin(position)
    assert position.outcome is None
    assert referee.outcome(state) is None
    assert legal(position)


def ended(
    position: Position,
    reason: str,
    winners: Iterable[int],
    returns: Iterable[float],
    points: tuple[int, ...] | None = None,
) -> None:
    """The game has ended just so, as the slow referee says too, who has other words for reasons."""
    assert position.outcome == Outcome(tuple(winners), points, reason, tuple(returns))
    assert position.to_move is None
    assert position.is_over
    assert not position.moves
    referee, state = slow_twin(position)
    same_outcome(position.outcome, referee.outcome(state))


def same_outcome(outcome: Outcome, other: slow.Outcome | None) -> None:
    """The slow referee's outcome is the same but for the word for the reason."""
    assert other is not None
    assert list(outcome.winners) == other["winners"]
    assert (None if outcome.points is None else list(outcome.points)) == other["points"]
    assert list(outcome.returns) == other["returns"]


# -- the slow referee -------------------------------------------------------------------------
def slow_twin(position: Position) -> tuple[slow.SlowGame[Any], Any]:
    """The slow referee of the same game, and the position as that one has it."""
    game = position.game
    options = dict(game.options)
    if game.name == "abalone" and ":" in options["setup"]:
        sides = (side.partition(":") for side in options["setup"].split(";"))
        options["setup"] = {colour: cells.split(",") if cells else [] for colour, _, cells in sides}
    return slow.game(game.name, options), _STATES[game.name](position)


def _holding(position: Position) -> tuple[frozenset[str], ...]:
    """The names of the cells that each seat holds."""
    names, pieces = position.game.board.names, position.board_view.pieces
    return tuple(
        frozenset(names[cell] for cell, piece in pieces.items() if piece == seat)
        for seat in position.game.seats
    )


def _before(position: Position) -> list[tuple[tuple[frozenset[str], ...], int]]:
    """What each held, and whose turn it was, in all positions before; forgotten ones are empty."""
    names, fields = position.game.board.names, position.game.definition.kernels.fields
    ply = position.state[fields.index("ply")]
    known = list(position.history or ())
    past = [(0, 0)] * (ply - len(known)) + known
    found = []
    for at, (mine, theirs) in enumerate(past):
        sides = [frozenset(names[cell] for cell in cells_of(bits)) for bits in (mine, theirs)]
        found.append((tuple(reversed(sides) if at % 2 else sides), at % 2))
    return found


def _abalone_state(position: Position) -> slow.abalone.State:
    history = [*_before(position), (_holding(position), position.turn)]
    cells = slow.abalone.NAMES
    return slow.abalone.State(
        tuple(
            slow.abalone.Position(tuple(frozenset(cells[n] for n in side) for side in sides), turn)
            for sides, turn in history
        )
    )


def _katarenga_state(position: Position) -> slow.katarenga.State:
    history = [*_before(position), (_holding(position), position.turn)]
    camps = tuple(
        frozenset(
            side
            for at, side in enumerate(("left", "right"))
            if position.state_as(KatarengaState).camps >> 2 * player + at & 1
        )
        for player in range(2)
    )
    return slow.katarenga.State(
        tuple(slow.katarenga.Position(sides, camps, turn) for sides, turn in history)
    )


def _congress_state(position: Position) -> slow.congress.State:
    history = [*_before(position), (_holding(position), position.turn)]
    return slow.congress.State(
        tuple(slow.congress.Position(sides, turn) for sides, turn in history)
    )


def _isolation_state(position: Position) -> slow.isolation.State:
    return slow.isolation.State(_holding(position), position.turn)


def _bedraengnis_state(position: Position) -> slow.bedraengnis.State:
    last = position.board_view.last[0] if position.board_view.last else None
    return slow.bedraengnis.State(_holding(position), last, position.turn)


def _drei_state(position: Position) -> slow.drei.State:
    last = position.board_view.last[0] if position.board_view.last else None
    both = (None, last) if position.turn == 0 else (last, None)
    turns = position.state_as(DreiState).turns
    return slow.drei.State(_holding(position), both, position.turn, turns)


def _schlacht_state(position: Position) -> slow.schlacht.State:
    state = position.state_as(SchlachtState)
    return slow.schlacht.State(_holding(position), min(state.ply, 16), state.passes, position.turn)


def _triapon_state(position: Position) -> slow.triapon.State:
    state, names = position.state_as(TriaponState), position.game.board.names
    holes = [_hole(name) for name in names]
    pieces = position.board_view.pieces

    def lying(piece: str) -> frozenset[slow.triapon.Hole]:
        return frozenset(holes[cell] for cell, found in pieces.items() if found == piece)

    def digits(packed: int) -> tuple[int, ...]:
        return tuple(packed >> 4 * player & 15 for player in range(3))

    return slow.triapon.State(
        balls=tuple(lying(seat) for seat in position.game.seats),
        hand=digits(state.hands),
        taken=tuple(digits(state.taken >> 12 * player) for player in range(3)),
        put_back=digits(state.built),
        barricades=lying("barricade"),
        out=frozenset(player for player in range(3) if state.out >> player & 1),
        moving=state.hands == 0,
        quiet=state.quiet,
        turn=position.turn,
    )


def _hole(name: str) -> slow.triapon.Hole:
    return slow.triapon.LETTERS.index(name[0]), int(name[1:]) - 1


_STATES: dict[str, Callable[[Position], Any]] = {
    "abalone": _abalone_state,
    "bedraengnis": _bedraengnis_state,
    "congress": _congress_state,
    "drei": _drei_state,
    "isolation": _isolation_state,
    "katarenga": _katarenga_state,
    "schlacht": _schlacht_state,
    "triapon": _triapon_state,
}
