"""How hard puzzles are for our own levels: how many of each grade a level solves.

A level is told what is asked, as people are: it looks for the goal among the moves that it notices,
in as many positions as it may look at. If it does not find it there, it plays as in a game.
"""

from collections.abc import Iterator, Sequence
from zlib import crc32

from brettwerk.core.game import Move, Position
from brettwerk.puzzles.attempt import check_attempt
from brettwerk.puzzles.difficulty import GRADES
from brettwerk.puzzles.goals import objective_of
from brettwerk.puzzles.puzzle import Collection, Puzzle
from brettwerk.search.levels import Level, choose_by, levels_of, overlooked
from brettwerk.search.prover import Prover, TooHard


def solved_by(puzzle: Puzzle, level: int, seed: int = 0) -> bool:
    """Return whether a computer player of this level solves a puzzle, by any right moves."""
    setting = levels_of(puzzle.start.game.name)[level - 1]
    position, moves = puzzle.start, list[str]()
    while True:
        # What is overlooked must not be the same in all puzzles with as many moves.
        drawn = crc32(f"{puzzle.id} {seed} {len(moves)}".encode())
        moves.append(_attempt(puzzle, position, setting, len(moves), drawn).text)
        if moves[0] != puzzle.solution[0]:
            return False  # only one first move is right
        verdict = check_attempt(puzzle, moves)
        if verdict.done or not verdict.right or not verdict.known:
            return verdict.done
        for text in (moves[-1], *verdict.moves):
            position = position.play(text)
        moves += verdict.moves


def _attempt(puzzle: Puzzle, position: Position, setting: Level, played: int, seed: int) -> Move:
    """Return the move that a player with these settings tries after this many plies."""
    if len(position.legal_codes) == 1:
        return position.moves[0]
    found = _seen(puzzle, position, setting, puzzle.goal.left - played, seed)
    return found or choose_by(setting, position, seed)


def _seen(puzzle: Puzzle, position: Position, setting: Level, left: int, seed: int) -> Move | None:
    """Return the first noticed move that the level can prove, trying the fewest plies first."""
    if not puzzle.goal.has_speed and setting.depth < left:
        return None
    missed = set(overlooked(position, setting.overlooks, seed))
    prover = Prover(position.game)
    prover.allow(setting.nodes)
    objective = objective_of(puzzle.goal, puzzle.start, prover)
    most = min(left, setting.depth)
    try:
        for plies in range(1, most + 1) if puzzle.goal.has_speed else (left,):
            for move in prover.good_moves(position, objective, plies):
                if move.code not in missed:
                    return move
    except TooHard:
        pass
    return None


def solved_by_levels(
    collection: Collection, levels: Sequence[int], sample: int, tries: int = 1
) -> Iterator[tuple[int, list[float]]]:
    """Yield each level with the share of tries in which it solves a puzzle, by grade.

    Of each grade at most `sample` puzzles are tried, evenly chosen.
    """
    graded = [[p for p in collection.puzzles if collection.grade(p) == grade] for grade in GRADES]
    chosen = [puzzles[:: max(1, len(puzzles) // sample)][:sample] for puzzles in graded]
    for level in levels:
        yield level, [_share(some, level, tries) for some in chosen]


def _share(puzzles: Sequence[Puzzle], level: int, tries: int) -> float:
    solved = sum(solved_by(puzzle, level, seed) for puzzle in puzzles for seed in range(tries))
    return solved / max(1, tries * len(puzzles))
