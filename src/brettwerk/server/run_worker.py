"""Running workers for servers of other machines."""

import asyncio
import signal

from brettwerk.errors import BadOptions
from brettwerk.server.crews import JOBS, make_crews
from brettwerk.server.settings import Settings


def run_worker(settings: Settings) -> None:
    """Do jobs until stopped; those that do not end soon then are handed back.

    BadOptions if the bus cannot be used.
    """
    asyncio.run(_work(settings))


async def _work(settings: Settings) -> None:
    try:  # an extra, which few need
        from brettwerk.server.remote.host import WorkerHost
    except ModuleNotFoundError as error:
        raise BadOptions("cli-serve-bus-driver", module=error.name) from error
    host = WorkerHost(make_crews(settings), JOBS, settings.bus, settings.bus_prefix)
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    host.open()
    await stopped.wait()
    await host.close()
