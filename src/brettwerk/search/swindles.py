"""Swindles: in positions that are not won, the best move that is hardest to answer.

How hard a move is cannot be proven, but it can be tried out: a player that knows only the rules,
the tree search by random games, searches the position after each move. The more it visits replies
that give something away, the harder the move. First all moves are searched a little, then longer
those that looked hardest.
"""

from dataclasses import dataclass, field

from brettwerk.core.game import Move, Position
from brettwerk.search.mcts import TreeSearcher
from brettwerk.search.mcts_tree import TEXTBOOK
from brettwerk.solving import Solution, Solving

# Of how many moves each round thinks, in how many random games each, and how many of the replies
# tried most the solver is asked for.
_ROUNDS = ((80, 400, 2), (16, 2000, 3), (6, 10_000, 4), (4, 40_000, 6))
_SHARE = 10  # a move or a reply may take the solver this part of what the position itself may
_FADING = 3  # what an earlier, shorter round said counts for this many times less
_MEGABYTES = 16
_UNLIKELY = 0.03
_FEW = 600  # so few replies to all moves can all be asked for


@dataclass
class _Candidate:
    """A move that keeps what one has, and what has been found out about the replies to it."""

    move: Move
    after: Position
    answer: Solution
    faulty: dict[int, bool] = field(default_factory=dict)
    danger: float = 0.0


class _SwindleFinder:
    """Rates the best moves of one position, by a solver and by a player to try them on."""

    def __init__(self, position: Position, nodes: int, solve: Solving) -> None:
        self._position = position
        self._nodes = nodes
        self._solve = solve

    def candidates(self) -> list[_Candidate] | None:
        """Return the moves that keep what one has; None where the solver cannot tell."""
        rated: list[_Candidate] = []
        for move in self._position.moves:
            after = self._position.play_unchecked(move.code)
            answer = self._solve(after, nodes=self._nodes, every=False)
            if answer is None:
                return None
            rated.append(_Candidate(move, after, answer))
        player = self._position.turn
        top = max(one.answer.returns[player] for one in rated)
        return [one for one in rated if one.answer.returns[player] == top]

    def order(self, one: _Candidate) -> tuple[float, int, int]:
        """Return the moves, most dangerous first, then those that lose least, then the longest."""
        player = self._position.turn
        points = one.answer.points or (0,) * len(one.answer.returns)
        return one.danger, 2 * points[player] - sum(points), one.answer.plies or 0

    def danger(self, one: _Candidate, search: TreeSearcher, games: int, replies: int) -> float:
        """Return how likely a search of this many random games errs after a move."""
        if not one.after.legal_codes:
            return 0.0
        tries = search.visits(one.after, games)
        most = max(tries.values())
        right = wrong = 0.0
        for code, count in list(tries.items())[:replies]:
            weight = _likelihood(count / most)
            if weight < _UNLIKELY:
                break
            if self._is_fault(one, code):
                wrong += weight
            else:
                right += weight
        return wrong / (right + wrong)

    def faults(self, one: _Candidate) -> float:
        """Return how many of the replies to a move give away something: 0 for none, 1 for all."""
        codes = one.after.legal_codes
        return sum(self._is_fault(one, code) for code in codes) / max(1, len(codes))

    def _is_fault(self, one: _Candidate, code: int) -> bool:
        """Return whether a reply gives something away; False if the solver cannot tell."""
        if code not in one.faulty:
            reply = self._solve(one.after.play_unchecked(code), nodes=self._nodes, every=False)
            player = one.after.turn
            known = one.answer.returns[player]
            one.faulty[code] = reply is not None and reply.returns[player] < known
        return one.faulty[code]


def _likelihood(share: float) -> float:
    """Return how likely a reply is that was tried this often, beside the one tried most.

    One tried a tenth less is half as likely: the eighth power, by products alone, since powers
    differ in the last digit from one machine to the next.
    """
    square = share * share
    fourth = square * square
    return fourth * fourth


def best_swindle(position: Position, nodes: int, solve: Solving) -> Move | None:
    """Return the best move after which the opponent is most likely to give something away.

    None if a solver cannot tell what the moves are worth, with its share of `nodes` for each.
    """
    finder = _SwindleFinder(position, nodes // _SHARE, solve)
    candidates = finder.candidates()
    if candidates is None:
        return None
    if len(candidates) == 1:
        return candidates[0].move
    left = candidates
    search = TreeSearcher(position.game, TEXTBOOK, megabytes=_MEGABYTES)
    for keep, games, replies in _ROUNDS:
        left = left[:keep]
        for one in left:
            one.danger = one.danger / _FADING + finder.danger(one, search, games, replies)
        left.sort(key=finder.order, reverse=True)
    if left[0].danger < _UNLIKELY and sum(len(one.after.legal_codes) for one in candidates) <= _FEW:
        # No reply is tempting: then at least many replies should be wrong.
        for one in candidates:
            one.danger = finder.faults(one)
        left = sorted(candidates, key=finder.order, reverse=True)
    return left[0].move
