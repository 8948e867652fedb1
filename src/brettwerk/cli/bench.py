"""`brettwerk bench`: the speed of the games on this machine, relative to a fixed kernel."""

import os
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

from typer import Option

from brettwerk.cli.interrupt import keep_on_interrupt
from brettwerk.cli.options import FileName, GamesOrAll, Json
from brettwerk.cli.output import expand_path, print_json, print_table, status
from brettwerk.core.registry import find_name, names
from brettwerk.errors import BadOptions

if TYPE_CHECKING:
    from brettwerk.bench.compare import BenchChange
    from brettwerk.bench.environments import Steps
    from brettwerk.bench.measure import Speed
    from brettwerk.bench.search import SearchSpeed


Row = TypeVar("Row")
ANALYSIS_SECONDS = 4.0  # of each search


class Peer(StrEnum):
    """The library that ours is compared with."""

    OPENSPIEL = "openspiel"
    PGX = "pgx"


class BenchOutput(NamedTuple):
    """How the result is shown: as a table, as JSON, or beside that of an earlier run."""

    compare: FileName = None
    json: Json = False

    def opened(self) -> "BenchReport":
        """Return the report; the earlier run is read now, to refuse a wrong file at once."""
        from brettwerk.bench.compare import read_bench

        if not self.compare:
            return BenchReport(self.json)
        text = expand_path(self.compare).read_text(encoding="utf-8", errors="replace")
        return BenchReport(self.json, self.compare, read_bench(self.compare, text))


class BenchReport(NamedTuple):
    """Where results go; `earlier` are the rows of the file of an earlier run."""

    json: bool = False
    file: str = ""
    earlier: list[dict[str, object]] | None = None

    def takes(self, rows: list[dict[str, object]]) -> bool:
        """Print the result unless it is to be shown as a table; return whether it was printed."""
        if self.earlier is not None:
            self._print_changes(self.earlier, rows)
        elif self.json:
            print_json(rows)
        return self.earlier is not None or self.json

    def _print_changes(
        self, earlier: list[dict[str, object]], rows: list[dict[str, object]]
    ) -> None:
        """Print what has changed since the earlier run."""
        from brettwerk.bench.compare import compare_benches

        found = list(compare_benches(earlier, rows))
        if self.json:
            print_json([{**change._asdict(), "ratio": round(change.ratio, 3)} for change in found])
            return
        print_table(
            f"Compared with {self.file}",
            ("", "measured", "before", "now", "×"),
            map(_change_row, found),
            "! marks changes of more than a twentieth",
        )


def _change_row(change: "BenchChange") -> tuple[str, ...]:
    mark = " !" if change.is_notable else ""
    numbers = f"{change.before:,.4g}", f"{change.after:,.4g}", f"{change.ratio:.2f}{mark}"
    return change.name, change.what, *numbers


def _show(measured: Iterator[list[Row]], show: Callable[[list[Row]], object]) -> None:
    """Show what was measured; Ctrl-C ends it and shows what is known."""
    known: list[Row] = []

    def keep() -> None:
        if known:
            show(known)

    with keep_on_interrupt(keep):
        for rows in measured:
            known[:] = rows
    show(known)


def bench(
    *,
    games: GamesOrAll = None,
    rounds: Annotated[int, Option(min=1, max=1000)] = 5,
    against: Peer | None = None,
    search: Annotated[bool, Option("--search")] = False,
    analysis: Annotated[bool, Option("--analysis")] = False,
    backends: Annotated[bool, Option("--backends")] = False,
    nodes: Annotated[int | None, Option(min=1)] = None,
    output: BenchOutput,
) -> None:
    """Measure how fast the games are here, beside a fixed kernel in the same run."""
    if search + analysis + backends + (against is not None) > 1:
        raise BadOptions("cli-bench-one")
    chosen = [find_name(name) for name in games or names()]
    report = output.opened()
    if analysis:
        _bench_analysis(chosen, rounds, report)
    elif backends:
        _bench_backends(chosen, rounds, report)
    elif search:
        _bench_search(chosen, nodes, report)
    elif against == Peer.PGX:
        _bench_against_pgx(chosen, rounds, report)
    elif against:
        _bench_steps(chosen, rounds, report)
    else:
        _bench_rules(chosen, rounds, report)


def _bench_rules(names: Sequence[str], rounds: int, report: BenchReport) -> None:
    """Measure perft and playouts."""
    from brettwerk.research.extras import needs

    needs("numba", "fast")
    from brettwerk.bench.measure import measure

    def show(speeds: "list[Speed]") -> None:
        if not report.takes([_facts(speed) for speed in speeds]):
            print_table(
                "Millions a second, one thread, compiled; best of several turns",
                ("", "perft", "×", "playout moves", "×"),
                map(_row, speeds),
                "× compares with the kernel example, a fixed yardstick",
            )

    with status() as spinner:
        _show(measure(perf_counter, rounds, names, spinner.update), show)


def _bench_backends(names: Sequence[str], rounds: int, report: BenchReport) -> None:
    """Measure WebAssembly beside Numba."""
    from brettwerk.research.extras import needs

    needs("numba", "fast")
    from brettwerk.bench.backends import BackendSpeed, measure_backends

    def show(speeds: list[BackendSpeed]) -> None:
        ratios = {speed.name: speed.ratios for speed in speeds}
        facts: list[dict[str, object]] = [
            {"name": name, **{f"{what}_ratio": round(ratio, 3) for what, ratio in found.items()}}
            for name, found in ratios.items()
        ]
        if not report.takes(facts):
            columns = ("", *next(iter(ratios.values()), {}))
            rows = ((name, *(f"{r:.2f}" for r in found.values())) for name, found in ratios.items())
            print_table("WebAssembly in parts of Numba's speed", columns, rows)

    with status() as spinner:
        _show(measure_backends(process_time, rounds, names, spinner.update), show)


def _facts(speed: "Speed") -> dict[str, object]:
    return {
        "name": speed.name,
        "perft_per_second": round(speed.perft.best),
        "playout_moves_per_second": round(speed.playout.best),
        "perft_ratio": round(speed.ratios[0], 3),
        "playout_ratio": round(speed.ratios[1], 3),
    }


def _row(speed: "Speed") -> tuple[str, ...]:
    perft, playout = speed.perft.best / 1e6, speed.playout.best / 1e6
    first, second = speed.ratios
    return speed.name, f"{perft:.1f}", f"{first:.2f}", f"{playout:.2f}", f"{second:.2f}"


def _bench_steps(names: Sequence[str], rounds: int, report: BenchReport) -> None:
    """Measure steps per second in all environments, also of OpenSpiel's own games."""
    from brettwerk.bench.environments import GAMES, INTERFACES, Steps, measure_steps

    def show(found: list[Steps]) -> None:
        if report.takes([_step_facts(steps) for steps in found]):
            return
        print_table(
            "Thousands of steps a second: mean and standard deviation of several turns in one run",
            ("", *INTERFACES),
            ((steps.name, *(_rate(steps, one) for one in INTERFACES)) for steps in found),
            f"a batch is {GAMES} games with observations and masks; below, OpenSpiel's own",
        )

    with status() as spinner:
        _show(measure_steps(perf_counter, rounds, names, spinner.update), show)


def _bench_against_pgx(names: Sequence[str], rounds: int, report: BenchReport) -> None:
    """Measure our batches and pgx's games."""
    from brettwerk.bench.environments import BATCH, GAMES, Steps
    from brettwerk.bench.pgx import PGX_GAMES, factors, measure_against_pgx

    def show(found: list[Steps]) -> None:
        if report.takes([_step_facts(steps) for steps in found]):
            return
        times = factors(found)
        cells = {
            name: [f"{by[other]:,.1f}" for other in PGX_GAMES if other in by]
            for name, by in times.items()
        }
        print_table(
            "Thousands of steps a second: mean and standard deviation of several turns in one run",
            ("", BATCH, *(f"× {name}" for name in PGX_GAMES)),
            ((steps.name, _rate(steps, BATCH), *cells.get(steps.name, ())) for steps in found),
            f"{GAMES} games with observations and masks; ours on one thread; below, pgx's own",
        )

    with status() as spinner:
        _show(measure_against_pgx(perf_counter, rounds, names, spinner.update), show)


def _step_facts(steps: "Steps") -> dict[str, object]:
    return {
        "name": steps.name,
        "steps_per_second": {name: round(w.mean) for name, w in steps.workloads.items()},
        "standard_deviation": {name: round(w.spread) for name, w in steps.workloads.items()},
    }


def _rate(steps: "Steps", interface: str) -> str:
    """Return mean and spread in thousands; nothing where it was not measured."""
    found = steps.workloads.get(interface)
    return f"{found.mean / 1e3:,.0f} ± {found.spread / 1e3:,.0f}" if found else ""


def _bench_search(names: Sequence[str], nodes: int | None, report: BenchReport) -> None:
    """Measure the search speed, with one thread and with more."""
    from brettwerk.bench.search import DEPTH_SECONDS, DEPTHS, NODES, THREADS, measure_search

    def show(found: "list[SearchSpeed]") -> None:
        if report.takes([_search_facts(speed) for speed in found]):
            return
        print_table(
            "Thousands of positions a second, and the mean depth, over fixed positions",
            ("", "threads", "knodes/s", "×", "depth", *(f"to {depth}" for depth in DEPTHS)),
            map(_search_row, found),
            f"× compares with one thread in the same run; to a depth: seconds from the start of a "
            f"game, — if not within {DEPTH_SECONDS:g}",
        )

    with status() as spinner:
        limit = nodes or NODES
        _show(measure_search(perf_counter, names, THREADS, spinner.update, nodes=limit), show)


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


def _search_row(speed: "SearchSpeed") -> tuple[str, ...]:
    seconds = (_optional(value, ".3f") for value in speed.seconds_to.values())
    rate, depth = f"{speed.nodes_per_second / 1e3:,.0f}", f"{speed.depth:.1f}"
    return speed.name, str(speed.threads), rate, f"{speed.ratio:.2f}", depth, *seconds


def _optional(value: float | None, form: str) -> str:
    return "—" if value is None else format(value, form)


def _bench_analysis(names: Sequence[str], rounds: int, report: BenchReport) -> None:
    """Measure the analysis board of a local server, and the same searches in this process."""
    from brettwerk.bench.analysis import AnalysisSpeed, measure_analysis
    from brettwerk.cli.own_server import measured_server

    def show(found: list[AnalysisSpeed]) -> None:
        if report.takes([{"name": speed.name, **speed.as_json()} for speed in found]):
            return
        print_table(
            "The analysis board: milliseconds to its first line, thousands of positions a second",
            ("", "first line", "with page", "streamed", "alone", "×", "messages/s"),
            ((speed.name, *_analysis_cells(speed.as_json())) for speed in found),
            "× compares the streamed search with the same one in this process, turn and turn "
            "about; — where a solver knows the answer",
        )

    with status() as spinner, measured_server(None) as (address, _):
        # Analyses run at low priority; to be comparable, so must the searches here.
        if hasattr(os, "nice"):
            os.nice(19)
        found = measure_analysis(
            perf_counter,
            address.rstrip("/"),
            names,
            spinner.update,
            rounds=rounds,
            seconds=ANALYSIS_SECONDS,
        )
        _show(found, show)


def _analysis_cells(facts: dict[str, float | None]) -> Iterator[str]:
    for name in ("first_line_ms", "opened_ms"):
        yield _optional(facts[name], ".0f")
    for name in ("streamed_nodes_per_second", "alone_nodes_per_second"):
        rate = facts[name]
        yield _optional(rate and rate / 1e3, ",.0f")
    for name in ("ratio", "messages_per_second"):
        yield _optional(facts[name], ".2f")
