"""`brettwerk play`: a game in the terminal."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import typer

from brettwerk.cli.app import LocalizedCommand
from brettwerk.cli.options import File
from brettwerk.cli.shared import translator
from brettwerk.cli.terminal.play_options import PlayOptions
from brettwerk.errors import BadOptions

RESUME, NEWEST = "--resume", Path("-")


class PlayCommand(LocalizedCommand):
    """A command whose `--resume` needs no file: it means the newest game then."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments."""
        found = list[str]()
        for word, after in pairwise([*args, "--"]):
            found.append(f"{RESUME}={NEWEST}" if word == RESUME and after.startswith("-") else word)
        return super().parse_args(ctx, found)


def play(*, options: PlayOptions, save: File = None, resume: File = None) -> None:
    """Play a game here in the terminal."""
    from brettwerk.cli.screen import Screen
    from brettwerk.cli.terminal.saving import newest_unfinished, saves_folder
    from brettwerk.cli.terminal.setup import start_session

    if resume == NEWEST:
        newest = newest_unfinished()
        if newest is None:
            raise BadOptions("cli-resume-none", folder=saves_folder())
        resume = newest.path
    raise typer.Exit(start_session(Screen(translator()), options, save, resume))
