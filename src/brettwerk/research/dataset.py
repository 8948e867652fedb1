"""Datasets: games with the value of every position, as Parquet files with a data card.

Half of the games are self-play of the tree search, half are games between levels of the engine
that are drawn anew for each. A position's value is exact where a solver settles it or the engine
has proven it, and else the engine's score.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from brettwerk.core.game import Move, Position
from brettwerk.core.levels import LEVELS
from brettwerk.core.registry import definition
from brettwerk.errors import BadOptions
from brettwerk.research.cluster import results_of
from brettwerk.research.environment import Environment, environment
from brettwerk.research.extras import needs
from brettwerk.research.provenance import provenance
from brettwerk.research.selfplay import Plan, play_shard
from brettwerk.search.analysis import exactly
from brettwerk.search.levels import choose
from brettwerk.search.report import Limit, Line
from brettwerk.search.searchers import searcher_for
from brettwerk.solving import Solving

TOGETHER = 4  # games that are played and valued at a time
OPENING = 2  # random moves at the beginning of games between levels
MEGABYTES = 16
ABOUT = b"brettwerk"
COLUMNS = {
    "game": "string",
    "number": "int32",
    "players": "list<string>",
    "ply": "int32",
    "turn": "int8",
    "position": "string",
    "move": "string",
    "best": "string",
    "value": "list<float>",
    "exact": "bool",
    "returns": "list<float>",
}


@dataclass(frozen=True)
class DatasetPlan:
    """Everything that determines a file."""

    game: str
    games: int = 16
    simulations: int = 100  # of the tree search that plays
    nodes: int = 1000  # of the engine that values positions
    seed: int = 0

    @property
    def parts(self) -> list[range]:
        """The numbers of the games that are made together: those of the tree search come first."""
        halves = range(self.searched), range(self.searched, self.games)
        return [half[at : at + TOGETHER] for half in halves for at in range(0, len(half), TOGETHER)]

    @property
    def searched(self) -> int:
        """The number of games that the tree search plays."""
        return self.games - self.games // 2


class PlayedGame(NamedTuple):
    """A game: the name of each player, the positions with the moves played, and the returns."""

    players: tuple[str, ...]
    turns: tuple[tuple[Position, Move], ...]
    returns: tuple[float, ...]


def make_dataset(
    plan: DatasetPlan,
    folder: Path,
    progress: Callable[[int], None] = lambda _: None,
    *,
    ray: bool = False,
) -> Path:
    """Write the file of a game, unless it is there; BadOptions if it is one of another plan.

    With `ray` the games are played and valued on a Ray cluster, and are the same.
    """
    needs("pyarrow.parquet", "parquet")
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{plan.game}.parquet"
    if file.exists():
        before = about(file)
        if any(before.get(key) != value for key, value in asdict(plan).items()):
            raise BadOptions("dataset-other", file=file)
        return file
    rows: dict[range, list[dict[str, Any]]] = {}
    with closing(results_of(partial(_rows_of, plan), plan.parts, ray=ray)) as found:
        for part, made in found:
            rows[part] = made
            progress(sum(map(len, rows)))
    ordered = [row for part in plan.parts for row in rows[part]]
    _write(file, ordered, {**asdict(plan), **provenance(plan.game)})
    return file


def _rows_of(plan: DatasetPlan, part: range) -> list[dict[str, Any]]:
    """Play the games of a part, and value their positions."""
    played = _self_play if part.start < plan.searched else _games_between_levels
    numbered = zip(part, played(plan, part), strict=True)
    return [row for number, game in numbered for row in _rows(plan, number, game)]


# -- playing --------------------------------------------------------------------------------------
def _self_play(plan: DatasetPlan, part: range) -> Iterator[PlayedGame]:
    """Let the tree search play some games."""
    draw = bool(definition(plan.game).random_options(0))
    shards = Plan(
        plan.game, {}, plan.searched, TOGETHER, plan.simulations, seed=plan.seed, draw=draw
    )
    shard = play_shard(shards, part.start // TOGETHER)
    env = environment(plan.game, shard.variants)
    for number, returns in enumerate(shard.returns):
        actions = shard.played[shard.game == number].tolist()
        turns = tuple(_turns(env, number % len(shard.variants), actions))
        players = (f"mcts:{plan.simulations}",) * env.players
        yield PlayedGame(players, turns, tuple(returns.tolist()))


def _turns(
    env: Environment, variant: int, actions: Iterable[int]
) -> Iterator[tuple[Position, Move]]:
    """Yield the positions and moves of a game's actions, of which a move may take several."""
    node, parts = env.begin(variant), list[int]()
    before = node
    for action in actions:
        parts.append(action)
        node = env.play(node, action)
        if not env.is_partial(node):
            position = env.position(before.row, before.past)
            yield position, env.move_of(position, tuple(parts))
            before, parts = node, []


def _games_between_levels(plan: DatasetPlan, part: range) -> Iterator[PlayedGame]:
    """Let levels of the engine play some games."""
    for number in part:
        rng = np.random.default_rng([plan.seed, number - plan.searched, 2])
        options = definition(plan.game).random_options(int(rng.integers(10**6)))
        yield _between_levels(environment(plan.game, [options]), rng)


def _between_levels(env: Environment, rng: np.random.Generator) -> PlayedGame:
    """Play a game between levels that are drawn for each seat."""
    levels = rng.choice(LEVELS[:-1], env.players).tolist()  # the last one is perfect, or slow
    node, turns = env.begin(), list[tuple[Position, Move]]()
    while not node.code:
        position = env.position(node.row, node.past)
        move = position.moves[int(rng.integers(len(position.moves)))]
        if len(turns) >= OPENING:
            move = choose(position, levels[position.turn], int(rng.integers(2**31)))
        turns.append((position, move))
        for action in env.encoding.actions_of(position, move.code):
            node = env.play(node, action)
    players = tuple(f"level:{level}" for level in levels)
    return PlayedGame(players, tuple(turns), tuple(env.returns(node.code)))


# -- values ---------------------------------------------------------------------------------------
def _rows(plan: DatasetPlan, number: int, played: PlayedGame) -> Iterator[dict[str, Any]]:
    """Yield a row for each position of a game."""
    solving = Solving()
    for ply, (position, move) in enumerate(played.turns):
        line = _valued(position, plan.nodes, solving)
        yield {
            "game": plan.game,
            "number": number,
            "players": played.players,
            "ply": ply,
            "turn": position.turn,
            "position": position.text,
            "move": move.text,
            "best": line.move.text,
            "value": line.exact.returns if line.exact else line.score,
            "exact": line.exact is not None,
            "returns": played.returns,
        }


def _valued(position: Position, nodes: int, solving: Solving) -> Line:
    """Return the best line of a position, exact where a solver settles it."""
    limit = Limit(nodes=nodes)
    if known := exactly(position, limit, 1, solve=solving):
        return known[0]
    searcher = searcher_for(position.game, MEGABYTES)
    searcher.forget()
    return searcher.think(position, limit).lines[0]


# -- files ----------------------------------------------------------------------------------------
def _write(file: Path, rows: list[dict[str, Any]], facts: dict[str, Any]) -> None:
    """Write rows; the file is complete or absent."""
    arrow, parquet = needs("pyarrow", "parquet"), needs("pyarrow.parquet", "parquet")
    kinds = {
        "list<string>": arrow.list_(arrow.string()),
        "list<float>": arrow.list_(arrow.float32()),
    }
    schema = arrow.schema(
        [
            (name, kinds[kind] if kind in kinds else arrow.type_for_alias(kind))
            for name, kind in COLUMNS.items()
        ],
        metadata={ABOUT: json.dumps(facts)},
    )
    part = file.with_name(file.name + ".part")
    parquet.write_table(arrow.Table.from_pylist(rows, schema), part, compression="zstd")
    part.replace(file)


def about(file: Path) -> dict[str, Any]:
    """Return what a file says of itself, nothing if it is not a dataset."""
    try:
        metadata = needs("pyarrow.parquet", "parquet").read_schema(file).metadata or {}
        found: dict[str, Any] = json.loads(metadata.get(ABOUT, b"{}"))
    except ValueError:  # those of Arrow are such, too
        return {}
    return found
