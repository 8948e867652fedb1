"""`brettwerk loadtest`: how many games a server carries, and how quickly it answers."""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from brettwerk.cli.frame import Json, Lang, language_of
from brettwerk.cli.output import print_json
from brettwerk.texts import say


def loadtest(
    games: Annotated[int, typer.Option("--games", min=1, help="Games at once.")] = 200,
    sockets: Annotated[
        int, typer.Option("--sockets", min=1, max=50, help="Connections to each game.")
    ] = 2,
    rate: Annotated[
        float, typer.Option("--rate", min=0.1, help="Moves a second, over all games.")
    ] = 100.0,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="How long.")] = 15.0,
    url: Annotated[
        str | None,
        typer.Option(
            "--url", help="A server that runs already, on this machine; else one is started."
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Plays the same moves again.")] = 0,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Play many games at once, and report moves a second and how long answers take.

    \b
    Examples:
      brettwerk loadtest
      brettwerk loadtest --games 1000 --rate 200 --json
    """
    from brettwerk.bench.load import Plan, run

    language = language_of(lang)
    with _server(url) as address:
        plan = Plan(address.rstrip("/"), games, sockets, rate, seconds, seed)
        if not json:
            told = {"games": games, "sockets": games * sockets, "rate": rate, "seconds": seconds}
            typer.echo(say("cli-load-started", language, **told))
        report = asyncio.run(run(plan)).as_json()
    if json:
        print_json(report)
        return
    typer.echo(
        say(
            "cli-load-report",
            language,
            moves=report["moves"],
            seconds=report["seconds"],
            rate=report["moves_per_second"],
            p50=report["p50_ms"],
            p90=report["p90_ms"],
            p99=report["p99_ms"],
            longest=report["longest_ms"],
            lost=report["lost"],
            twice=report["twice"],
            refused=report["refused"],
        )
    )


@contextmanager
def _server(url: str | None) -> Iterator[str]:
    """The address to load: the given one, or a server of our own with an empty database."""
    if url:
        yield url
        return
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'games.sqlite'}"
        options = ["--no-browser", "--port", "0", "--no-limits", "--database", database]
        command = [sys.executable, "-m", "brettwerk", "serve", "--lang", "en", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                yield server.stdout.readline().split()[-1]
            finally:
                server.terminate()
                server.wait(20)
