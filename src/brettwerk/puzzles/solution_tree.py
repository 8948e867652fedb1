"""The moves of a puzzle: when it is solved, the best attack and defence, refutations."""

from collections.abc import Callable, Iterator

from brettwerk.core.game import Move, Position
from brettwerk.puzzles.goals import Goal, objective_of
from brettwerk.search.objectives import WIN
from brettwerk.search.prover import Prover

_CERTAIN_NODES = 20_000


class SolutionTree:
    """A goal followed from the position in which it was set; `left` are plies still to be played.

    All answers are proven; `TooHard` is raised if the prover's limit does not suffice. `taste`
    chooses among defences that are equally good.
    """

    def __init__(
        self,
        prover: Prover,
        goal: Goal,
        start: Position,
        taste: Callable[[Position], Move] | None = None,
    ) -> None:
        self.prover, self.goal, self.start = prover, goal, start
        self.objective = objective_of(goal, start, prover)
        self._taste = taste

    @property
    def player(self) -> int:
        """Whose goal it is."""
        return self.objective.player

    def reached(self, position: Position, left: int) -> bool:
        """Return whether the goal has been reached, or can no longer be missed."""
        over = position.outcome is not None or left <= 0 or self.goal.has_speed
        if over and self.prover.proves(position, self.objective, 0):
            return True
        certain = self.goal.plies == 0 and position != self.start
        return certain and self.prover.is_certain(position, self.objective, left, _CERTAIN_NODES)

    def in_reach(self, position: Position, left: int) -> bool:
        """Return whether the goal is still reached in time, whatever the others do."""
        return self.prover.proves(position, self.objective, left)

    def good(self, position: Position, left: int) -> list[Move]:
        """Return the moves of the player after which the goal is still in reach."""
        return list(self.prover.good_moves(position, self.objective, left))

    def best(self, position: Position, left: int) -> Move:
        """Return a move of the player that reaches the goal, as soon as possible."""
        if self.goal.has_speed:
            left = self._soonest(position, left)
        return next(self.prover.good_moves(position, self.objective, left))

    def reply(self, position: Position, left: int) -> Move:
        """Return an opponent's move that makes the goal as late and as hard to reach as possible.

        Against a goal that is to be kept to the end, `taste` gives the strongest move.
        """
        moves = list((self._longest if self.goal.has_speed else self._unbeaten)(position, left))
        moves = moves or list(position.moves)
        is_counted = self.goal.has_speed or not self._taste
        if len(moves) > 1 and is_counted and self._comes_next(position):
            shares = {move: self._answers(position, move, left) for move in moves}
            moves = [move for move in moves if shares[move] == min(shares.values())]
        if len(moves) > 1 and self._taste:
            liked = self._taste(position)
            return liked if liked in moves else moves[0]
        return moves[0]

    def _soonest(self, position: Position, left: int) -> int:
        """Return the fewest plies to the goal, which is in reach."""
        found = self.prover.soonest(position, self.objective, left)
        return left if found is None else found

    def _comes_next(self, position: Position) -> bool:
        """Return whether the player of the goal answers at once."""
        return position.play_unchecked(position.legal_codes[0]).turn == self.player

    def _longest(self, position: Position, left: int) -> Iterator[Move]:
        """Yield the moves that put the goal off longest."""
        plies = self._soonest(position, left)
        for move in position.moves:
            if not self._after(position, move, plies - 1):
                yield move

    def _unbeaten(self, position: Position, left: int) -> Iterator[Move]:
        """Yield the moves after which the player of the goal does not even win."""
        winning = self.objective._replace(kind=WIN, amount=0)
        for move in position.moves:
            after = position.play_unchecked(move.code)
            if not self.prover.proves(after, winning, left - 1):
                yield move

    def _answers(self, position: Position, move: Move, left: int) -> float:
        """Return the share of the answers to a move that still reach the goal."""
        after = position.play_unchecked(move.code)
        if after.outcome:
            return 1.0
        return len(self.good(after, left - 1)) / len(after.moves)

    def line(self, position: Position, left: int) -> list[Move]:
        """Return the way to the goal, the others resisting."""
        line: list[Move] = []
        while not self.reached(position, left):
            mine = position.turn == self.player
            line.append((self.best if mine else self.reply)(position, left))
            position, left = position.play_unchecked(line[-1].code), left - 1
        return line

    def refutation(self, position: Position, left: int) -> list[Move]:
        """Return the opponents' answers that show that the goal is out of reach.

        If something is lost for good (a piece, the game), the line goes on until it is; a goal that
        merely comes too late is refuted by one round of answers.
        """
        line: list[Move] = []
        while position.outcome is None and left > 0:
            mine = position.turn == self.player
            if (mine and self.goal.has_speed) or self._missed(position):
                break
            line.append((self._lasting if mine else self._refuting)(position, left))
            position, left = position.play_unchecked(line[-1].code), left - 1
        return line

    def _missed(self, position: Position) -> bool:
        """Return whether a goal that is to be kept to the end has been missed for good."""
        return not self.goal.has_speed and not self.prover.proves(position, self.objective, 0)

    def _refuting(self, position: Position, left: int) -> Move:
        """Return an opponent's move that puts the goal out of reach, soonest or by a capture."""
        moves = sorted(position.moves, key=lambda move: -len(position.effects(move).taken))
        for plies in (left,) if self.goal.has_speed else range(1, left + 1):
            for move in moves:
                if not self._after(position, move, plies):
                    return move
        return moves[0]

    def _lasting(self, position: Position, left: int) -> Move:
        """Return the player's move that delays missing a goal out of reach as long as possible."""
        for plies in range(left, 0, -1):
            for move in position.moves:
                if self._after(position, move, plies):
                    return move
        return position.moves[0]

    def _after(self, position: Position, move: Move, plies: int) -> bool:
        """Return whether the goal is reached within `plies` that begin with this move."""
        return self.prover.proves(position.play_unchecked(move.code), self.objective, plies - 1)
