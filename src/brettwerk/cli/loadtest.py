"""`brettwerk loadtest`: throughput and latency of a server."""

import asyncio
import sys
from collections.abc import Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from typer import Option

from brettwerk.cli.options import Count, Json
from brettwerk.cli.output import print_json
from brettwerk.cli.shared import translator
from brettwerk.errors import BadOptions

if TYPE_CHECKING:
    from brettwerk.bench.load import LoadPlan

R = TypeVar("R")


def loadtest(
    games: Count = 200,
    sockets: Annotated[int, Option(min=1, max=50)] = 2,
    rate: Annotated[float, Option(min=0.1)] = 100.0,
    seconds: Annotated[float, Option(min=1)] = 15.0,
    url: Annotated[str | None, Option(metavar="ADDRESS")] = None,
    thinking: Annotated[int, Option(min=0, max=1000)] = 0,
    level: Annotated[int, Option(min=1, max=10)] = 10,
    kills: Annotated[int, Option(min=0)] = 0,
    attack: Annotated[str | None, Option(metavar="NAMES")] = None,
    seed: int = 0,
    json: Json = False,
) -> None:
    """Play many games at once, and report moves a second and how long answers take."""
    from brettwerk.bench.load import LoadPlan, run
    from brettwerk.cli.own_server import measured_server

    t = translator()
    if attack is not None:
        if url is not None:
            raise BadOptions("cli-load-attack-url")
        _attack(LoadPlan("", games, sockets, rate, seconds, seed), attack, as_json=json)
        return
    with measured_server(url) as (address, kill):
        servers = ",".join(one.rstrip("/") for one in address.split(","))
        plan = LoadPlan(servers, games, sockets, rate, seconds, seed, thinking, level)
        if not json:
            details = {"games": games, "sockets": games * sockets, "rate": rate, "seconds": seconds}
            typer.echo(t("cli-load-started", **details))
        report = _quickly(run(plan, kills if url is None else 0, kill)).as_json()
    if json:
        print_json(report)
        return
    details = {name.removesuffix("_ms"): value for name, value in report.items()}
    typer.echo(t("cli-load-report", rate=report["moves_per_second"], **details))
    if "cpu_ms_per_move" in report:
        use = {"cpu": report["cpu_ms_per_move"], "memory": report["kb_per_game"]}
        typer.echo(t("cli-load-use", **use))
    if thinking:
        thought = {"p50": report["thought_p50_ms"], "p99": report["thought_p99_ms"]}
        count = {"count": thinking, "level": level, "moves": report["thought"]}
        typer.echo(t("cli-load-thinking", **count, **thought))


def _quickly(work: Coroutine[None, None, R]) -> R:
    """Run something on the loop that servers have, so that clients are no slower than they."""
    from uvicorn.loops.auto import auto_loop_factory

    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(work)


def _attack(plan: "LoadPlan", wanted: str, *, as_json: bool) -> None:
    """Attack a server of our own while games are played on it, and report what became of those."""
    from brettwerk.bench.attack import Targets, attacks, run_attacks, talks
    from brettwerk.cli.own_server import attack_targets, measured_server

    if sys.platform != "linux":
        raise BadOptions("cli-load-attack-linux")
    found: list[Targets] = []
    with measured_server(None, prepare=lambda url: found.append(attack_targets(url))) as (where, _):
        known = [*attacks(found[0]), *talks(found[0])]
        chosen = known if wanted == "all" else [name.strip() for name in wanted.split(",")]
        for name in chosen:
            if name not in known:
                raise BadOptions("cli-load-attack", given=name, known=", ".join(["all", *known]))
        plan = replace(plan, address=where.rstrip("/"))
        reports = [one.as_json() for one in _quickly(run_attacks(plan, found[0], chosen))]
    if as_json:
        print_json(reports)
        return
    for report in reports:
        answers = ", ".join(f"{count} × {status}" for status, count in report["answers"].items())
        numbers = {name.removesuffix("_ms"): value for name, value in report.items()}
        typer.echo(translator()("cli-load-attacked", **{**numbers, "answers": answers}))
