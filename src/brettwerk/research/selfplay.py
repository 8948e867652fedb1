"""Self-play: games played by tree search, written in shards, resumable, reproducible by seed."""

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brettwerk.core.registry import definition
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate
from brettwerk.research import core
from brettwerk.research.cluster import results_of
from brettwerk.research.environment import Environment, Node, environment
from brettwerk.research.provenance import provenance
from brettwerk.research.shards import FORMATS, Shard, write_shard
from brettwerk.research.tree import BatchTreeSearch, Network, VisitCounts

PLAN = "selfplay.json"


@dataclass(frozen=True)
class Plan:
    """Everything that determines the games, and so the files."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    games: int = 64
    games_per_shard: int = 16
    simulations: int = 100
    rollout: int = 200  # actions of random play after which a leaf counts as drawn
    opening: int = 8  # actions drawn by their visits; afterwards the most visited is played
    seed: int = 0
    format: str = "npz"
    draw: bool = False  # boards or set-ups, anew for each game

    @property
    def shards(self) -> int:
        """The number of files."""
        return -(-self.games // self.games_per_shard)


class PlayedAction(NamedTuple):
    """An action that was played, and what the search found before it."""

    row: NDArray[np.uint64]
    game: int
    player: int
    action: int
    counts: VisitCounts


def play_games(
    env: Environment,
    games: int,
    search: BatchTreeSearch,
    opening: int,
    rng: np.random.Generator,
    network: Network | None = None,
    noise: float = 0.0,
    scatter: int = 0,
    first: int = 0,
) -> Shard:
    """Play games side by side, each action chosen by a search.

    The first `opening` actions are drawn by their visits. `noise` goes into a network's priors.
    Up to `scatter` random actions are played first, for positions that good play never reaches.
    The variants of the environment are taken in turn, beginning with the `first`.
    """
    nodes = beginnings(env, games, scatter, rng, first)
    found: list[PlayedAction] = []
    turn = 0
    while live := [i for i in range(games) if not nodes[i].code]:
        spice = rng.dirichlet([noise] * env.encoding.num_actions, len(live)) if noise else None
        rows = np.array([nodes[i].row for i in live])
        pasts = np.array([nodes[i].past for i in live])
        for i, counts in zip(live, search.run(rows, pasts, network, spice), strict=True):
            action = _chosen(counts, turn < opening, rng)
            found.append(PlayedAction(nodes[i].row, i, nodes[i].player, action, counts))
            nodes[i] = env.play(nodes[i], action)
        turn += 1
    returns = np.array([env.returns(node.code) for node in nodes], np.float32)
    return shard_of(env, found, returns)


def beginnings(
    env: Environment, games: int, scatter: int, rng: np.random.Generator, first: int = 0
) -> list[Node]:
    """Begin games, each with up to `scatter` random actions."""
    variants = ((first + number) % len(env.games) for number in range(games))
    return [_scatter(env, env.begin(variant), scatter, rng) for variant in variants]


def _scatter(env: Environment, node: Node, most: int, rng: np.random.Generator) -> Node:
    """Play up to `most` random actions, but none that ends the game."""
    for _ in range(int(rng.integers(most + 1))):
        after = env.play(node, node.legal[int(rng.integers(len(node.legal)))])
        if after.code:
            break
        node = after
    return node


def _chosen(counts: VisitCounts, drawn: bool, rng: np.random.Generator) -> int:
    if drawn:
        return int(rng.choice(counts.actions, p=counts.visits / counts.visits.sum()))
    return int(counts.actions[counts.visits.argmax()])


def shard_of(env: Environment, found: list[PlayedAction], returns: NDArray[np.float32]) -> Shard:
    """Return played actions, and the returns of their games, as a shard."""
    none, counts = np.zeros(0, np.int32), [one.counts for one in found]
    return Shard(
        np.array([one.row for one in found], np.uint64).reshape(-1, env.width + core.EXTRA),
        np.array([one.game for one in found], np.int32),
        np.array([one.player for one in found], np.int8),
        np.array([one.action for one in found], np.int32),
        np.cumsum([0, *(len(one.actions) for one in counts)], dtype=np.int64),
        np.concatenate([none, *(one.actions for one in counts)]),
        np.concatenate([none, *(one.visits for one in counts)]),
        returns,
        env.variants,
    )


def self_play(
    plan: Plan,
    folder: Path,
    *,
    threads: int = 1,
    progress: Callable[[int], None] = lambda _: None,
    ray: bool = False,
) -> list[Path]:
    """Play the shards that are missing in the folder; return all files.

    Shards are numbered, and each has a seed of its own: an interrupted run is continued with the
    first that is missing, and writes the same files. With `ray` they are played on a Ray cluster
    (`RAY_ADDRESS`, else this machine), as many at a time as it has processors.
    """
    environment(plan.game, [plan.options])  # raises for bad options
    _check(plan)
    folder.mkdir(parents=True, exist_ok=True)
    whole = _remembered(plan, folder)
    files = [folder / f"shard-{number:05}.{plan.format}" for number in range(plan.shards)]
    missing = [number for number, file in enumerate(files) if not file.exists()]
    about = {**asdict(whole), **provenance(plan.game)}
    play = partial(play_shard, whole, threads=1 if ray else threads)
    there = plan.shards - len(missing)
    progress(there)
    with closing(results_of(play, missing, ray=ray)) as shards:
        for done, (number, shard) in enumerate(shards, there + 1):
            write_shard(files[number], shard, about)
            progress(done)
    return files


def play_shard(plan: Plan, number: int, threads: int = 1) -> Shard:
    """Play one shard; plan and number determine its games."""
    games = min(plan.games_per_shard, plan.games - number * plan.games_per_shard)
    rng = np.random.default_rng(np.random.SeedSequence([plan.seed, number]))
    env = environment(plan.game, _variants(plan, number, games))
    search = BatchTreeSearch(
        env,
        games,
        plan.simulations,
        seed=int(rng.integers(2**62)),
        rollout=plan.rollout,
        threads=min(threads, games),
    )
    return play_games(env, games, search, plan.opening, rng)


def _variants(plan: Plan, number: int, games: int) -> list[dict[str, Any]]:
    """Return the options of all games of a shard, or of one if they are all the same."""
    if not plan.draw:
        return [plan.options]
    rng = np.random.default_rng(np.random.SeedSequence([plan.seed, number, 1]))
    draw = definition(plan.game).random_options
    return [{**draw(int(seed)), **plan.options} for seed in rng.integers(10**6, size=games)]


def _check(plan: Plan) -> None:
    if plan.format not in FORMATS:
        raise BadOptions("selfplay-format", given=truncate(plan.format), choices=", ".join(FORMATS))
    for name in ("games", "games_per_shard", "simulations", "rollout"):
        if getattr(plan, name) < 1:
            raise BadOptions("selfplay-count", name=name.replace("_", " "))
    if plan.draw and not set(definition(plan.game).random_options(0)) - set(plan.options):
        raise BadOptions("selfplay-draw", game=plan.game)


def _remembered(plan: Plan, folder: Path) -> Plan:
    """Store the plan in the folder; raise if another one is there. More games may be added.

    Return the plan of the folder, which has more games if fewer are asked for now: so a shard that
    is missing is written with all of its games.
    """
    file = folder / PLAN
    fields = asdict(plan)
    if file.exists():
        before = _plan_in(file)
        changed = [
            key for key in fields if key != "games" and fields[key] != before.get(key, False)
        ]
        if changed:
            raise BadOptions("selfplay-other", folder=folder, names=", ".join(changed))
        if before["games"] % plan.games_per_shard and before["games"] != plan.games:
            raise BadOptions("selfplay-other", folder=folder, names="games")
        if before["games"] > plan.games:
            return replace(plan, games=before["games"])
    file.write_text(json.dumps(fields, indent=1) + "\n", encoding="utf-8")
    return plan


def _plan_in(file: Path) -> dict[str, Any]:
    """Return the fields of the plan in a file; BadOptions if there is none."""
    try:
        found = json.loads(file.read_bytes())
        return {**found, "games": int(found["games"])}
    except (ValueError, KeyError, TypeError) as fault:
        raise BadOptions("selfplay-file", file=file) from fault
