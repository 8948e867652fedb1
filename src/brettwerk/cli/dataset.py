"""`brettwerk dataset`: games with the values of their positions, as Parquet files."""

from typing import Annotated

from typer import Option

from brettwerk.cli.options import Count, Folder, GamesOrAll, OnRay, Seed
from brettwerk.cli.output import progress_bar
from brettwerk.cli.shared import translator
from brettwerk.core.registry import find_name, names


def dataset(
    *,
    chosen: GamesOrAll = None,
    out: Folder,
    games: Annotated[int, Option(min=2)] = 16,
    simulations: Annotated[int, Option(min=2, max=100_000)] = 100,
    nodes: Count = 1000,
    seed: Seed = 0,
    ray: OnRay = False,
) -> None:
    """Write games with the values of their positions as Parquet, with a data card."""
    from brettwerk.research.extras import needs

    needs("numba", "fast")
    needs("pyarrow", "parquet")
    from brettwerk.research.dataset import DatasetPlan, make_dataset
    from brettwerk.research.dataset_card import write_card

    wanted = [find_name(name) for name in chosen] if chosen else names()
    with progress_bar() as bar:
        for name in wanted:
            task = bar.add_task(name, total=games)
            make_dataset(
                DatasetPlan(name, games, simulations, nodes, seed),
                out,
                lambda done, task=task: bar.update(task, completed=done),  # type: ignore[misc]
                ray=ray,
            )
    t = translator()
    print(t("dataset-done", files=t("count-files", count=len(wanted)), card=write_card(out, t)))
