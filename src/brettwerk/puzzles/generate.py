"""Makes puzzles: plays games, finds goals in them, measures them; a file grows game by game."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from brettwerk.core.game import Move, Position
from brettwerk.errors import BrettwerkError
from brettwerk.puzzles.grading import facts_of
from brettwerk.puzzles.puzzle import Origin, Puzzle, id_of
from brettwerk.puzzles.solution_tree import SolutionTree
from brettwerk.puzzles.source import Found, PuzzleSource, source_of
from brettwerk.search.prover import Prover, TooHard

# A solution that takes more positions to work out cannot be asked for on a page.
NODES = 4_000_000
_LIKED_LEVEL = 4


class BadPuzzles(BrettwerkError):
    """A file of puzzles that cannot be used."""

    code = "bad-puzzles"


class Growing(msgspec.Struct, frozen=True, tag="growing"):
    """The first line of a file that grows: whose puzzles, and the seed."""

    game: str
    seed: int


class Played(msgspec.Struct, frozen=True, tag="played"):
    """A game that has been looked through."""

    number: int
    plies: int
    puzzles: tuple[Puzzle, ...]


def read_growing(path: Path, wanted: Growing | None = None) -> list[Played]:
    """The games in a file; a line that was not finished is left out."""
    lines = path.read_bytes().split(b"\n")[:-1]
    try:
        first = msgspec.json.decode(lines[0], type=Growing)
        games = [msgspec.json.decode(line, type=Played) for line in lines[1:]]
    except (IndexError, msgspec.DecodeError):
        raise BadPuzzles("puzzles-file", file=str(path)) from None
    if wanted and first != wanted:
        raise BadPuzzles("puzzles-other", file=str(path), game=first.game, seed=str(first.seed))
    return games


def grow(path: Path, game: str, seed: int) -> Iterator[Played]:
    """Go on with the file for as long as the next game is asked for; first what is there."""
    begun = Growing(game, seed)
    if not path.exists() or not path.stat().st_size:
        path.write_bytes(msgspec.json.encode(begun) + b"\n")
    games = read_growing(path, begun)
    whole = msgspec.json.Encoder().encode_lines([begun, *games])
    if path.stat().st_size != len(whole):  # the last line was cut off
        path.write_bytes(whole)
    yield from games
    source = source_of(game)
    number = len(games)
    with path.open("ab") as file:
        while True:
            found = look_through(source, seed, number)
            file.write(msgspec.json.encode(found) + b"\n")
            file.flush()
            yield found
            number += 1


def look_through(source: PuzzleSource, seed: int, number: int) -> Played:
    """Play the game of this number and find its puzzles, none near another."""
    rng = Random(f"{source.name} {seed} {number}")
    levels = source.random_levels(rng)
    puzzles: list[Puzzle] = []
    plies, last = 0, -source.gap
    for ply, position in source.positions(rng, levels):
        plies = ply
        if ply - last < source.gap:
            continue
        for found in source.find(position):
            puzzle = _puzzle(position, found, Origin(number, ply, levels))
            if puzzle:
                puzzles.append(puzzle)
                last = ply
                break
    return Played(number, plies, tuple(puzzles))


def _puzzle(position: Position, found: Found, origin: Origin) -> Puzzle | None:
    """The puzzle with its solution and what makes it hard; None if it is too hard to work out."""
    prover = Prover(position.game)
    prover.allow(NODES)
    tree = SolutionTree(prover, found.goal, position, _liked)
    try:
        line = tree.line(position, found.goal.left)
        facts = facts_of(tree, line)
    except TooHard:
        return None
    if line[0] != found.move:
        raise AssertionError(f"{position.text}: {found} is not what was proven")
    if len(line) == 1:  # it is there to be seen
        return None
    text = position.text
    moves = tuple(move.text for move in line)
    return Puzzle(id_of(text, found.goal), text, found.goal, moves, facts, origin)


def _liked(position: Position) -> Move:
    """What a computer would play."""
    from brettwerk.search import choose

    return choose(position, _LIKED_LEVEL)
