"""`brettwerk loadtest`: throughput and latency of a server."""

import asyncio
from typing import Annotated

import typer
from typer import Option

from brettwerk.cli.options import Json
from brettwerk.cli.output import print_json
from brettwerk.cli.own_server import measured_server
from brettwerk.cli.shared import translator


def loadtest(
    games: Annotated[int, Option(min=1, help="Games at once.")] = 200,
    sockets: Annotated[int, Option(min=1, max=50, help="Connections to each game.")] = 2,
    rate: Annotated[float, Option(min=0.1, help="Moves a second, over all games.")] = 100.0,
    seconds: Annotated[float, Option(min=1, help="How long.")] = 15.0,
    url: Annotated[
        str | None, Option(help="A server that runs already, on this machine; else one is started.")
    ] = None,
    thinking: Annotated[
        int, Option(min=0, max=1000, help="Further games, in which a computer always thinks.")
    ] = 0,
    level: Annotated[int, Option(min=1, max=10, help="The level of those computers.")] = 10,
    kills: Annotated[int, Option(min=0, help="Kill the server so often, and start it again.")] = 0,
    seed: Annotated[int, Option(help="Plays the same moves again.")] = 0,
    json: Json = False,
) -> None:
    """Play many games at once, and report moves a second and how long answers take.

    \b
    Examples:
      brettwerk loadtest
      brettwerk loadtest --games 1000 --rate 200 --json
      brettwerk loadtest --games 50 --thinking 20     # people’s moves while twenty computers think
      brettwerk loadtest --games 50 --seconds 120 --kills 50
    """
    from brettwerk.bench.load import LoadPlan, run

    t = translator()
    with measured_server(url) as (address, kill):
        plan = LoadPlan(address.rstrip("/"), games, sockets, rate, seconds, seed, thinking, level)
        if not json:
            details = {"games": games, "sockets": games * sockets, "rate": rate, "seconds": seconds}
            typer.echo(t("cli-load-started", **details))
        report = asyncio.run(run(plan, kills if url is None else 0, kill)).as_json()
    if json:
        print_json(report)
        return
    details = {name.removesuffix("_ms"): value for name, value in report.items()}
    typer.echo(t("cli-load-report", rate=report["moves_per_second"], **details))
    if thinking:
        thought = {"p50": report["thought_p50_ms"], "p99": report["thought_p99_ms"]}
        count = {"count": thinking, "level": level, "moves": report["thought"]}
        typer.echo(t("cli-load-thinking", **count, **thought))
