"""`brettwerk selfplay`: self-play games by tree search, to train networks with."""

from random import Random
from typing import Annotated

from typer import Option

from brettwerk.cli.choose import parse_options
from brettwerk.cli.options import Count, Folder, GameName, GameOptions, OnRay, Seed, Threads
from brettwerk.cli.output import progress_bar
from brettwerk.cli.shared import translator
from brettwerk.core.registry import find_name


def selfplay(
    *,
    game: GameName,
    out: Folder,
    games: Count = 64,
    shard: Annotated[int, Option(min=1, max=4096)] = 16,
    simulations: Annotated[int, Option(min=1, max=100_000)] = 100,
    rollout: Count = 200,
    opening: Annotated[int, Option(min=0)] = 8,
    seed: Seed = 0,
    threads: Threads = 1,
    format: str = "npz",  # noqa: A002
    draw: Annotated[bool, Option("--draw")] = False,
    ray: OnRay = False,
    options: GameOptions,
) -> None:
    """Play games by tree search and write positions, visit counts and outcomes."""
    from brettwerk.research.extras import needs

    needs("numba", "fast")
    from brettwerk.research.selfplay import Plan, self_play

    plan = Plan(
        find_name(game), parse_options(game, *options, rng=Random(seed)), games, shard, simulations,
        rollout, opening, seed, format, draw,
    )  # fmt: skip
    with progress_bar() as bar:
        task = bar.add_task(plan.game, total=plan.shards)
        files = self_play(
            plan,
            out,
            threads=threads,
            progress=lambda done: bar.update(task, completed=done),
            ray=ray,
        )
    t = translator()
    made, written = t("count-games", count=games), t("count-files", count=len(files))
    print(t("selfplay-done", games=made, files=written, folder=out))
