"""`brettwerk serve`, also without the word: the page on which all games are played."""

import os
from socket import socket
from typing import Annotated, NamedTuple

import typer
from typer import Option

from brettwerk.cli.shared import translator
from brettwerk.errors import BadOptions
from brettwerk.i18n import Translator

PORT = 8017
DATABASE = "BRETTWERK_DATABASE"
METRICS_TOKEN = "BRETTWERK_METRICS_TOKEN"


class Address(NamedTuple):
    """Where to listen, and whether to open a browser there."""

    host: Annotated[
        str, Option(help="Where to listen; 0.0.0.0 lets others on your network join.")
    ] = "127.0.0.1"
    port: Annotated[
        int | None, Option(min=0, max=65535, help=f"The port; {PORT} or the next free.")
    ] = None
    no_browser: Annotated[bool, Option("--no-browser", help="Only print the address.")] = False

    @property
    def open_to_all(self) -> bool:
        """Whether others on the network can connect."""
        return self.host in ("0.0.0.0", "::")

    def listen(self) -> socket:
        """Return a socket that listens here; BadOptions if that is not possible."""
        from brettwerk.server.http.run import listen, listen_near

        try:
            if self.port is None:
                return listen_near(self.host, PORT)
            return listen(self.host, self.port)
        except (OSError, OverflowError) as fault:
            reason = getattr(fault, "strerror", None) or fault
            port = str(self.port or PORT)
            raise BadOptions("cli-serve-port", host=self.host, port=port, reason=reason) from None


def serve(
    *,
    address: Address,
    database: Annotated[
        str,
        Option(
            metavar="URL",
            help="Where games are kept: sqlite:///games.sqlite or postgresql://… "
            f"(or {DATABASE} in the environment).",
        ),
    ] = "",
    allow_host: Annotated[
        list[str] | None, Option(metavar="NAME", help="Another name to answer to (a proxy’s).")
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        Option(
            metavar="ADDRESS",
            help="A proxy in front of this server, whose X-Forwarded-For is believed.",
        ),
    ] = None,
    keep_days: Annotated[
        float,
        Option(
            min=0,
            help="Delete games in which nothing has happened for this many days; 0 keeps them all.",
        ),
    ] = 0,
    workers: Annotated[
        int | None,
        Option(min=1, max=64, help="How many computers think at once; as many as cores."),
    ] = None,
    analysts: Annotated[
        int, Option(min=0, max=64, help="How many analyses at once; 0 for none.")
    ] = 1,
    no_limits: Annotated[
        bool, Option("--no-limits", hidden=True, help="For load tests on this machine.")
    ] = False,
    pause: Annotated[float, Option(min=0, help="Seconds that computers think at least.")] = 0.5,
) -> None:
    """Open the page to play on, and serve it until Ctrl-C.

    \b
    Examples:
      brettwerk
      brettwerk serve --host 0.0.0.0        # the phone next to you can join
      brettwerk serve --database postgresql://me@localhost/games
    """
    from brettwerk.server.http.run import addresses
    from brettwerk.server.http.run import serve as run
    from brettwerk.server.http.settings import LOOPBACK, Limits, Settings

    listening = address.listen()
    found = addresses(address.host, listening.getsockname()[1])
    settings = Settings(
        database=database or os.environ.get(DATABASE, ""),
        hosts=("*",) if address.open_to_all else (*LOOPBACK, address.host, *(allow_host or ())),
        proxies=tuple(trust_proxy or ()),
        metrics_token=os.environ.get(METRICS_TOKEN, ""),
        limits=Limits.none() if no_limits else Limits(),
        workers=workers or os.cpu_count() or 2,
        analysts=analysts,
        pause=pause,
        keep_days=keep_days,
        for_others=found[1] if address.open_to_all and len(found) > 1 else "",
    )
    with listening:
        run(settings, listening, lambda: _ready(translator(), found, address.no_browser))


def _ready(t: Translator, addresses: list[str], no_browser: bool) -> None:
    """Print where the server is, and open the page."""
    first, *others = addresses
    typer.echo(t("cli-serve-address", address=first))
    for address in others:
        typer.echo(t("cli-serve-others", address=address))
    typer.echo(t("cli-serve-stop"))
    if not no_browser:
        from brettwerk.server.http.run import open_soon

        open_soon(first)
