"""Generates puzzles: plays games, finds goals in them and grades them, game by game into a file."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from brettwerk.core.game import Move, Position
from brettwerk.errors import BrettwerkError
from brettwerk.puzzles.grading import facts_of, glances_at
from brettwerk.puzzles.puzzle import MOST_OF_A_GAME, Origin, Puzzle, id_of
from brettwerk.puzzles.solution_tree import SolutionTree
from brettwerk.puzzles.source import Found, PuzzleSource, lasting, source_of
from brettwerk.search.chances import win_shares, wins_of
from brettwerk.search.prover import Prover, TooHard
from brettwerk.search.report import Limit
from brettwerk.search.searchers import searcher_for

# A solution that takes more positions to work out cannot be asked for on a page.
NODES = 4_000_000
_LIKED_LEVEL = 9
_HOLD_NODES = 20_000_000
_LEAST_CHANCE = 0.1  # of winning after a move that holds
_LOOK = Limit(nodes=100_000)
_MEGABYTES = 16


class BadPuzzles(BrettwerkError):
    """A puzzle file that cannot be used."""

    code = "bad-puzzles"


class UnfinishedFile(msgspec.Struct, frozen=True, tag="growing", omit_defaults=True):
    """The first line of an unfinished file: the game, the seed, whether of one move only."""

    game: str
    seed: int
    one_move: bool = False


class SearchedGame(msgspec.Struct, frozen=True, tag="played"):
    """A game that was searched for puzzles."""

    number: int
    plies: int
    puzzles: tuple[Puzzle, ...]


def read_unfinished(path: Path, wanted: UnfinishedFile | None = None) -> list[SearchedGame]:
    """Return the games in a file, without an incomplete last line."""
    lines = path.read_bytes().split(b"\n")[:-1]
    try:
        first = msgspec.json.decode(lines[0], type=UnfinishedFile)
        games = [msgspec.json.decode(line, type=SearchedGame) for line in lines[1:]]
    except (IndexError, msgspec.DecodeError, UnicodeDecodeError):
        raise BadPuzzles("puzzles-file", file=str(path)) from None
    if wanted and first != wanted:
        raise BadPuzzles("puzzles-other", file=str(path), game=first.game, seed=str(first.seed))
    return games


def grow(path: Path, game: str, seed: int, *, one_move: bool = False) -> Iterator[SearchedGame]:
    """Yield the games in the file, then play more and append them, for as long as asked."""
    begun = UnfinishedFile(game, seed, one_move)
    if not path.exists() or not path.stat().st_size:
        path.write_bytes(msgspec.json.encode(begun) + b"\n")
    games = read_unfinished(path, begun)
    whole = msgspec.json.Encoder().encode_lines([begun, *games])
    if path.stat().st_size != len(whole):  # the last line was cut off
        path.write_bytes(whole)
    yield from games
    source = source_of(game)
    number = len(games)
    with path.open("ab") as file:
        while True:
            found = search_game(source, seed, number, one_move=one_move)
            file.write(msgspec.json.encode(found) + b"\n")
            file.flush()
            yield found
            number += 1


def search_game(
    source: PuzzleSource, seed: int, number: int, *, one_move: bool = False
) -> SearchedGame:
    """Play the game of this number and find its puzzles, two at most and none close together.

    In every third game one of them may take a single move; with `one_move` all do.
    """
    rng = Random(f"{source.name} {seed} {number}")
    levels = source.random_levels(rng)
    kinds = source.kinds[number % len(source.kinds)]
    puzzles: list[Puzzle] = []
    plies, last = 0, -source.gap
    for ply, position in source.positions(rng, levels):
        plies = ply
        if ply - last < source.gap:
            continue
        seen = number % 3 or any(puzzle.is_one_move for puzzle in puzzles)
        for found in (source.one_move_goals if one_move else source.find)(position):
            if kinds and not one_move and found.goal.kind not in kinds:
                continue
            puzzle = _puzzle(position, found, Origin(number, ply, levels, seed))
            if puzzle and (puzzle.is_one_move if one_move else not (seen and puzzle.is_one_move)):
                puzzles.append(puzzle)
                last = ply
                break
        if len(puzzles) == MOST_OF_A_GAME:
            break
    return SearchedGame(number, plies, tuple(puzzles))


def _puzzle(position: Position, found: Found, origin: Origin) -> Puzzle | None:
    """Return the puzzle with its solution and difficulty; None if it is not a good one."""
    prover = Prover(position.game)
    if found.goal.kind == "hold" and not _holds(position, found, prover):
        return None
    prover.allow(NODES)
    tree = SolutionTree(prover, found.goal, position, _liked)
    try:
        line = tree.line(position, found.goal.left)
        facts = facts_of(tree, line)
    except TooHard:
        return None
    if line[0] != found.move:
        raise AssertionError(f"{position.text}: {found} is not what was proven")
    text = position.text
    moves = tuple(move.text for move in line)
    return Puzzle(id_of(text, found.goal), text, found.goal, moves, facts, origin)


def regraded(puzzle: Puzzle) -> Puzzle | None:
    """Return a puzzle of an earlier version, graded anew; None if its proof no longer holds."""
    first = puzzle.start.move(puzzle.solution[0])
    if puzzle.goal.kind == "hold":
        return _puzzle(puzzle.start, Found(puzzle.goal, first), puzzle.origin)
    facts = replace(puzzle.facts, glances=glances_at(puzzle.start, first))
    return replace(puzzle, facts=facts)


def _holds(position: Position, found: Found, prover: Prover) -> bool:
    """Return whether a defence lasts: it is proven to hold on, and the engine sees chances."""
    if not lasting(position, found.goal, found.move, prover, _HOLD_NODES):
        return False
    after, player = position.play_unchecked(found.move.code), position.turn
    if after.outcome:
        return True
    searcher = searcher_for(position.game, _MEGABYTES)
    searcher.forget()
    score = searcher.think(after, _LOOK).lines[0].score
    wins = wins_of(position.game.name, score) or win_shares(score)
    return wins[player] >= _LEAST_CHANCE


def _liked(position: Position) -> Move:
    """Return the move of a strong level."""
    from brettwerk.search import choose

    return choose(position, _LIKED_LEVEL)
