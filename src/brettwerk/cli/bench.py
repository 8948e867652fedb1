"""`brettwerk bench`: how fast the games are on this machine, beside a fixed yardstick."""

import os
from collections.abc import Sequence
from enum import StrEnum
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from brettwerk.cli.frame import Json, Lang
from brettwerk.cli.output import print_json
from brettwerk.games.catalogue import NAMES, find_name

if TYPE_CHECKING:
    from brettwerk.bench.measure import Speed
    from brettwerk.bench.search import SearchSpeed


ANALYSIS_SECONDS = 4.0  # each search


class Peer(StrEnum):
    """Whose games ours are measured beside."""

    OPENSPIEL = "openspiel"


def bench(
    games: Annotated[
        list[str] | None, typer.Argument(help="The games to measure; all if none is named.")
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, max=1000, help="How often each takes its turn.")
    ] = 5,
    against: Annotated[
        Peer | None,
        typer.Option("--against", help="Steps of our environments beside those of this one."),
    ] = None,
    search: Annotated[
        bool, typer.Option("--search", help="How fast the computer players search.")
    ] = False,
    analysis: Annotated[
        bool,
        typer.Option("--analysis", help="How soon and how fast the analysis board thinks."),
    ] = False,
    nodes: Annotated[
        int | None,
        typer.Option("--nodes", min=1, help="With --search: how much each search looks at."),
    ] = None,
    json: Json = False,
    lang: Lang = None,  # noqa: ARG001 — faults are told in it
) -> None:
    """Measure how fast the games are here, beside a fixed yardstick in the same run.

    \b
    Examples:
      brettwerk bench
      brettwerk bench drei abalone --rounds 20
      brettwerk bench --against openspiel
      brettwerk bench --search abalone
      brettwerk bench --analysis katarenga --rounds 3
    """
    if search + analysis + (against is not None) > 1:
        raise typer.BadParameter(
            "--search, --analysis and --against measure different things: give one."
        )
    if analysis:
        _bench_analysis([find_name(name) for name in games or NAMES], rounds, json)
        return
    if search:
        _bench_search([find_name(name) for name in games or NAMES], nodes, json)
        return
    if against is not None:
        _bench_steps([find_name(name) for name in games or NAMES], rounds, json)
        return
    from rich.console import Console

    from brettwerk.bench.measure import measure

    names = [find_name(name) for name in games or NAMES]
    with Console(stderr=True).status("…") as status:
        speeds = measure(perf_counter, rounds, names, status.update)
    if json:
        print_json([_facts(speed) for speed in speeds])
    else:
        _print_table(speeds)


def _facts(speed: "Speed") -> dict[str, object]:
    return {
        "name": speed.name,
        "perft_per_second": round(speed.perft.best),
        "playout_moves_per_second": round(speed.playout.best),
        "perft_ratio": round(speed.ratios[0], 3),
        "playout_ratio": round(speed.ratios[1], 3),
    }


def _print_table(speeds: Sequence["Speed"]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title="Millions a second, one thread, compiled; best of several turns",
        caption="× compares with the kernel example, a fixed yardstick: Abalone at its barest",
    )
    for title in ("", "perft", "×", "playout moves", "×"):
        table.add_column(title, justify="right" if title else "left")
    for speed in speeds:
        perft, playout = speed.perft.best / 1e6, speed.playout.best / 1e6
        ratios = (f"{ratio:.2f}" for ratio in speed.ratios)
        first, second = ratios
        table.add_row(speed.name, f"{perft:.1f}", first, f"{playout:.2f}", second)
    Console().print(table)


def _bench_steps(names: Sequence[str], rounds: int, json: bool) -> None:
    """Steps a second in every environment, OpenSpiel's own games among them."""
    from rich.console import Console
    from rich.table import Table

    from brettwerk.bench.environments import GAMES, WAYS, measure_steps

    with Console(stderr=True).status("…") as status:
        found = measure_steps(perf_counter, rounds, names, status.update)
    rates = {s.name: {way: round(c.best) for way, c in s.contests.items()} for s in found}
    if json:
        print_json([{"name": name, "steps_per_second": rate} for name, rate in rates.items()])
        return
    table = Table(
        title="Thousands of steps a second; best of several turns in one run",
        caption=f"a batch is {GAMES} games with observations and masks; below, OpenSpiel's own",
    )
    for title in ("", *WAYS):
        table.add_column(title, justify="right" if title else "left")
    for name, rate in rates.items():
        cells = (f"{rate[way] / 1e3:,.0f}" if way in rate else "" for way in WAYS)
        table.add_row(name, *cells)
    Console().print(table)


def _bench_search(names: Sequence[str], nodes: int | None, json: bool) -> None:
    """What the engines search, with one thread and with more."""
    from rich.console import Console

    from brettwerk.bench.search import NODES, THREADS, measure_search

    with Console(stderr=True).status("…") as status:
        allowed = nodes or NODES
        found = measure_search(perf_counter, names, THREADS, status.update, nodes=allowed)
    if json:
        print_json([_search_facts(speed) for speed in found])
    else:
        _print_searches(found)


def _bench_analysis(names: Sequence[str], rounds: int, json: bool) -> None:
    """The analysis board of a server of our own, beside the same searches here."""
    from rich.console import Console
    from rich.table import Table

    from brettwerk.bench.analysis import measure_analysis
    from brettwerk.cli.own_server import server_at
    from brettwerk.engine.warmth import warm

    with Console(stderr=True).status("…") as status:
        for name in names:
            status.update(f"{name}: compiling")
            warm(name)
        with server_at(None) as (address, _):
            # Analyses are polite; beside other work both must be so to be compared.
            if hasattr(os, "nice"):
                os.nice(19)
            found = measure_analysis(
                perf_counter,
                address.rstrip("/"),
                names,
                status.update,
                rounds=rounds,
                seconds=ANALYSIS_SECONDS,
            )
    if json:
        print_json([speed.as_json() for speed in found])
        return
    table = Table(
        title="The analysis board: milliseconds to its first line, thousands of positions a second",
        caption="× compares the streamed search with the same one in this process, turn and turn "
        "about; — where a solver knows the answer",
    )
    for title in ("", "first line", "with page", "streamed", "alone", "×", "messages/s"):
        table.add_column(title, justify="right" if title else "left")
    for speed in found:
        facts = speed.as_json()
        rates = (facts["streamed_nodes_per_second"], facts["alone_nodes_per_second"])
        cells = ("—" if rate is None else f"{rate / 1e3:,.0f}" for rate in rates)
        more = (facts["ratio"], facts["messages_per_second"])
        ends = ("—" if value is None else f"{value:.2f}" for value in more)
        first = (f"{facts['first_line_ms']:.0f}", f"{facts['opened_ms']:.0f}")
        table.add_row(speed.name, *first, *cells, *ends)
    Console().print(table)


def _search_facts(speed: "SearchSpeed") -> dict[str, object]:
    return {
        "name": speed.name,
        "threads": speed.threads,
        "nodes_per_second": round(speed.nodes_per_second),
        "ratio": round(speed.ratio, 3),
        "mean_depth": speed.depth,
        "seconds_to_depth": {
            str(depth): None if seconds is None else round(seconds, 4)
            for depth, seconds in speed.seconds_to.items()
        },
    }


def _print_searches(speeds: Sequence["SearchSpeed"]) -> None:
    from rich.console import Console
    from rich.table import Table

    from brettwerk.bench.search import CLIMB, LADDER

    table = Table(
        title="Thousands of positions a second, and the mean depth, over fixed positions",
        caption=f"× compares with one thread in the same run; to a depth: seconds from the start "
        f"of a game, — if not within {CLIMB:g}",
    )
    titles = ("threads", "knodes/s", "×", "depth", *(f"to {d}" for d in LADDER))
    for title in ("", *titles):
        table.add_column(title, justify="right" if title else "left")
    for speed in speeds:
        climbed = ("—" if s is None else f"{s:.3f}" for s in speed.seconds_to.values())
        rate, depth = f"{speed.nodes_per_second / 1e3:,.0f}", f"{speed.depth:.1f}"
        table.add_row(speed.name, str(speed.threads), rate, f"{speed.ratio:.2f}", depth, *climbed)
    Console().print(table)
