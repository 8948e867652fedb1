"""`brettwerk backup` and `brettwerk restore`: all games in one file, for any kind of database."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from brettwerk.cli.settings import Config, Database
from brettwerk.cli.shared import translator
from brettwerk.errors import BadOptions
from brettwerk.server.settings import Settings

BackupFile = Annotated[Path, Argument(metavar="FILE")]


def backup(
    *,
    file: BackupFile,
    config: Config = None,  # noqa: ARG001 — has set the defaults
    database: Database = "",
) -> None:
    """Write all games into a file, while servers run."""
    from brettwerk.server.storage.backup import back_up

    if file.exists():
        raise BadOptions("cli-file-taken", file=file)
    count = asyncio.run(back_up(Settings(database).url, file))
    typer.echo(translator()("cli-backup-done", count=count, file=file))


def restore(
    *,
    file: BackupFile,
    config: Config = None,  # noqa: ARG001
    database: Database = "",
    replace: Annotated[bool, Option("--replace")] = False,
) -> None:
    """Put the games of a backup into a database that no server uses."""
    from brettwerk.server.storage.backup import restore as run

    count = asyncio.run(run(Settings(database).url, file, replace=replace))
    typer.echo(translator()("cli-restore-done", count=count, file=file))
