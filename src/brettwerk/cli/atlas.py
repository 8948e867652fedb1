"""`brettwerk atlas`: every first move of Die Drei on all boards, solved and shown."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from brettwerk.cli.choose import chosen_game
from brettwerk.cli.frame import BoardText, Json, Lang, language_of
from brettwerk.cli.output import print_json

atlas_app = typer.Typer(
    name="atlas", help="The atlas of Die Drei: all boards, all first moves.", no_args_is_help=True
)


@atlas_app.command()
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
    processes: Annotated[int, typer.Option("--processes", min=1, max=256)] = 2,
) -> None:
    """Solve what is still blank in the file; interrupted, the same command goes on.

    All 12,288 sheets (a board and its mirror image share one) take about half an hour on a core.

    \b
    Example:
      brettwerk atlas make drei.growing --ship drei.atlas
    """
    from rich.progress import Progress

    from brettwerk.solve import atlas

    if lines not in ("straight", "any"):
        raise typer.BadParameter(f"{lines!r} is neither straight nor any.")
    sheets = range(atlas.SHEETS)[first : first + count]
    spread = atlas.processes(processes) if processes > 1 else nullcontext(map)
    with spread as spreading, Progress() as progress:
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


@atlas_app.command()
def show(
    board: BoardText = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """What each first move leads to on a board, and after how many plies.

    \b
    Example:
      brettwerk atlas show --board '#12345'
    """
    from brettwerk.cli.voice import Voice
    from brettwerk.solve.atlas import Atlas, laid

    rows = tuple(chosen_game("drei", board=board).options["board"].split("/"))
    laying = laid(rows)
    if laying is None:
        raise typer.BadParameter("The atlas knows the boards laid with the four tableaus only.")
    found = Atlas.load().first_moves(laying)
    if json:
        print_json({field: exact._asdict() for field, exact in found.items()})
        return
    voice = Voice(language_of(lang))
    for value, key in ((1, "white"), (0, "draw"), (-1, "black")):
        fields = [
            f"{field} {exact.plies}" for field, exact in found.items() if exact.value == value
        ]
        print(voice(f"cli-atlas-{key}", fields=", ".join(fields) or "—"))
