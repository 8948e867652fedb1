"""The job of puzzles: a verdict on a move, which may take a proof."""

from collections.abc import Callable

from brettwerk.puzzles.attempt import Verdict, check_attempt
from brettwerk.puzzles.puzzle import shipped
from brettwerk.search.report import Stop
from brettwerk.server.jobs.job import Job


class JudgeAttempt(Job[Verdict, None], frozen=True):
    """The verdict on the last of these moves in a puzzle, which may take a proof."""

    game: str
    puzzle: str
    moves: list[str]

    def run(self, stop: Stop, report: Callable[[None], None]) -> Verdict:
        return check_attempt(shipped(self.game).by_id[self.puzzle], self.moves)
