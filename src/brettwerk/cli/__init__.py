"""The command line: one module per command."""

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from typer import Context, Exit, Option

from brettwerk.cli import (
    admin,
    analyse,
    backup,
    bench,
    book,
    build_wasm,
    chances,
    convert,
    course,
    dataset,
    doctor,
    environment,
    explore,
    findings,
    games,
    ladder,
    loadtest,
    match,
    perft,
    play,
    puzzles,
    referee,
    regret,
    rules,
    selfplay,
    serve,
    show,
    site,
    solve,
    sprt,
    texts,
    torture,
    train,
    tune,
    worker,
)
from brettwerk.cli.app import App, LocalizedCommand, MainGroup
from brettwerk.cli.interrupt import end_process, quick_interrupts, was_interrupted
from brettwerk.cli.options import as_command
from brettwerk.cli.serve import Address
from brettwerk.cli.settings import ServerCommand

# In the order in which `brettwerk --help` lists them.
COMMANDS: tuple[Callable[..., None], ...] = (
    serve.serve,
    play.play,
    show.show,
    convert.convert,
    explore.explore,
    rules.rules,
    games.games,
    perft.perft,
    analyse.analyse,
    solve.solve,
    match.match,
    sprt.sprt,
    ladder.ladder,
    tune.tune,
    chances.chances,
    book.book,
    referee.referee,
    environment.environment,
    selfplay.selfplay,
    dataset.dataset,
    train.train,
    regret.regret,
    bench.bench,
    doctor.doctor,
    loadtest.loadtest,
    torture.torture,
    texts.texts,
    worker.worker,
    site.site,
    backup.backup,
    backup.restore,
    build_wasm.build_wasm,
)
SERVER_COMMANDS = (serve.serve, worker.worker, backup.backup, backup.restore)

app = App("brettwerk", MainGroup)
CLASSES: dict[Callable[..., None], type[LocalizedCommand]] = {
    **dict.fromkeys(SERVER_COMMANDS, ServerCommand),
    play.play: play.PlayCommand,
}
for command in COMMANDS:
    app.add(cls=CLASSES.get(command, LocalizedCommand))(command)
app.add_typer(admin.admin_app)
app.add_typer(course.course_app)
app.add_typer(findings.known_app)
app.add_typer(puzzles.puzzles_app)


def print_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        from brettwerk.version import __version__

        print(__version__)
        raise Exit


@app.callback(invoke_without_command=True)
@as_command
def brettwerk(
    *,
    ctx: Context,
    address: Address,  # noqa: ARG001 — passed on as it was typed
    _version: Annotated[bool, Option("--version", callback=print_version, is_eager=True)] = False,
) -> None:
    """Play, study and solve abstract board games; without a command, open the page to play on."""
    if ctx.invoked_subcommand is None:
        _serve(ctx)


def _serve(ctx: Any) -> None:
    """Run `serve` with the options that were typed, so that its other settings count."""
    typed, command = list[str](), ctx.command.commands["serve"]
    for param in ctx.command.params:
        if ctx.get_parameter_source(param.name).name == "COMMANDLINE":
            typed += (
                param.opts[:1] if param.is_flag else [param.opts[0], str(ctx.params[param.name])]
            )
    with command.make_context("serve", typed, parent=ctx) as below:
        command.invoke(below)


def main() -> None:
    """Run the command line."""
    _reopen_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A terminal that lacks a character shows a question mark.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        with quick_interrupts():
            app()
    except SystemExit as ended:
        _flush()
        if was_interrupted() and isinstance(ended.code, int):
            end_process(ended.code)
        raise
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
