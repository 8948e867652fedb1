"""`brettwerk torture`: what becomes of games while servers, databases and networks break."""

import asyncio
import signal
from collections import Counter
from collections.abc import Coroutine
from random import SystemRandom
from typing import Annotated, NamedTuple, TypeVar

import typer
from typer import Option

from brettwerk.cli.options import FileName
from brettwerk.cli.output import expand_path, write_atomically
from brettwerk.cli.shared import translator
from brettwerk.i18n import Translator
from brettwerk.torture.cluster import ClusterConfig, Database, TorturePlan
from brettwerk.torture.evidence import Violation
from brettwerk.torture.nemeses import chosen

R = TypeVar("R")
MOST_SHOWN = 20  # violations, and records of each


class Servers(NamedTuple):
    """What is started."""

    servers: Annotated[int, Option(min=1, max=20)] = 2
    workers: Annotated[int, Option(min=0, max=20)] = 1
    database: Database = "own-postgresql"


def torture(
    *,
    minutes: Annotated[float, Option(min=0.1, max=1440)] = 10.0,
    started: Servers,
    games: Annotated[int, Option(min=1, max=500)] = 8,
    nemesis: Annotated[str, Option(metavar="WHAT")] = "",
    fuzz: Annotated[int, Option(min=0)] = 0,
    seed: Annotated[int | None, Option(min=0)] = None,
    json: FileName = None,
) -> None:
    """Break servers, databases and networks while games are played; exit with 1 if that shows."""
    arrangement = ClusterConfig(*started)
    arrangement.check()
    number = SystemRandom().randrange(10**6) if seed is None else seed
    nemeses = tuple(chosen(nemesis))
    if fuzz:
        _fuzz(arrangement, fuzz, number)
    else:
        _torture(TorturePlan(arrangement, minutes * 60, games, nemeses, number), json)


def _torture(plan: TorturePlan, file: str | None) -> None:
    from msgspec.json import encode

    from brettwerk.torture.run import run

    t = translator()
    started = {"servers": plan.arrangement.servers, "database": plan.arrangement.database}
    about = {"games": plan.games, "seconds": plan.seconds, "seed": str(plan.seed)}
    typer.echo(t("torture-started", **started, **about))
    report = _finished(run(plan))
    if file:
        write_atomically(expand_path(file), encode(report))
    typer.echo(t("torture-report", **report.counts()))
    came = ", ".join(f"{name} {count}" for name, count in report.nemeses.items())
    typer.echo(t("torture-nemeses", nemeses=came))
    for line, count in Counter(report.tracebacks).most_common(MOST_SHOWN):
        typer.echo(t("torture-traceback", count=count, line=line))
    _conclude(t, report.violations)


def _finished(work: Coroutine[None, None, R]) -> R:
    """Run something to its end, or exit if it was terminated and has cleaned up."""
    try:
        return asyncio.run(work)
    except asyncio.CancelledError:
        raise typer.Exit(128 + signal.SIGTERM) from None


def _conclude(t: Translator, violations: list[Violation]) -> None:
    """Print the violations, and exit with 1 if there are any."""
    for violation in violations[:MOST_SHOWN]:
        sentence = t(f"torture-broken-{violation.kind}", **violation.details)
        typer.echo(t("torture-violation", game=violation.game or "–", sentence=sentence))
        for record in [*violation.evidence, *violation.stored][:MOST_SHOWN]:
            typer.echo(f"    {record}")
    typer.echo(t("torture-violations", count=len(violations)))
    if violations:
        raise typer.Exit(1)


def _fuzz(arrangement: ClusterConfig, messages: int, seed: int) -> None:
    from brettwerk.torture.fuzz import run_fuzz

    t = translator()
    typer.echo(t("torture-fuzz-started", count=messages, seed=str(seed)))
    report = _finished(run_fuzz(arrangement, messages, seed))
    typer.echo(t("torture-fuzz-report", **report.counts()))
    _conclude(t, report.violations)
