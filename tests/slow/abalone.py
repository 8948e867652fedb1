"""Abalone, slowly: lines of up to three marbles, six enemy marbles pushed off win."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .common import Options, Outcome, SlowGame, integer, with_one

if TYPE_CHECKING:
    from collections.abc import Iterator

Cell = tuple[int, int]  # row from 0, number as written

AXES: list[Cell] = [(0, 1), (1, 0), (1, 1)]
WAYS: list[Cell] = AXES + [(-row, -number) for row, number in AXES]
ROWS = "abcdefghi"
CELLS: frozenset[Cell] = frozenset(
    (row, number)
    for row in range(9)
    for number in range(1, 10)
    if -4 <= number - 1 - row <= 4  # the hexagon's other pair of sides
)
NAMES: dict[str, Cell] = {ROWS[row] + str(number): (row, number) for row, number in CELLS}
SETUPS: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("abalone_setups.json").read_text(encoding="utf-8")
)
OUT_TO_WIN = 6


class Position(NamedTuple):
    """The marbles of Black (0) and White (1), and whose turn it is."""

    marbles: tuple[frozenset[Cell], ...]
    turn: int


class State(NamedTuple):
    """Every position so far, the present one last."""

    history: tuple[Position, ...]


class Abalone(SlowGame[State]):
    """The game with its options `setup`, `repetition` and `ply_limit`."""

    name = "abalone"
    option_names = frozenset({"setup", "repetition", "ply_limit"})

    def __init__(self, options: Options | None = None) -> None:
        super().__init__(options)
        self.setup = parse_setup(self.options.get("setup", "standard"))
        self.repetition = integer(self.options, "repetition")
        self.ply_limit = integer(self.options, "ply_limit")

    def start(self) -> State:
        return State((Position(self.setup, 0),))

    def turn(self, state: State) -> int:
        return state.history[-1].turn

    def replies(self, state: State) -> dict[str, State]:
        now = state.history[-1]
        found = {**in_line_moves(now), **broadside_moves(now)}
        return {text: State((*state.history, after)) for text, after in found.items()}

    def marbles_out(self, state: State) -> list[int]:
        """How many marbles of each player are out: a set-up need not begin with fourteen."""
        marbles = state.history[-1].marbles
        return [len(self.setup[player]) - len(marbles[player]) for player in (0, 1)]

    def outcome(self, state: State) -> Outcome | None:
        now = state.history[-1]
        out = self.marbles_out(state)
        if max(out) >= OUT_TO_WIN:
            return self.win([1 - out.index(max(out))], "six-out")
        if not self.moves(state):
            return self.draw("no-move")
        if self.repetition and state.history.count(now) >= self.repetition:
            return self.draw("repetition")
        if self.ply_limit and len(state.history) - 1 >= self.ply_limit:
            return self.at_limit(out)
        return None

    def at_limit(self, out: list[int]) -> Outcome:
        """More enemy marbles out wins, equal draws."""
        if out[0] == out[1]:
            return self.draw("ply-limit")
        return self.win([1 if out[0] > out[1] else 0], "ply-limit")


def parse_setup(value: object) -> tuple[frozenset[Cell], ...]:
    """The marbles of a set-up's name, or of lists of cells for black and white."""
    if isinstance(value, str):
        if value not in SETUPS:
            raise ValueError(f"no set-up {value!r}")
        return tuple(marbles(SETUPS[value][side].split()) for side in ("black", "white"))
    if not isinstance(value, dict) or set(value) != {"black", "white"}:
        raise ValueError("a set-up is a name, or lists of cells for black and white")
    black, white = marbles(value["black"]), marbles(value["white"])
    if black & white:
        raise ValueError("a cell holds one marble")
    return black, white


def marbles(names: object) -> frozenset[Cell]:
    """The cells of a list of names."""
    if not isinstance(names, list) or any(name not in NAMES for name in names):
        raise ValueError("marbles are a list of cells")
    if len(set(names)) != len(names):
        raise ValueError("a cell holds one marble")
    return frozenset(NAMES[name] for name in names)


def cell_name(cell: Cell) -> str:
    """The cell as it is written."""
    return ROWS[cell[0]] + str(cell[1])


def ahead(cell: Cell, way: Cell, steps: int = 1) -> Cell:
    """The cell so many steps away, on the board or not."""
    return cell[0] + steps * way[0], cell[1] + steps * way[1]


def run(cell: Cell, way: Cell, of: frozenset[Cell]) -> list[Cell]:
    """The marbles that stand without a gap from a cell on, that cell included."""
    found = []
    while cell in of:
        found.append(cell)
        cell = ahead(cell, way)
    return found


def in_line_moves(now: Position) -> dict[str, Position]:
    """Every in-line move, by the rearmost moved marble and its target."""
    found = {}
    for rear in now.marbles[now.turn]:
        for way in WAYS:
            after = pushed(now, rear, way)
            if after is not None:
                found[cell_name(rear) + cell_name(ahead(rear, way))] = after
    return found


def pushed(now: Position, rear: Cell, way: Cell) -> Position | None:
    """The position after the in-line move of a marble and all before it, or None if illegal."""
    own, enemy = now.marbles[now.turn], now.marbles[1 - now.turn]
    moving = run(rear, way, own)
    front = ahead(moving[-1], way)
    facing = run(front, way, enemy)
    behind = ahead(front, way, len(facing))
    if len(moving) > 3 or len(facing) >= len(moving) or front not in CELLS:
        return None
    if behind in own or behind in enemy:  # in the enemy's it cannot be: the run would be longer
        return None
    shoved = {ahead(cell, way) for cell in facing} & CELLS  # one may be off the board: it is out
    return replaced(now, moved(own, moving, way), (enemy - set(facing)) | shoved)


def broadside_moves(now: Position) -> dict[str, Position]:
    """Every sideways move of two or three marbles."""
    found = {}
    occupied = now.marbles[0] | now.marbles[1]
    own, enemy = now.marbles[now.turn], now.marbles[1 - now.turn]
    for group, axis in groups(own):
        for way in WAYS:
            targets = [ahead(cell, way) for cell in group]
            if way in (axis, ahead((0, 0), axis, -1)):
                continue
            if all(cell in CELLS and cell not in occupied for cell in targets):
                text = cell_name(group[0]) + cell_name(group[-1]) + cell_name(targets[0])
                found[text] = replaced(now, moved(own, group, way), enemy)
    return found


def groups(own: frozenset[Cell]) -> Iterator[tuple[list[Cell], Cell]]:
    """Every two or three adjacent marbles in a line, the lowest first, with their axis."""
    for lowest in own:
        for axis in AXES:  # all axes lead upward in the order of row, then number
            line = run(lowest, axis, own)
            for count in (2, 3):
                if len(line) >= count:
                    yield line[:count], axis


def moved(own: frozenset[Cell], moving: list[Cell], way: Cell) -> frozenset[Cell]:
    """The own marbles after some have moved."""
    return (own - set(moving)) | {ahead(cell, way) for cell in moving}


def replaced(now: Position, own: frozenset[Cell], enemy: frozenset[Cell]) -> Position:
    """The next position, with these marbles of the mover and of the enemy."""
    both = with_one(with_one(now.marbles, now.turn, own), 1 - now.turn, enemy)
    return Position(both, 1 - now.turn)
