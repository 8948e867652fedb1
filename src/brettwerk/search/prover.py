"""`Prover`: what a player can force, by which moves, and how soon."""

from collections import Counter
from collections.abc import Iterator

from brettwerk.core.game import Game, Move, Position
from brettwerk.kernels.primitives import number
from brettwerk.kernels.repetition import key_of
from brettwerk.search import objectives as at
from brettwerk.search.objectives import Objective
from brettwerk.search.prover_kernels import prove, set_objective
from brettwerk.search.report import Stop

NODES = 200_000_000
MEGABYTES = 8
MAX_PLIES = at.MAX_PLIES
_NOBODY = -1
_ROOM = 100_000  # for the lists of moves of all positions on the way to a last one


class TooHard(Exception):
    """A proof that would visit more positions than allowed, or was stopped."""


class Prover:
    """Proves objectives in one game; for one thread at a time."""

    def __init__(self, game: Game, *, megabytes: int = MEGABYTES) -> None:
        self.game = game
        self._kernels = kernels = game.kernels.runner(megabytes=megabytes)
        width = len(kernels.game.fields) + 1
        entries = max(1, (megabytes << 20) // (8 * width))
        self._table = kernels.words(width << entries.bit_length() - 1)
        self._mem = kernels.numbers(at.MOVES + _ROOM + kernels.game.rules.MAX_MOVES)
        self._mem[at.ROOM] = at.MOVES + _ROOM
        self._asked = 0
        self.allow(NODES)

    def allow(self, nodes: int, root: Position | None = None, stop: Stop | None = None) -> None:
        """Let the proofs from now on visit this number of positions, all together.

        Positions that the history of `root` makes draws count as drawn.
        """
        mem = self._mem
        self._questions: dict[tuple[Objective, int], int] = {}  # answers hold for one history only
        mem[at.NODES], mem[at.MOST], mem[at.STOP] = 0, nodes, 0
        drawn = _drawn_positions(root) if root else []
        if len(drawn) > at.MAX_DRAWN:  # a proof must know them all
            mem[at.MOST], drawn = 0, []
        mem[at.DRAWN_COUNT] = len(drawn)
        flat = [value for (a, b), parity in drawn for value in (number(a), number(b), parity)]
        mem[at.DRAWN : at.DRAWN + len(flat)] = flat
        if stop:
            stop.when_asked(lambda: mem.__setitem__(at.STOP, 1))

    @property
    def nodes(self) -> int:
        """How many positions have been visited since `allow`."""
        return int(self._mem[at.NODES])

    def objective(self, position: Position, kind: int, amount: int = 0) -> Objective:
        """Return the objective of the player to move, its amount counted from now on."""
        rows, ctx, mem = self._kernels.rows(position.state), self._kernels.ctx, self._mem
        self._kernels.run(set_objective, rows, ctx, mem, kind, amount)
        return Objective(*map(int, mem[at.KIND : at.OUT + 1]))

    def proves(
        self, position: Position, objective: Objective, plies: int, *, above: int = 0
    ) -> bool:
        """Return whether the objective is reached within these plies, whatever the others do.

        `above` is the number of plies since the root. Raise TooHard if it takes too long.
        """
        return self._proves(position, objective, plies, objective.player, above)

    def is_certain(self, position: Position, objective: Objective, plies: int, nodes: int) -> bool:
        """Return whether every way to play on reaches the objective, seen in this many nodes."""
        mem = self._mem
        most = mem[at.MOST]
        mem[at.MOST] = min(most, mem[at.NODES] + nodes)
        try:
            return self._proves(position, objective, plies, _NOBODY, 0)
        except TooHard:
            return False
        finally:
            mem[at.MOST], mem[at.STOP] = most, 0

    def _proves(
        self, position: Position, objective: Objective, plies: int, helped: int, above: int
    ) -> bool:
        mem, kernels = self._mem, self._kernels
        mem[at.KIND : at.OUT + 1] = objective
        mem[at.HELPED] = helped
        key = (objective, helped)
        if key not in self._questions:
            self._asked += 1  # a new number, so that the table's old answers are to other questions
            self._questions[key] = self._asked
        mem[at.QUESTION] = self._questions[key]
        rows = kernels.rows(position.state)
        left = min(plies, MAX_PLIES)
        found = kernels.run(prove, rows, kernels.ctx, mem, self._table, left, above)
        if mem[at.STOP]:
            raise TooHard
        return bool(found)

    def good_moves(self, position: Position, objective: Objective, plies: int) -> Iterator[Move]:
        """Yield the moves after which the objective is still reached in time."""
        for move in position.moves:
            after = position.play_unchecked(move.code)
            if self.proves(after, objective, plies - 1, above=1):
                yield move

    def soonest(self, position: Position, objective: Objective, most: int) -> int | None:
        """Return the fewest plies within which the objective is reached, if at most `most`."""
        for plies in range(most + 1):
            if self.proves(position, objective, plies):
                return plies
        return None

    def line(self, position: Position, objective: Objective, plies: int) -> tuple[Move, ...]:
        """Return one way to reach the objective in exactly these plies, the others resisting."""
        line: list[Move] = []
        for left in range(plies - 1, -1, -1):
            line.append(self._step(position, objective, left, len(line) + 1))
            position = position.play_unchecked(line[-1].code)
        return tuple(line)

    def _step(self, position: Position, objective: Objective, left: int, above: int) -> Move:
        """Return a move after which `left` plies suffice, or no fewer if another player moves."""
        mine = position.turn == objective.player
        for move in position.moves:
            after = position.play_unchecked(move.code)
            if after.outcome:
                fits = left == 0 and after.outcome.winners == (objective.player,)
            elif mine:
                fits = self.proves(after, objective, left, above=above)
            else:
                fits = left > 0 and not self.proves(after, objective, left - 1, above=above)
            if fits:
                return move
        raise TooHard


def _drawn_positions(root: Position) -> list[tuple[tuple[int, int], int]]:
    """Return the positions that draw when they come back once more, and on odd or even plies."""
    past = list(root.history or ())
    counts = Counter((key, (len(past) - place) & 1) for place, key in enumerate(past))
    if past:
        counts[key_of(root.state), 0] += 1
    return [entry for entry, count in counts.items() if count + 1 >= root.game.repetition]
