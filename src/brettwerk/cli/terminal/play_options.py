"""The options of a game in the terminal."""

from typing import Annotated, NamedTuple

from typer import Argument, Option

from brettwerk.cli.options import BoardText, Sets, Setup


class PlayOptions(NamedTuple):
    """What is settled about a game before it begins."""

    game: Annotated[str | None, Argument(metavar="GAME")] = None
    players: Annotated[str | None, Option(metavar="A,B")] = None
    names: Annotated[str | None, Option(metavar="ADA,BO")] = None
    sets: Sets = None
    board: BoardText = None
    setup: Setup = None
    target: int | None = None
    tableau: Annotated[str | None, Option(metavar="keep|new")] = None
    clock: Annotated[str | None, Option(metavar="TIME")] = None
    fair: Annotated[bool, Option("--fair")] = False
    seed: int | None = None
