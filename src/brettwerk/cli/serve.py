"""`brettwerk serve`, also without the word: the page on which all games are played."""

import os
from typing import Annotated

import typer

from brettwerk.cli.shared import Lang, translator
from brettwerk.errors import BadOptions

PORT = 8017
DATABASE = "BRETTWERK_DATABASE"
METRICS_TOKEN = "BRETTWERK_METRICS_TOKEN"

Host = Annotated[
    str,
    typer.Option("--host", help="Where to listen; 0.0.0.0 lets others on your network join."),
]
Port = Annotated[
    int | None, typer.Option("--port", min=0, max=65535, help=f"The port; {PORT} or the next free.")
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Only print the address.")]

Database = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        help="Where games are kept: sqlite:///games.sqlite or postgresql://… "
        f"(or {DATABASE} in the environment).",
    ),
]
KeepDays = Annotated[
    float,
    typer.Option(
        "--keep-days",
        min=0,
        help="Delete games in which nothing has happened for so many days; 0 keeps them all.",
    ),
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = None,
    no_browser: NoBrowser = False,
    database: Database = "",
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="Another name to answer to (a proxy’s)."),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trust-proxy",
            metavar="ADDRESS",
            help="A proxy in front of this server, whose X-Forwarded-For is believed.",
        ),
    ] = None,
    keep_days: KeepDays = 0,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", min=1, max=64, help="How many computers think at once; as many as cores."
        ),
    ] = None,
    analysts: Annotated[
        int,
        typer.Option("--analysts", min=0, max=64, help="How many analyses at once; 0 for none."),
    ] = 1,
    no_limits: Annotated[
        bool, typer.Option("--no-limits", hidden=True, help="For load tests on this machine.")
    ] = False,
    pause: Annotated[
        float, typer.Option("--pause", min=0, help="Seconds that computers think at least.")
    ] = 0.5,
    lang: Lang = None,
) -> None:
    """Open the page to play on, and serve it until Ctrl-C.

    \b
    Examples:
      brettwerk
      brettwerk serve --host 0.0.0.0        # the phone next to you can join
      brettwerk serve --database postgresql://me@localhost/games
    """
    from brettwerk.server.http.run import addresses, listen, listen_near, open_soon
    from brettwerk.server.http.run import serve as run
    from brettwerk.server.http.settings import LOOPBACK, Limits, Settings

    open_to_all = host in ("0.0.0.0", "::")
    hosts = ("*",) if open_to_all else (*LOOPBACK, host, *(allow_host or ()))
    try:
        listening = listen_near(host, PORT) if port is None else listen(host, port)
    except (OSError, OverflowError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        raise BadOptions(
            "cli-serve-port", host=host, port=str(port or PORT), reason=reason
        ) from None
    found = addresses(host, listening.getsockname()[1])
    settings = Settings(
        database=database or os.environ.get(DATABASE, ""),
        hosts=tuple(name.lower() for name in hosts),
        proxies=tuple(trust_proxy or ()),
        metrics_token=os.environ.get(METRICS_TOKEN, ""),
        limits=Limits.none() if no_limits else Limits(),
        workers=workers or os.cpu_count() or 2,
        analysts=analysts,
        pause=pause,
        keep_days=keep_days,
        for_others=found[1] if open_to_all and len(found) > 1 else "",
    )

    def ready() -> None:
        t = translator(lang)
        typer.echo(t("cli-serve-address", address=found[0]))
        for address in found[1:]:
            typer.echo(t("cli-serve-others", address=address))
        typer.echo(t("cli-serve-stop"))
        if not no_browser:
            open_soon(found[0])

    with listening:
        run(settings, listening, ready)
