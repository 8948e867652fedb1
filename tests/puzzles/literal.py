"""What a puzzle claims, checked word by word with the slow referee, which knows none of our code.

It looks at every move without any shortcut, so it is for puzzles that are soon looked through.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import slow
from brettwerk.core.game import Position
from brettwerk.games.schlacht.rules import SchlachtState
from brettwerk.games.triapon.rules import TriaponState
from brettwerk.puzzles.puzzle import Puzzle
from slow import abalone, bedraengnis, congress, drei, isolation, katarenga, schlacht, triapon

FOR_EVER = 64


class TooMuch(Exception):
    """More positions than somebody wants to wait for."""


def sides(position: Position) -> tuple[frozenset[str], ...]:
    """The names of the cells that each player holds."""
    held = position.pieces
    return tuple(
        frozenset(cell for cell, piece in held.items() if piece == seat)
        for seat in position.game.seats
    )


def _abalone(position: Position) -> Any:
    marbles = tuple(frozenset(abalone.NAMES[name] for name in side) for side in sides(position))
    return abalone.State((abalone.Position(marbles, position.turn),))


def _katarenga(position: Position) -> Any:
    whose = {"white": "black", "black": "white"}
    camps = tuple(
        frozenset(
            off_cell.name.split("-")[1]
            for off_cell in position.board_view.off_board
            if off_cell.piece == seat and off_cell.name.split("-")[0] == whose[seat]
        )
        for seat in position.game.seats
    )
    now = katarenga.Position(sides(position), camps, position.turn)
    # Two positions from before, so that both have had their first moves.
    start = slow.game("katarenga", dict(position.game.options)).start().history[0]
    return katarenga.State((start, start._replace(turn=1), now))


def _congress(position: Position) -> Any:
    return congress.State((congress.Position(sides(position), position.turn),))


def _isolation(position: Position) -> Any:
    return isolation.State(sides(position), position.turn)


def _last(position: Position) -> str | None:
    return position.board_view.last[0] if position.board_view.last else None


def _bedraengnis(position: Position) -> Any:
    return bedraengnis.State(sides(position), _last(position), position.turn)


def _drei(position: Position) -> Any:
    last = (None, _last(position)) if position.turn == 0 else (_last(position), None)
    return drei.State(sides(position), last, position.turn, 0)


def _schlacht(position: Position) -> Any:
    state = position.state_as(SchlachtState)
    return schlacht.State(sides(position), min(state.ply, 16), state.passes, position.turn)


def _triapon(position: Position) -> Any:
    def hole(name: str) -> tuple[int, int]:
        return "abcdefghi".index(name[0]), int(name[1]) - 1

    def tray(seat: str, kind: str, piece: str) -> int:
        trays = position.board_view.trays
        return sum(s.count for s in trays if (s.owner, s.what, s.piece) == (seat, kind, piece))

    seats = position.game.seats
    return triapon.State(
        balls=tuple(frozenset(map(hole, side)) for side in sides(position)),
        hand=tuple(tray(seat, "hand", seat) for seat in seats),
        taken=tuple(tuple(tray(a, "taken", b) for b in seats) for a in seats),
        put_back=(0, 0, 0),
        barricades=frozenset(),
        out=frozenset(range(3)) - frozenset(position.game.definition.still_in(position)),
        moving=not any(tray(seat, "hand", seat) for seat in seats),
        quiet=position.state_as(TriaponState).quiet,
        turn=position.turn,
    )


BUILD = {
    "abalone": _abalone,
    "bedraengnis": _bedraengnis,
    "congress": _congress,
    "drei": _drei,
    "isolation": _isolation,
    "katarenga": _katarenga,
    "schlacht": _schlacht,
    "triapon": _triapon,
}


def options_of(position: Position) -> dict[str, Any]:
    """The options as the slow referee wants them: a set-up of one's own as lists of cells."""
    options = dict(position.game.options)
    if ":" in options.get("setup", ""):
        sides = (side.split(":") for side in options["setup"].split(";"))
        options["setup"] = {colour: cells.split(",") for colour, cells in sides}
    return options


class Count(NamedTuple):
    """What goals count: pieces taken and lost by a player, and who else is out."""

    taken: int
    lost: int
    out: frozenset[int]


class Literal:
    """A puzzle told to the slow referee."""

    def __init__(self, puzzle: Puzzle, most: int = 10**9) -> None:
        self.puzzle, self.goal = puzzle, puzzle.goal
        self.game = slow.game(puzzle.start.game.name, options_of(puzzle.start))
        self.start = BUILD[self.game.name](puzzle.start)
        self.player = self.game.turn(self.start)
        self.before = self.count(self.start)
        self.most = most

    def count(self, state: Any) -> Count:
        """Taken, lost, out."""
        if isinstance(state, abalone.State):
            assert isinstance(self.game, abalone.Abalone)
            out = self.game.marbles_out(state)
            return Count(out[1 - self.player], out[self.player], frozenset())
        if isinstance(state, triapon.State):
            lost = sum(row[self.player] for row in state.taken)
            return Count(sum(state.taken[self.player]), lost, state.out - {self.player})
        return Count(0, 0, frozenset())

    def good(self) -> list[str]:
        """The first moves that reach the goal."""
        left = self.goal.plies or FOR_EVER
        moves = self.game.legal(self.start)
        return [m for m in moves if self.reaches(self.game.play(self.start, m), left - 1)]

    def reaches(self, state: Any, left: int) -> bool:
        """Whether the player reaches the goal from here within so many plies."""
        self.most -= 1
        if self.most < 0:
            raise TooMuch
        outcome = self.game.outcome(state)
        now = self.count(state)
        more, lost = now.taken - self.before.taken, now.lost - self.before.lost
        if outcome is not None:
            return self.at_the_end(outcome, more, lost, now)
        if self.goal.kind == "take" and more >= self.goal.amount:
            return True
        if self.goal.kind == "out" and now.out != self.before.out:
            return True
        if self.goal.kind == "keep" and lost:
            return False
        if left == 0:
            kept = self.goal.kind == "keep" and more >= self.goal.amount
            return kept or self.goal.kind in ("hold", "draw")
        after = (self.game.play(state, move) for move in self.game.legal(state))
        found = (self.reaches(one, left - 1) for one in after)
        return any(found) if self.game.turn(state) == self.player else all(found)

    def at_the_end(self, outcome: slow.Outcome, more: int, lost: int, now: Count) -> bool:
        """Whether a game that ended so has reached the goal."""
        winners, points = outcome["winners"], outcome["points"]
        alone = winners == [self.player]
        beaten = bool(winners) and self.player not in winners
        if self.goal.kind in ("win", "points"):
            return alone and (points is None or points[self.player] >= self.goal.amount)
        if self.goal.kind in ("hold", "draw"):
            return not beaten
        if self.goal.kind == "keep":
            return not beaten and more >= self.goal.amount and not lost
        if self.goal.kind == "take":
            return alone or more >= self.goal.amount
        return alone or now.out != self.before.out
