"""`brettwerk selfplay`: self-play games by tree search, to train networks with."""

from pathlib import Path
from typing import Annotated

import typer

from brettwerk.cli.choose import parse_options
from brettwerk.cli.output import progress_bar
from brettwerk.cli.shared import BoardText, GameName, Lang, Sets, Setup, translator
from brettwerk.core.registry import find_name

Count = Annotated[int, typer.Option(min=1, max=1_000_000)]


def selfplay(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the files go.")],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 64,
    shard: Annotated[int, typer.Option("--shard", min=1, max=4096, help="Games in a file.")] = 16,
    simulations: Annotated[
        int, typer.Option("--simulations", min=1, max=100_000, help="Of each search.")
    ] = 100,
    rollout: Annotated[
        int, typer.Option("--rollout", min=1, help="Random actions until a leaf counts as drawn.")
    ] = 200,
    opening: Annotated[
        int, typer.Option("--opening", min=0, help="Actions that are chosen by lot, by visits.")
    ] = 8,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed, the same games.")] = 0,
    threads: Annotated[int, typer.Option("--threads", min=1, max=256)] = 1,
    format: Annotated[str, typer.Option("--format", help="npz or parquet.")] = "npz",  # noqa: A002
    sets: Sets = None,
    board: BoardText = None,
    setup: Setup = None,
    lang: Lang = None,
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
        find_name(game), parse_options(game, sets, board, setup), games, shard, simulations,
        rollout, opening, seed, format,
    )  # fmt: skip
    with progress_bar() as bar:
        task = bar.add_task(plan.game, total=plan.shards)
        files = self_play(
            plan, out, threads=threads, progress=lambda done: bar.update(task, completed=done)
        )
    t = translator(lang)
    made, written = t("count-games", count=games), t("count-files", count=len(files))
    print(t("selfplay-done", games=made, files=written, folder=out))
