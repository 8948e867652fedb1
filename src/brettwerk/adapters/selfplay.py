"""Self-play: games played by tree search, written in shards, resumable, the same for a seed."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from brettwerk.adapters import core
from brettwerk.adapters.environment import Environment, environment
from brettwerk.adapters.shards import FORMATS, Shard, write_shard
from brettwerk.adapters.tree import Counts, TreeSearch
from brettwerk.errors import BadOptions
from brettwerk.texts import shown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from brettwerk.adapters.tree import Network

PLAN = "selfplay.json"


@dataclass(frozen=True)
class Plan:
    """What is to be played: everything that decides the games, and so the files."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    games: int = 64
    games_per_shard: int = 16
    simulations: int = 100
    rollout: int = 200  # actions of random play after which a leaf counts as drawn
    opening: int = 8  # actions chosen by lot, by their visits; afterwards the most visited
    seed: int = 0
    format: str = "npz"

    @property
    def shards(self) -> int:
        """How many files there will be."""
        return -(-self.games // self.games_per_shard)


@dataclass
class _Played:
    """What is gathered while a shard's games are played."""

    rows: list[NDArray[np.uint64]] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    played: list[int] = field(default_factory=list)
    counts: list[Counts] = field(default_factory=list)


def play_games(
    env: Environment,
    games: int,
    search: TreeSearch,
    opening: int,
    rng: np.random.Generator,
    network: Network | None = None,
    noise: float = 0.0,
    scatter: int = 0,
) -> Shard:
    """So many games side by side, each move from a search.

    The first `opening` actions are drawn by their visits. `noise` goes into a network's priors.
    With `scatter`, games begin after up to so many random actions: positions that good play
    would never show.
    """
    rows, pasts = env.rows(games)
    acts = np.zeros(env.encoding.most, np.int32)
    for row, past in zip(rows, pasts, strict=True):
        core.begin(env.marker, row, int(rng.integers(len(env.games))))
        _scatter(env, row, past, acts, int(rng.integers(scatter + 1)), rng)
    returns = np.zeros((games, env.players), np.float32)
    live = [i for i in range(games) if not _ended(env, rows[i], acts, returns[i])]
    found, turn = _Played(), 0
    while live:
        spice = rng.dirichlet([noise] * env.encoding.actions, len(live)) if noise else None
        results = search.run(rows[live], pasts[live], network, spice)
        for i, counts in zip(live, results, strict=True):
            action = _chosen(counts, turn < opening, rng)
            found.rows.append(rows[i].copy())
            found.games.append(i)
            found.players.append(int(core.mover(env.marker, rows[i])))
            found.played.append(action)
            found.counts.append(counts)
            core.advance(env.marker, rows[i], pasts[i], action)
        live = [i for i in live if not _ended(env, rows[i], acts, returns[i])]
        turn += 1
    return _shard(env, found, returns)


def _scatter(
    env: Environment,
    row: NDArray[np.uint64],
    past: NDArray[np.uint64],
    acts: NDArray[np.int32],
    actions: int,
    rng: np.random.Generator,
) -> None:
    """Play random actions, but none that ends the game."""
    for _ in range(actions):
        _, count = core.look(env.marker, row, env.limit, acts)
        before = row.copy()
        core.advance(env.marker, row, past, int(acts[rng.integers(count)]))
        if core.look(env.marker, row, env.limit, acts)[0]:
            row[:] = before
            return


def _ended(
    env: Environment, row: NDArray[np.uint64], acts: NDArray[np.int32], returns: Any
) -> bool:
    """Whether this game has ended; then what it was worth is noted."""
    code, _ = core.look(env.marker, row, env.limit, acts)
    if code:
        core.write_returns(code, env.players, returns)
    return bool(code)


def _chosen(counts: Counts, by_lot: bool, rng: np.random.Generator) -> int:
    if by_lot:
        return int(rng.choice(counts.actions, p=counts.visits / counts.visits.sum()))
    return int(counts.actions[counts.visits.argmax()])


def _shard(env: Environment, found: _Played, returns: NDArray[np.float32]) -> Shard:
    sizes = [len(counts.actions) for counts in found.counts]
    none = np.zeros(0, np.int32)
    return Shard(
        np.array(found.rows, np.uint64).reshape(-1, env.width + core.EXTRA),
        np.array(found.games, np.int32),
        np.array(found.players, np.int8),
        np.array(found.played, np.int32),
        np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int64),
        np.concatenate([none, *(counts.actions for counts in found.counts)]),
        np.concatenate([none, *(counts.visits for counts in found.counts)]),
        returns,
    )


def self_play(
    plan: Plan, folder: Path, *, threads: int = 1, progress: Callable[[int], None] | None = None
) -> list[Path]:
    """Play what is planned and not yet there; the files, old and new.

    Shards are numbered, and each has a seed of its own: a run that was broken off goes on with
    the first that is missing, and writes what it would have written.
    """
    env = environment(plan.game, [plan.options])
    _check(plan)
    folder.mkdir(parents=True, exist_ok=True)
    _remember(plan, folder)
    files = []
    for number in range(plan.shards):
        file = folder / f"shard-{number:05}.{plan.format}"
        if not file.exists():
            write_shard(file, _play_shard(env, plan, number, threads), asdict(plan))
        files.append(file)
        if progress:
            progress(number + 1)
    return files


def _play_shard(env: Environment, plan: Plan, number: int, threads: int) -> Shard:
    games = min(plan.games_per_shard, plan.games - number * plan.games_per_shard)
    seed = np.random.SeedSequence([plan.seed, number])
    rng = np.random.default_rng(seed)
    search = TreeSearch(
        env,
        games,
        plan.simulations,
        seed=int(rng.integers(2**62)),
        rollout=plan.rollout,
        threads=min(threads, games),
    )
    return play_games(env, games, search, plan.opening, rng)


def _check(plan: Plan) -> None:
    if plan.format not in FORMATS:
        raise BadOptions("selfplay-format", given=shown(plan.format), choices=", ".join(FORMATS))
    for name in ("games", "games_per_shard", "simulations", "rollout"):
        if getattr(plan, name) < 1:
            raise BadOptions("selfplay-count", name=name.replace("_", " "))


def _remember(plan: Plan, folder: Path) -> None:
    """Note the plan in the folder; refuse to go on with another one. More games may be added."""
    file = folder / PLAN
    told = asdict(plan)
    if file.exists():
        before = json.loads(file.read_text(encoding="utf-8"))
        changed = [name for name in told if name != "games" and told[name] != before.get(name)]
        if changed:
            raise BadOptions("selfplay-other", folder=folder, names=", ".join(changed))
        if before["games"] % plan.games_per_shard and before["games"] != plan.games:
            raise BadOptions("selfplay-other", folder=folder, names="games")
    file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
