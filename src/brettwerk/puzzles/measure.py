"""How hard puzzles are for our own levels: how many of each grade a level solves at once."""

from collections.abc import Iterator, Sequence

from brettwerk.puzzles.difficulty import GRADES
from brettwerk.puzzles.puzzle import Collection, Puzzle
from brettwerk.puzzles.themes import solution_steps
from brettwerk.search.levels import choose


def solved_by(puzzle: Puzzle, level: int, seed: int = 0) -> bool:
    """Whether a computer player of this level plays all moves of the solution."""
    return all(
        choose(position, level, seed) == move
        for position, move in solution_steps(puzzle)
        if position.turn == puzzle.start.turn and len(position.legal_codes) > 1
    )


def solved_by_levels(
    collection: Collection, levels: Sequence[int], sample: int
) -> Iterator[tuple[int, list[float]]]:
    """Yield each level with the share of puzzles that it solves, by grade.

    Of each grade at most `sample` puzzles are tried, evenly chosen.
    """
    graded = [[p for p in collection.puzzles if collection.grade(p) == grade] for grade in GRADES]
    chosen = [puzzles[:: max(1, len(puzzles) // sample)][:sample] for puzzles in graded]
    for level in levels:
        yield level, [sum(solved_by(p, level) for p in some) / max(1, len(some)) for some in chosen]
