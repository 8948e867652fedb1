"""`brettwerk census`: Isolation solved on all boards."""

from pathlib import Path
from typing import Annotated

import typer

from brettwerk.cli.app import App
from brettwerk.cli.output import progress_bar

census_app = App("census")


@census_app.add()
def make(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    shipped: Annotated[Path | None, typer.Option("--ship", metavar="FILE")] = None,
    first: Annotated[int, typer.Option(min=0)] = 0,
    count: Annotated[int | None, typer.Option(min=1)] = None,
    processes: Annotated[int | None, typer.Option(min=1, max=4096)] = None,
    ray: Annotated[bool, typer.Option("--ray")] = False,
) -> None:
    """Solve what is still blank in the file; interrupted, the same command goes on."""
    from brettwerk.games.isolation import census
    from brettwerk.games.katarenga_family.sheets import SHEETS, ship, spread_over

    sheets = range(SHEETS)[first:][:count]
    with spread_over(processes, ray) as spread, progress_bar() as bar:
        task = bar.add_task("", total=len(sheets))
        census.grow(
            file,
            sheets=sheets,
            spread=spread,
            progress=lambda done, _: bar.update(task, completed=done),
        )
    if shipped:
        ship(file, shipped)
