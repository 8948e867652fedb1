"""The command line: one module per command."""

import contextlib
import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from brettwerk.cli import (
    analyse,
    bench,
    board,
    environment,
    findings,
    games,
    loadtest,
    match,
    perft,
    play,
    puzzles,
    referee,
    rules,
    selfplay,
    serve,
    show,
    solve,
    texts,
    tune,
)
from brettwerk.cli.options import as_command
from brettwerk.cli.serve import Address
from brettwerk.cli.shared import Commands, print_version

# In the order in which `brettwerk --help` lists them.
COMMANDS = (
    serve.serve,
    play.play,
    show.show,
    rules.rules,
    games.games,
    perft.perft,
    analyse.analyse,
    solve.solve,
    match.match,
    tune.tune,
    referee.referee,
    environment.environment,
    selfplay.selfplay,
    bench.bench,
    loadtest.loadtest,
    texts.texts,
)

app = typer.Typer(
    name="brettwerk",
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
for command in COMMANDS:
    app.command()(as_command(command))
app.add_typer(board.board_app)
app.add_typer(findings.known_app)
app.add_typer(puzzles.puzzles_app)


@app.callback(invoke_without_command=True)
@as_command
def brettwerk(
    *,
    ctx: typer.Context,
    address: Address,
    _version: Annotated[
        bool, Option("--version", callback=print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Play, study and solve abstract board games.

    Without a command it opens the page to play on in your browser.
    """
    if ctx.invoked_subcommand is None:
        serve.serve(address=address)


def main() -> None:
    """Run the command line."""
    _reopen_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A terminal that lacks a character shows a question mark.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app()
    finally:
        _flush()


def _reopen_closed_streams() -> None:
    """Replace standard streams that the parent process has closed by the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 — to the end
            setattr(sys, name, stream)


def _flush() -> None:
    """Flush the output, ignoring a closed pipe (`| head`)."""
    try:
        sys.stdout.flush()
    except OSError:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
