"""`brettwerk play`: a game in the terminal."""

from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from typer import Argument, Option

from brettwerk.cli.options import BoardText, Sets, Setup
from brettwerk.cli.shared import translator


class PlayOptions(NamedTuple):
    """What is settled about a game before it begins."""

    game: Annotated[
        str | None, Argument(metavar="GAME", help="A game; without it there is a menu.")
    ] = None
    players: Annotated[
        str | None,
        Option(
            metavar="A,B",
            help="human, level:1 to level:10 or random for each seat, in the order they begin.",
        ),
    ] = None
    names: Annotated[str | None, Option(metavar="ADA,BO", help="Names for the players.")] = None
    sets: Sets = None
    board: BoardText = None
    setup: Setup = None
    target: Annotated[int | None, Option(help="Points to play to, where rounds bring points.")] = (
        None
    )
    tableau: Annotated[
        str | None, Option(metavar="keep|new", help="new: another tableau each round.")
    ] = None
    clock: Annotated[
        str | None, Option(metavar="TIME", help="10+5: ten minutes each, five seconds a turn.")
    ] = None
    fair: Annotated[
        bool, Option("--fair", help="A random first move that keeps the game even.")
    ] = False
    seed: Annotated[int | None, Option(help="Makes programs play the same again.")] = None


def play(
    *,
    options: PlayOptions,
    save: Annotated[Path | None, Option(metavar="FILE", help="Keep the game in this file.")] = None,
    resume: Annotated[Path | None, Option(metavar="FILE", help="Go on with a saved game.")] = None,
) -> None:
    """Play a game here in the terminal.

    \b
    Examples:
      brettwerk play
      brettwerk play abalone --setup belgian-daisy
      brettwerk play katarenga --players human,level:5
      brettwerk play drei --players human,human --names Ada,Bo --fair
      brettwerk play --resume game.pgn
    """
    from brettwerk.cli.screen import Screen
    from brettwerk.cli.terminal.setup import start_session

    raise typer.Exit(start_session(Screen(translator()), options, save, resume))
