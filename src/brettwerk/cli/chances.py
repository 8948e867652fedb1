"""`brettwerk chances`: measures what scores mean in chances of winning."""

from pathlib import Path
from typing import Annotated

from typer import Option

from brettwerk.cli.options import Count, GameName, Seed
from brettwerk.cli.output import expand_path, write_atomically
from brettwerk.cli.workers import workers
from brettwerk.core.registry import find_name


def chances(
    game: GameName,
    out: Annotated[Path, Option(metavar="FILE")],
    games: Count = 500,
    nodes: Count = 4000,
    seed: Seed = 1,
    jobs: Annotated[int, Option(min=1, max=64)] = 2,
) -> None:
    """Measure how often positions with a score are won, and write it with the record of how."""
    from brettwerk.research.extras import needs

    needs("numpy", "fast")
    from brettwerk.search.calibration import measure

    name, file = find_name(game), expand_path(str(out))
    with workers(jobs) as players:
        text = measure(name, games=games, nodes=nodes, seed=seed, spread=players.play)
    write_atomically(file, text.encode())
    print(text, end="")
    if players.interrupted:
        raise KeyboardInterrupt
