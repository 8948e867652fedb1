"""`brettwerk tune`: finds evaluation weights from self-play games."""

from pathlib import Path
from typing import Annotated

from typer import Option

from brettwerk.cli.options import GameName
from brettwerk.cli.output import expand_path, write_atomically
from brettwerk.core.registry import find_name


def tune(
    game: GameName,
    out: Annotated[Path, Option(help="The file for the weights; read first if it is there.")],
    games: Annotated[int, Option(min=1, help="Games in each round.")] = 500,
    rounds: Annotated[int, Option(min=1, help="Rounds of games.")] = 3,
    nodes: Annotated[int, Option(min=1, help="Positions a move.")] = 1500,
    seed: Annotated[int, Option(min=0, help="The first game's seed.")] = 1,
    jobs: Annotated[int, Option(min=1, max=64, help="Processes.")] = 2,
) -> None:
    """Find better weights for a game's evaluation, and write them with the record of how.

    Each round plays games with the weights found so far and fits new ones to the results.

    \b
    Example:
      brettwerk tune katarenga --games 500 --rounds 3 --out katarenga.json
    """
    from concurrent.futures import ProcessPoolExecutor

    from brettwerk.search.tuning import improve
    from brettwerk.search.weights import first_weights

    name = find_name(game)
    file = expand_path(str(out))
    text = file.read_text(encoding="utf-8") if file.exists() else first_weights(name).as_json()
    with ProcessPoolExecutor(jobs) as pool:
        for number in range(rounds):
            text, record = improve(
                name,
                text,
                games=games,
                nodes=nodes,
                seed=seed + number * games,
                spread=lambda work, seeds: pool.map(work, seeds, chunksize=4),
            )
            write_atomically(file, text.encode())
            print(f"{number + 1}/{rounds}", record, flush=True)
