"""`brettwerk atlas`: every first move of Die Drei on all boards, solved and shown."""

from pathlib import Path
from typing import Annotated

import typer

from brettwerk.cli.app import App
from brettwerk.cli.choose import make_game
from brettwerk.cli.options import BoardText, Json
from brettwerk.cli.output import print_json, progress_bar
from brettwerk.cli.shared import translator
from brettwerk.errors import BadOptions

atlas_app = App("atlas")


@atlas_app.add()
def make(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    shipped: Annotated[Path | None, typer.Option("--ship", metavar="FILE")] = None,
    lines: str = "straight",
    first: Annotated[int, typer.Option(min=0)] = 0,
    count: Annotated[int | None, typer.Option(min=1)] = None,
    processes: Annotated[int | None, typer.Option(min=1, max=4096)] = None,
    ray: Annotated[bool, typer.Option("--ray")] = False,
) -> None:
    """Solve what is still blank in the file; interrupted, the same command goes on."""
    from brettwerk.games.drei import atlas
    from brettwerk.games.katarenga_family.sheets import SHEETS, ship, spread_over

    lines = make_game("drei", [f"lines={lines}"]).options["lines"]  # which checks them
    sheets = range(SHEETS)[first:][:count]
    with spread_over(processes, ray) as spreading, progress_bar() as bar:
        task = bar.add_task("", total=len(sheets))
        atlas.grow(
            file,
            lines=lines,
            sheets=sheets,
            spread=spreading,
            progress=lambda done, _: bar.update(task, completed=done),
        )
    if shipped:
        ship(file, shipped)


@atlas_app.add()
def show(board: BoardText = None, json: Json = False) -> None:
    """Show what each first move leads to on a board, and after how many plies."""
    from brettwerk.boards.tableaus import find_arrangement
    from brettwerk.games.drei.atlas import Atlas

    rows = tuple(make_game("drei", board=board).options["board"].split("/"))
    arrangement = find_arrangement(rows)
    if arrangement is None:
        raise BadOptions("drei-atlas-board")
    found = Atlas.load().first_moves(arrangement)
    if json:
        print_json({field: exact._asdict() for field, exact in found.items()})
        return
    t = translator()
    for value, key in ((1, "white"), (0, "draw"), (-1, "black")):
        fields = [
            f"{field} {exact.plies + 1}" for field, exact in found.items() if exact.value == value
        ]
        print(t(f"drei-cli-atlas-{key}", fields=", ".join(fields) or "—"))
