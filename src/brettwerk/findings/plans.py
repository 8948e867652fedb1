"""Plans of self-play games of the engine, from which samples are made."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from brettwerk.arena.config import MatchConfig
from brettwerk.arena.match_file import MatchFile
from brettwerk.arena.runner import play_match
from brettwerk.core.registry import definition
from brettwerk.findings.facts import Provenance
from brettwerk.records import Record
from brettwerk.search.report import Limit

MAX_PLIES = 400
# The explorer's collection of a game without set-ups, and the random moves with which games begin.
COLLECTION, COLLECTION_OPENING = "collection", 2


@dataclass(frozen=True)
class SamplingPlan:
    """Self-play games to play: from where, how many, nodes per move, and the seed."""

    game: str
    name: str
    nodes: int
    games: int
    opening_plies: int = 0
    options: dict[str, object] = field(default_factory=dict)
    seed: int = 1

    @property
    def match_config(self) -> MatchConfig:
        """Return the configuration for the arena: the engine in all seats, each opening once."""
        return MatchConfig(
            self.game,
            ("engine",),
            limit=Limit(nodes=self.nodes),
            options=self.options,
            seed=self.seed,
            opening_plies=self.opening_plies,
            most_plies=MAX_PLIES,
            self_play=True,
        )

    @property
    def command(self) -> str:
        """Return the command that plays these games again."""
        numbers = f"--games {self.games} --nodes {self.nodes} --seed {self.seed}"
        return f"brettwerk known make {self.game} --plan {self.name} {numbers}"

    def how(self, date: str, version: str) -> Provenance:
        """Return how the games are made, for the file of findings."""
        return Provenance(
            self.command,
            self.nodes,
            self.seed,
            self.opening_plies,
            MAX_PLIES,
            self.options,
            date,
            version,
        )

    def with_numbers(self, games: int | None, nodes: int | None, seed: int | None) -> SamplingPlan:
        """Return the plan with those numbers replaced that are given."""
        return replace(
            self,
            games=self.games if games is None else games,
            nodes=self.nodes if nodes is None else nodes,
            seed=self.seed if seed is None else seed,
        )


@cache
def plans_of(game: str) -> tuple[SamplingPlan, ...]:
    """Return the plans of a game, from its folder."""
    file = definition(game).file("data/plans.json")
    plans = json.loads(file.read_bytes()) if file else ()
    return tuple(SamplingPlan(game, **plan) for plan in plans)


def collection_plans(game: str, games: int, nodes: int, seed: int) -> list[SamplingPlan]:
    """Return the plans of the explorer's collection: one for each set-up, or one for the game.

    Those that have a plan for findings already are left out: their games are shipped.
    """
    known = definition(game)
    pictures = [option for option in known.option_specs if option.control == "pictures"]
    shipped = {plan.name for plan in plans_of(game)}
    plies = COLLECTION_OPENING
    if not pictures:
        only = SamplingPlan(game, COLLECTION, nodes, games, plies, seed=seed)
        return [] if shipped else [only]
    return [
        SamplingPlan(game, name, nodes, games, plies, {option.name: name}, seed)
        for option in pictures
        for name in option.choices or ()
        if name not in shipped
    ]


def play(
    plan: SamplingPlan,
    path: Path,
    *,
    jobs: int = 1,
    on_game: Callable[[SamplingPlan], object] = lambda _: None,
) -> list[Record]:
    """Play the games of a plan that the file lacks; return all in order."""
    config = plan.match_config
    with closing(MatchFile(path, config)) as file:
        play_match(config, plan.games, file, jobs=jobs, on_game=lambda _: on_game(plan))
        return [file.records[number] for number in range(plan.games)]
