"""`brettwerk selfplay`: self-play games by tree search, to train networks with."""

from pathlib import Path
from typing import Annotated

from typer import Option

from brettwerk.cli.choose import parse_options
from brettwerk.cli.options import GameName, GameOptions
from brettwerk.cli.output import progress_bar
from brettwerk.cli.shared import translator
from brettwerk.core.registry import find_name


def selfplay(
    *,
    game: GameName,
    out: Annotated[Path, Option(metavar="FOLDER", help="Where the files go.")],
    games: Annotated[int, Option(min=1, help="How many games.")] = 64,
    shard: Annotated[int, Option(min=1, max=4096, help="Games in a file.")] = 16,
    simulations: Annotated[int, Option(min=1, max=100_000, help="Of each search.")] = 100,
    rollout: Annotated[
        int, Option(min=1, help="Random actions until a leaf counts as drawn.")
    ] = 200,
    opening: Annotated[int, Option(min=0, help="First actions, drawn at random by visits.")] = 8,
    seed: Annotated[int, Option(min=0, help="The same seed, the same games.")] = 0,
    threads: Annotated[int, Option(min=1, max=256)] = 1,
    format: Annotated[str, Option(help="npz or parquet.")] = "npz",  # noqa: A002
    options: GameOptions,
) -> None:
    """Play games by tree search and write positions, visit counts and outcomes.

    A run that was broken off goes on where it stopped. `brettwerk.research.training.Reader` reads
    the files as batches to train with.

    \b
    Examples:
      brettwerk selfplay bedraengnis --out games --games 256 --simulations 200
      brettwerk selfplay triapon --out triapon --set barricades=on --threads 2 --format parquet
    """
    from brettwerk.research.selfplay import Plan, self_play

    plan = Plan(
        find_name(game), parse_options(game, *options), games, shard, simulations,
        rollout, opening, seed, format,
    )  # fmt: skip
    with progress_bar() as bar:
        task = bar.add_task(plan.game, total=plan.shards)
        files = self_play(
            plan, out, threads=threads, progress=lambda done: bar.update(task, completed=done)
        )
    t = translator()
    made, written = t("count-games", count=games), t("count-files", count=len(files))
    print(t("selfplay-done", games=made, files=written, folder=out))
