"""`brettwerk play`: a game in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from brettwerk.cli.shared import BoardText, Lang, Sets, Setup, translator


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game; without it there is a menu.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="A,B",
            help="human, level:1 to level:10 or random for each seat, in the order they begin.",
        ),
    ] = None,
    names: Annotated[
        str | None, typer.Option("--names", metavar="ADA,BO", help="Names for the players.")
    ] = None,
    sets: Sets = None,
    board: BoardText = None,
    setup: Setup = None,
    target: Annotated[
        int | None, typer.Option("--target", help="Points to play to, where rounds bring points.")
    ] = None,
    tableau: Annotated[
        str | None,
        typer.Option("--tableau", metavar="keep|new", help="new: another tableau each round."),
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(
            "--clock", metavar="TIME", help="10+5: ten minutes each, five seconds a turn."
        ),
    ] = None,
    fair: Annotated[
        bool,
        typer.Option("--fair", help="A random first move that keeps the game even."),
    ] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Makes programs play the same again.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the game in this file.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    lang: Lang = None,
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
    from brettwerk.cli.terminal.setup import GameSettings, start_session

    settings = GameSettings(
        game=game,
        players=players,
        names=names,
        sets=sets,
        board=board,
        setup=setup,
        target=target,
        tableau=tableau,
        clock=clock,
        seed=seed,
        fair=fair or None,
    )
    raise typer.Exit(start_session(Screen(translator(lang)), settings, save, resume))
