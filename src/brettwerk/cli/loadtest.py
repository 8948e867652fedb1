"""`brettwerk loadtest`: throughput and latency of a server."""

import asyncio
from typing import Annotated

import typer
from typer import Option

from brettwerk.cli.options import Count, Json
from brettwerk.cli.output import print_json
from brettwerk.cli.own_server import measured_server
from brettwerk.cli.shared import translator


def loadtest(
    games: Count = 200,
    sockets: Annotated[int, Option(min=1, max=50)] = 2,
    rate: Annotated[float, Option(min=0.1)] = 100.0,
    seconds: Annotated[float, Option(min=1)] = 15.0,
    url: Annotated[str | None, Option(metavar="ADDRESS")] = None,
    thinking: Annotated[int, Option(min=0, max=1000)] = 0,
    level: Annotated[int, Option(min=1, max=10)] = 10,
    kills: Annotated[int, Option(min=0)] = 0,
    seed: int = 0,
    json: Json = False,
) -> None:
    """Play many games at once, and report moves a second and how long answers take."""
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
