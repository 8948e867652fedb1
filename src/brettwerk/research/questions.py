"""Positions with exact answers: the sets on which `brettwerk regret` examines policies.

A game that can be solved says in its encoding which boards count and from where on its positions
are asked (`Benchmark`). A set is made once, by `brettwerk regret GAME --make FILE`, and shipped in
the game's folder, so that all results are about the same positions.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from brettwerk.core.game import Position
from brettwerk.core.registry import definition, game
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate
from brettwerk.research.encoding import encoding
from brettwerk.research.encoding.benchmark import Benchmark, Line
from brettwerk.research.environment import Environment, environment
from brettwerk.research.provenance import provenance
from brettwerk.research.tree import BatchTreeSearch
from brettwerk.solving import Solving

FILE = "data/regret.json.gz"
SIMULATIONS = 100  # of the search that plays
OPENING = 2  # random moves at the beginning of every game
GAMES = 24  # on each board and in each kind of play
RANDOM_PLAY, SEARCH_PLAY, MIXED_PLAY, COMPLETE = "random", "search", "mixed", "all"
# The share of random moves in each kind of play.
PLAYS = {RANDOM_PLAY: 1.0, SEARCH_PLAY: 0.0, MIXED_PLAY: 0.3}

Values = Mapping[str, int]  # what each legal move is worth to the player who makes it


class Question(NamedTuple):
    """A position to choose a move in, by its moves from the start, and what the moves are worth."""

    board: int
    play: str  # the kind of play from which it comes
    moves: Line
    values: Values

    @property
    def best(self) -> int:
        """What the position is worth to the player to move."""
        return max(self.values.values())


@dataclass(frozen=True)
class QuestionSet:
    """The questions of a game."""

    game: str
    boards: tuple[tuple[str, Mapping[str, Any]], ...]  # split and options
    questions: tuple[Question, ...]
    # moves of one player in a game, on average, that are asked; None if not drawn from games
    decisions: float | None
    about: Mapping[str, Any]

    def split_of(self, question: Question) -> str:
        """Return whether the board of a question is one to train or to test on."""
        return self.boards[question.board][0]

    def part(self, split: str | None, positions: int | None, seed: int) -> QuestionSet:
        """Return the questions of a split, or at most this many of them, drawn by the seed."""
        left = [q for q in self.questions if split in (None, self.split_of(q))]
        if positions is not None and positions < len(left):
            chosen = np.random.default_rng(seed).permutation(len(left))[:positions]
            left = [left[i] for i in sorted(chosen)]
        return replace(self, questions=tuple(left))

    def position(self, question: Question) -> Position:
        """Return the position of a question."""
        position = game(self.game, **self.boards[question.board][1]).start()
        for move in question.moves:
            position = position.play(move)
        return position


def benchmark_of(name: str) -> Benchmark:
    """Return the benchmark of a game; BadOptions if it has none."""
    found = encoding(name).benchmark
    if found is None:
        raise BadOptions("regret-game", game=name)
    return found


# -- making ---------------------------------------------------------------------------------------
def make_set(
    name: str, positions: int, seed: int, progress: Callable[[int], None] = lambda _: None
) -> QuestionSet:
    """Draw about this many positions over all boards and kinds of play, and solve them."""
    known = benchmark_of(name)
    found: list[Question] = []
    decisions: list[float] = []
    each = max(1, positions // (len(known.boards) * len(PLAYS)))
    for board, (_, options) in enumerate(known.boards):
        env, solving = environment(name, [dict(options)]), Solving()
        for at, (play, share) in enumerate(PLAYS.items()):
            rng = np.random.default_rng([seed, board, at])
            games = _played(env, share, rng)
            pool = _pool(env, known, games)
            decisions.append(sum(map(len, pool)) / len(games) / env.players)
            lines = sorted({line for lines in pool for line in lines})
            for i in rng.permutation(len(lines))[:each]:
                found += _question(env.games[0].start(), board, play, lines[i], solving)
            progress(len(found))
    about = {**provenance(name), "seed": seed, "positions": positions}
    return QuestionSet(name, known.boards, tuple(found), float(np.mean(decisions)), about)


def all_set(name: str, positions: int | None, seed: int) -> QuestionSet:
    """Return all positions of a game, or this many of them, drawn with equal chances."""
    known = benchmark_of(name)
    if known.everything is None:
        raise BadOptions("regret-all", game=name)
    each = None if positions is None else max(1, positions // len(known.boards))
    found: list[Question] = []
    for board, (_, options) in enumerate(known.boards):
        start, solving = game(name, **options).start(), Solving()
        rng = np.random.default_rng([seed, board])
        for moves in known.everything(start, rng, each):
            found += _question(start, board, COMPLETE, moves, solving)
    about = {**provenance(name), "seed": seed, "positions": positions}
    return QuestionSet(name, known.boards, tuple(found), None, about)


def _played(env: Environment, share: float, rng: np.random.Generator) -> list[list[int]]:
    """Play games by search with a share of random actions; return their actions."""
    search = BatchTreeSearch(env, GAMES, SIMULATIONS, seed=int(rng.integers(2**62)))
    nodes = [env.begin() for _ in range(GAMES)]
    games: list[list[int]] = [[] for _ in nodes]
    while live := [i for i in range(GAMES) if not nodes[i].code]:
        rows = np.array([nodes[i].row for i in live])
        pasts = np.array([nodes[i].past for i in live])
        counts = search.run(rows, pasts) if share < 1 else []
        for at, i in enumerate(live):
            action = int(rng.choice(nodes[i].legal))
            if len(games[i]) >= OPENING and rng.random() >= share:
                action = int(counts[at].actions[counts[at].visits.argmax()])
            games[i].append(action)
            nodes[i] = env.play(nodes[i], action)
    return games


def _pool(env: Environment, known: Benchmark, games: Sequence[list[int]]) -> list[list[Line]]:
    """Return, for each game, the lines to the positions in which something may be asked."""
    found = []
    for actions in games:
        node, lines, moves = env.begin(), list[Line](), list[str]()
        for action in actions:
            if len(moves) >= known.phases[0].first and len(node.legal) > 1:
                lines.append(tuple(moves))
            moves.append(env.encoding.action_text(action))
            node = env.play(node, action)
        found.append(lines)
    return found


def _question(
    start: Position, board: int, play: str, moves: Line, solving: Solving
) -> Iterator[Question]:
    """Solve all moves of a position; yield nothing if one takes too long."""
    position = start
    for text in moves:
        position = position.play(text)
    values: dict[str, int] = {}
    for move in position.moves:
        solved = solving(position.play_unchecked(move.code), every=False)
        if solved is None:
            return
        values[move.text] = round(solved.returns[position.turn])
    if len(values) > 1:
        yield Question(board, play, moves, values)


# -- files ----------------------------------------------------------------------------------------
def write_set(made: QuestionSet, file: Path) -> None:
    """Write a set as compressed JSON; equal sets give equal files."""
    data = {
        "game": made.game,
        "about": dict(made.about),
        "decisions": made.decisions,
        "boards": [[split, dict(options)] for split, options in made.boards],
        "questions": [[q.board, q.play, " ".join(q.moves), dict(q.values)] for q in made.questions],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def read_set(content: bytes, name: str) -> QuestionSet:
    """Return the set in the content of a file; BadOptions with its name if there is none."""
    try:
        data = json.loads(gzip.decompress(content))
        questions = tuple(
            Question(board, play, tuple(moves.split()), values)
            for board, play, moves, values in data["questions"]
        )
        boards = tuple((split, options) for split, options in data["boards"])
        return QuestionSet(data["game"], boards, questions, data["decisions"], data["about"])
    except (ValueError, LookupError, TypeError, EOFError, OSError, zlib.error) as fault:
        raise BadOptions("regret-file", file=truncate(name)) from fault


def shipped_set(name: str) -> QuestionSet:
    """Return the set that is shipped with a game."""
    benchmark_of(name)
    file = definition(name).file(FILE)
    if file is None:
        raise BadOptions("regret-game", game=name)
    return read_set(file.read_bytes(), FILE)
