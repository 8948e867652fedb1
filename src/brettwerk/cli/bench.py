"""`brettwerk bench`: how fast the games are on this machine, beside a fixed yardstick."""

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from brettwerk.cli.frame import Json, Lang
from brettwerk.cli.output import print_json
from brettwerk.games.catalogue import NAMES, find_name

if TYPE_CHECKING:
    from brettwerk.bench.measure import Speed


def bench(
    games: Annotated[
        list[str] | None, typer.Argument(help="The games to measure; all if none is named.")
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, max=1000, help="How often each takes its turn.")
    ] = 5,
    json: Json = False,
    lang: Lang = None,  # noqa: ARG001 — faults are told in it
) -> None:
    """Measure how fast the games are here, beside a fixed yardstick in the same run.

    \b
    Examples:
      brettwerk bench
      brettwerk bench drei abalone --rounds 20
    """
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
