"""`brettwerk selfplay`: games played by tree search, written for those who train networks."""

from pathlib import Path
from typing import Annotated

import typer

from brettwerk.cli.choose import chosen_options
from brettwerk.cli.frame import BoardText, GameName, Lang, Sets, Setup, language_of
from brettwerk.games.catalogue import find_name
from brettwerk.texts import say

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

    A run that was broken off goes on where it stopped. `brettwerk.adapters.training.Reader` reads
    the files as batches to train with.

    \b
    Examples:
      brettwerk selfplay bedraengnis --out games --games 256 --simulations 200
      brettwerk selfplay triapon --out triapon --set barricades=on --threads 2 --format parquet
    """
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    from brettwerk.adapters.selfplay import Plan, self_play

    plan = Plan(
        find_name(game), chosen_options(game, sets, board, setup), games, shard, simulations,
        rollout, opening, seed, format,
    )  # fmt: skip
    console = Console(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(plan.game, total=plan.shards)
        files = self_play(
            plan, out, threads=threads, progress=lambda done: bar.update(task, completed=done)
        )
    print(say("selfplay-done", language_of(lang), games=games, files=len(files), folder=out))
