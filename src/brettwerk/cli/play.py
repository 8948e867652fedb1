"""`brettwerk play`: a game in the terminal."""

import typer

from brettwerk.cli.options import File
from brettwerk.cli.shared import translator
from brettwerk.cli.terminal.play_options import PlayOptions


def play(*, options: PlayOptions, save: File = None, resume: File = None) -> None:
    """Play a game here in the terminal."""
    from brettwerk.cli.screen import Screen
    from brettwerk.cli.terminal.setup import start_session

    raise typer.Exit(start_session(Screen(translator()), options, save, resume))
