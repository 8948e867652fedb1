"""`brettwerk tune`: finds evaluation weights from self-play games."""

from pathlib import Path
from typing import Annotated

from typer import Option

from brettwerk.cli.options import Count, GameName, Seed
from brettwerk.cli.output import expand_path, write_atomically
from brettwerk.cli.workers import workers
from brettwerk.core.registry import find_name


def tune(
    game: GameName,
    out: Annotated[Path, Option(metavar="FILE")],
    games: Count = 500,
    rounds: Count = 3,
    nodes: Count = 1500,
    seed: Seed = 1,
    jobs: Annotated[int, Option(min=1, max=64)] = 2,
    network: Annotated[bool, Option("--network")] = False,
) -> None:
    """Find better weights for a game's evaluation, and write them with the record of how."""
    from brettwerk.research.extras import needs

    needs("numpy", "fast")
    from brettwerk.search import network as networks
    from brettwerk.search import tuning
    from brettwerk.search.weights import first_weights, weights_in_file

    name = find_name(game)
    file = expand_path(str(out))
    text = (weights_in_file(file) if file.exists() else first_weights(name)).as_json()
    improve = networks.improve if network else tuning.improve
    with workers(jobs) as players:
        for number in range(rounds):
            text, record = improve(
                name,
                text,
                games=games,
                nodes=nodes,
                seed=seed + number * games,
                spread=players.play,
            )
            write_atomically(file, text.encode())
            print(f"{number + 1}/{rounds}", record, flush=True)
            if players.interrupted:
                raise KeyboardInterrupt
