"""Games that the engine plays against itself, so that they show what a game is like."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from brettwerk.arena.run import play_match
from brettwerk.arena.store import Store
from brettwerk.arena.terms import Terms
from brettwerk.engine.report import Limit
from brettwerk.known.facts import How

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from brettwerk.records import Record

MOST_PLIES = 400


@dataclass(frozen=True)
class Plan:
    """Which games to play: from where, with how many nodes a move, how many, and the seed."""

    game: str
    name: str
    nodes: int
    games: int
    opening_plies: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 1

    @property
    def terms(self) -> Terms:
        """The same for the arena: the engine in all seats, each opening once."""
        return Terms(
            self.game,
            ("engine",),
            limit=Limit(nodes=self.nodes),
            options=self.options,
            seed=self.seed,
            opening_plies=self.opening_plies,
            most_plies=MOST_PLIES,
            alone=True,
        )

    @property
    def command(self) -> str:
        """What to type to play these games again."""
        numbers = f"--games {self.games} --nodes {self.nodes} --seed {self.seed}"
        return f"brettwerk known make {self.game} --plan {self.name} {numbers}"

    def how(self, date: str, version: str) -> How:
        """The record of how the games came about."""
        return How(
            self.command,
            self.nodes,
            self.seed,
            self.opening_plies,
            MOST_PLIES,
            self.options,
            date,
            version,
        )

    def with_numbers(self, games: int | None, nodes: int | None, seed: int | None) -> Plan:
        """The same with other numbers, where they are given."""
        return replace(
            self,
            games=self.games if games is None else games,
            nodes=self.nodes if nodes is None else nodes,
            seed=self.seed if seed is None else seed,
        )


@cache
def all_plans() -> tuple[Plan, ...]:
    """The plans that come with the package."""
    text = (files(__package__) / "data" / "plans.json").read_bytes()
    return msgspec.json.decode(text, type=tuple[Plan, ...])


def plans_of(game: str) -> tuple[Plan, ...]:
    """Those of one game."""
    return tuple(plan for plan in all_plans() if plan.game == game)


def play(
    plan: Plan, path: Path, *, jobs: int = 1, told: Callable[[Plan], object] = lambda _: None
) -> list[Record]:
    """The games of a plan, in order; those that the file has already are not played again."""
    with Store(path, plan.terms) as store:
        play_match(plan.terms, plan.games, store, jobs=jobs, told=lambda _: told(plan))
        return [store.records[number] for number in range(plan.games)]
