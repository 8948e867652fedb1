"""`brettwerk environment`: a game as a research environment."""

from dataclasses import asdict
from typing import Annotated

from typer import Option

from brettwerk.cli.options import GameName, Json, Seed
from brettwerk.cli.output import print_json
from brettwerk.cli.shared import translator
from brettwerk.core.registry import find_name


def environment(
    game: GameName,
    games: Annotated[int, Option(min=1, max=100_000)] = 2000,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Describe a game as a research environment, with statistics of random games."""
    from brettwerk.research.extras import needs

    needs("numba", "fast")
    from brettwerk.research.describe import page
    from brettwerk.research.statistics import statistics

    name = find_name(game)
    found = statistics(name, games, seed)
    if json:
        print_json({"game": name, **asdict(found)})
    else:
        print(page(found, name, translator()), end="")
