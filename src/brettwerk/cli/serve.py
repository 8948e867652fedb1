"""`brettwerk serve`, also without a command: the page on which all games are played."""

import os
import re
from contextlib import nullcontext
from errno import EADDRNOTAVAIL
from ipaddress import IPv6Address
from socket import gaierror, socket
from typing import Annotated, Literal, NamedTuple

import typer
from typer import Option

from brettwerk.cli.settings import Config, Database
from brettwerk.cli.shared import translator
from brettwerk.errors import BadOptions
from brettwerk.i18n import Translator, truncate
from brettwerk.server.settings import LOOPBACK, Limits, Settings

PORT = 8017
HOST = "127.0.0.1"
Log = Literal["text", "json"]
LogLevel = Literal["info", "warning", "error"]


class Address(NamedTuple):
    """Where to listen, and whether to open a browser there."""

    host: str = HOST
    port: Annotated[int | None, Option(min=0, max=65535)] = None
    no_browser: Annotated[bool, Option("--no-browser")] = False

    @property
    def open_to_all(self) -> bool:
        """Whether others on the network can connect."""
        return self.host in ("0.0.0.0", "::")

    def listen(self) -> socket:
        """Return a socket that listens here; BadOptions if that is not possible."""
        from brettwerk.server.run import listen_near

        if not self.host:  # for which the system would listen everywhere
            raise BadOptions("cli-serve-host", host="")
        if self.port is not None:
            return _listen(self.host, self.port, "cli-serve-port")
        try:
            return listen_near(self.host, PORT)
        except _FAULTS as fault:
            raise _no_port("cli-serve-port", self.host, PORT, fault) from None


# TypeError and ValueError (of which UnicodeError is one) are about names that cannot be.
_FAULTS = (OSError, OverflowError, TypeError, ValueError)


def _listen(host: str, port: int, key: str) -> socket:
    from brettwerk.server.run import listen

    try:
        return listen(host, port)
    except _FAULTS as fault:
        raise _no_port(key, host, port, fault) from None


def _no_port(key: str, host: str, port: int, fault: Exception) -> BadOptions:
    unknown = isinstance(fault, gaierror | TypeError | ValueError)
    unknown |= getattr(fault, "errno", None) == EADDRNOTAVAIL
    if unknown and key == "cli-serve-port":
        return BadOptions("cli-serve-host", host=truncate(host))
    reason = str(getattr(fault, "strerror", None) or fault).rstrip(".")
    return BadOptions(key, host=truncate(host), port=str(port), reason=reason)


_NAME = re.compile(r"\*|[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?\.?")


def host_name(given: str) -> str:
    """Return the name of a host as browsers send it; BadOptions if it is malformed."""
    try:
        if given.count(":") > 1:
            return f"[{IPv6Address(given.strip('[]'))}]"
        name = given.lower().encode("idna").decode()
    except ValueError:
        name = ""
    if not _NAME.fullmatch(name):
        raise BadOptions("cli-serve-allow-host", given=truncate(given))
    return name


def serve(
    *,
    address: Address,
    config: Config = None,  # noqa: ARG001 — has set the defaults
    database: Database = "",
    bus: Annotated[str, Option(metavar="URL")] = "",
    allow_host: Annotated[list[str] | None, Option(metavar="NAME")] = None,
    trust_proxy: Annotated[list[str] | None, Option(metavar="ADDRESS")] = None,
    keep_days: Annotated[float, Option(min=0, max=100_000)] = 0,
    no_offline: Annotated[bool, Option("--no-offline")] = False,
    workers: Annotated[int | None, Option(min=0, max=64)] = None,
    analysts: Annotated[int | None, Option(min=0, max=64)] = None,
    metrics_address: Annotated[str, Option(metavar="HOST:PORT")] = "",
    metrics_token: Annotated[str, Option(metavar="TOKEN")] = "",
    log: Log = "text",
    log_level: LogLevel = "warning",
    no_limits: Annotated[bool, Option("--no-limits", hidden=True)] = False,  # for load tests
    pause: Annotated[float, Option(min=0, max=60)] = 0.5,
    limits: Limits,
) -> None:
    """Open the page to play on, and serve it until Ctrl-C."""
    from brettwerk.server.logs import configure
    from brettwerk.server.run import addresses
    from brettwerk.server.run import serve as run

    if workers == 0 and not bus:
        raise BadOptions("cli-serve-no-workers")
    configure(as_json=log == "json", level=log_level)
    if not re.fullmatch(r"[!-~]*", metrics_token):
        raise BadOptions("cli-serve-metrics-token")
    with address.listen() as listening, _metrics_socket(metrics_address) as metrics:
        names = [host_name(one) for one in (address.host, *(allow_host or ()))]
        found = addresses(address.host, listening.getsockname()[1])
        settings = Settings(
            database=database,
            bus=bus,
            hosts=("*",) if address.open_to_all else (*LOOPBACK, *names),
            proxies=tuple(trust_proxy or ()),
            metrics_token=metrics_token,
            metrics_port=metrics.getsockname()[1] if metrics else 0,
            limits=Limits.none() if no_limits else limits,
            workers=(os.cpu_count() or 2) if workers is None else workers,
            analysts=int(workers != 0) if analysts is None else analysts,
            pause=pause,
            keep_days=keep_days,
            offline=not no_offline,
            for_others=found[1] if address.open_to_all and len(found) > 1 else "",
        )
        ready = lambda: _ready(translator(), found, address.no_browser)  # noqa: E731
        run(settings, listening, ready, metrics)


def _metrics_socket(address: str) -> "socket | nullcontext[None]":
    """Return a socket for the metrics, if they have an address of their own."""
    if not address:
        return nullcontext()
    host, _, port = address.rpartition(":")
    if not (port.isascii() and port.isdigit() and len(port) < 6):
        raise BadOptions("cli-serve-metrics-address", given=address)
    return _listen(host.strip("[]") or HOST, int(port), "cli-serve-metrics-port")


def _ready(t: Translator, addresses: list[str], no_browser: bool) -> None:
    """Print where the server is, and open the page."""
    first, *others = addresses
    typer.echo(t("cli-serve-address", address=first))
    for address in others:
        typer.echo(t("cli-serve-others", address=address))
    typer.echo(t("cli-serve-stop"))
    if not no_browser:
        from brettwerk.server.run import open_soon

        open_soon(first)
