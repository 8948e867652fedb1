"""`brettwerk worker`: computers' moves, analyses and pictures for servers on other machines."""

import os
from typing import Annotated

from typer import Option

from brettwerk.cli.serve import Log, LogLevel
from brettwerk.cli.settings import Config
from brettwerk.errors import BadOptions


def worker(
    *,
    config: Config = None,  # noqa: ARG001 — has set the defaults
    bus: Annotated[str, Option(metavar="URL")] = "",
    slots: Annotated[int | None, Option(min=1, max=256)] = None,
    analysts: Annotated[int, Option(min=0, max=256)] = 1,
    log: Log = "text",
    log_level: LogLevel = "info",
) -> None:
    """Do the work of servers on other machines until Ctrl-C."""
    from brettwerk.server.logs import configure
    from brettwerk.server.run_worker import run_worker
    from brettwerk.server.settings import Settings

    if not bus:
        raise BadOptions("cli-worker-bus")
    configure(as_json=log == "json", level=log_level)
    workers = slots or os.cpu_count() or 2
    run_worker(Settings(bus=bus, workers=workers, analysts=analysts))
