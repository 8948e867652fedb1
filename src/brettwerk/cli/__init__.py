"""The command line: one file a command, gathered here."""

import contextlib
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from brettwerk.cli import (
    analyse,
    atlas,
    bench,
    board,
    environment,
    games,
    known,
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
    tune,
)
from brettwerk.cli.frame import Commands, print_version
from brettwerk.cli.serve import Host, NoBrowser, Port

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
)

app = typer.Typer(
    name="brettwerk",
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
for command in COMMANDS:
    app.command()(command)
app.add_typer(board.board_app)
app.add_typer(atlas.atlas_app)
app.add_typer(known.known_app)
app.add_typer(puzzles.puzzles_app)


@app.callback(invoke_without_command=True)
def brettwerk(
    ctx: typer.Context,
    host: Host = "127.0.0.1",
    port: Port = None,
    no_browser: NoBrowser = False,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Play and study Abalone, Triapon, Katarenga, Das Bedrängnis, Die Drei and Die Schlacht.

    Without a command it opens the page to play on in your browser.
    """
    if ctx.invoked_subcommand is None:
        serve.serve(host=host, port=port, no_browser=no_browser)


def main() -> None:
    """What runs when someone types `brettwerk`."""
    _open_closed()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A terminal without our letters shows question marks instead of stopping the program.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app()
    finally:
        _flush()


def _open_closed() -> None:
    """Whoever started us may have closed our input or output; then it is as if it were empty."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 — to the end
            setattr(sys, name, stream)


def _flush() -> None:
    """Write what is left; whoever read our output may have stopped reading (`| head`)."""
    try:
        sys.stdout.flush()
    except OSError:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
