"""`brettwerk atlas`: every first move of Die Drei on all boards, solved and shown."""

from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brettwerk.cli.choose import make_game
from brettwerk.cli.options import BoardText, Json, as_command
from brettwerk.cli.output import print_json
from brettwerk.cli.shared import translator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from brettwerk.games.drei.atlas import Spread

atlas_app = typer.Typer(
    name="atlas", help="The atlas of Die Drei: all boards, all first moves.", no_args_is_help=True
)


@atlas_app.command()
@as_command
def make(
    file: Annotated[Path, typer.Argument(help="The file in which the atlas grows.")],
    shipped: Annotated[
        Path | None, typer.Option("--ship", help="In the end, also write it compressed here.")
    ] = None,
    lines: Annotated[str, typer.Option("--lines", help="straight or any.")] = "straight",
    first: Annotated[int, typer.Option("--first", min=0, help="The first sheet.")] = 0,
    count: Annotated[
        int, typer.Option("--count", min=1, help="How many sheets; all if not given.")
    ] = 2**31,
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes", min=1, max=4096, help="2 if not given; with --ray as many as it has."
        ),
    ] = None,
    ray: Annotated[
        bool, typer.Option("--ray", help="On a Ray cluster: that of RAY_ADDRESS, or one made here.")
    ] = False,
) -> None:
    """Solve what is still blank in the file; interrupted, the same command goes on.

    All 12,288 sheets (a board and its mirror image share one) take about half an hour on a core.

    \b
    Example:
      brettwerk atlas make drei.growing --ship drei.atlas
      RAY_ADDRESS=auto brettwerk atlas make drei.growing --ray
    """
    from rich.progress import Progress

    from brettwerk.games.drei import atlas

    if lines not in ("straight", "any"):
        raise typer.BadParameter(f"{lines!r} is neither straight nor any.")
    sheets = range(atlas.SHEETS)[first : first + count]
    with _spread(processes, ray) as spreading, Progress() as progress:
        task = progress.add_task("sheets", total=len(sheets))
        atlas.grow(
            file,
            lines=lines,
            sheets=sheets,
            spread=spreading,
            progress=lambda done, _: progress.update(task, completed=done),
        )
    if shipped:
        atlas.ship(file, shipped)


def _spread(processes: int | None, ray: bool) -> "AbstractContextManager[Spread]":
    """How the work is shared out: here, among processes, or on a cluster."""
    from brettwerk.games.drei import atlas

    if ray:
        return _on_ray(processes)
    return nullcontext(map) if processes == 1 else atlas.processes(processes or 2)


@contextmanager
def _on_ray(processes: int | None) -> "Iterator[Spread]":
    """Spread the work over a Ray cluster, whose machines need Brettwerk too."""
    from brettwerk.research.extras import needs

    with needs("ray.util.multiprocessing", "ray").Pool(processes) as pool:
        yield pool.imap_unordered


@atlas_app.command()
@as_command
def show(
    board: BoardText = None,
    json: Json = False,
) -> None:
    """What each first move leads to on a board, and after how many plies.

    With --json they are counted from the position after the first move.

    \b
    Example:
      brettwerk atlas show --board '#12345'
    """
    from brettwerk.boards.tableaus import find_arrangement
    from brettwerk.games.drei.atlas import Atlas

    rows = tuple(make_game("drei", board=board).options["board"].split("/"))
    arrangement = find_arrangement(rows)
    if arrangement is None:
        raise typer.BadParameter("The atlas knows the boards laid with the four tableaus only.")
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
