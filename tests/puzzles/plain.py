"""A second prover, as simple as can be: every move to the end of the plies, each position once.

It shares the rules with the package and nothing else: neither tables, nor orders of moves, nor the
shortcuts of `search/prover.py`.
"""

from __future__ import annotations

from brettwerk.core.game import Move, Position
from brettwerk.core.outcome import Outcome
from brettwerk.puzzles.puzzle import Puzzle
from puzzles.literal import FOR_EVER, TooMuch


class Plain:
    """A puzzle proven with at most `most` positions; `beyond` plies more than it asks for."""

    def __init__(self, puzzle: Puzzle, most: int, beyond: int = 0) -> None:
        self.start, self.goal = puzzle.start, puzzle.goal
        self.player, self.left, self.beyond = puzzle.start.turn, most, beyond
        self.seen: dict[tuple[object, ...], bool] = {}
        self.seated = self.still_in(puzzle.start)

    def still_in(self, position: Position) -> set[int]:
        """The other players who are in the game."""
        return set(position.game.definition.still_in(position)) - {self.player}

    def good(self) -> list[str]:
        """The first moves that reach the goal."""
        plies = (self.goal.plies or FOR_EVER) + self.beyond
        return [m.text for m in self.start.moves if self.after(self.start, m, plies, 0, 0)]

    def after(self, position: Position, move: Move, left: int, took: int, lost: int) -> bool:
        """Whether the goal is reached by playing this move."""
        for cell in position.effects(move).taken:
            mine = position.pieces.get(cell) == position.game.seats[self.player]
            lost += mine
            took += not mine and position.turn == self.player
        return self.reaches(position.play_unchecked(move.code), left - 1, took, lost)

    def reaches(self, position: Position, left: int, took: int, lost: int) -> bool:
        """Whether the goal is reached from here within these plies."""
        key = (position.state, left, took, lost)
        if key not in self.seen:
            self.left -= 1
            if self.left < 0:
                raise TooMuch
            self.seen[key] = self._reaches(position, left, took, lost)
        return self.seen[key]

    def _reaches(self, position: Position, left: int, took: int, lost: int) -> bool:
        kind, enough = self.goal.kind, took >= self.goal.amount
        is_out = self.still_in(position) != self.seated
        if outcome := position.outcome:
            return self._ended(outcome, enough, lost, is_out)
        if (kind == "take" and enough) or (kind == "out" and is_out):
            return True
        if kind == "keep" and lost:
            return False
        if left == 0:
            return kind in ("hold", "draw") or (kind == "keep" and enough)
        found = (self.after(position, move, left, took, lost) for move in position.moves)
        return any(found) if position.turn == self.player else all(found)

    def _ended(self, outcome: Outcome, enough: bool, lost: int, is_out: bool) -> bool:
        alone = outcome.winners == (self.player,)
        beaten = bool(outcome.winners) and self.player not in outcome.winners
        points = outcome.points[self.player] if outcome.points else self.goal.amount
        return {
            "win": alone,
            "points": alone and points >= self.goal.amount,
            "hold": not beaten,
            "draw": not beaten,
            "keep": not beaten and enough and not lost,
            "take": alone or enough,
            "out": alone or is_out,
        }[self.goal.kind]
