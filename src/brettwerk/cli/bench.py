"""`brettwerk bench`: how fast the games are on this machine, beside a fixed yardstick."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brettwerk.bench.measure import Speed


def run(names: Sequence[str], rounds: int, as_json: bool) -> None:
    """Measure and print a table, or JSON."""
    from brettwerk.bench.measure import measure

    speeds = measure(time.perf_counter, rounds, names)
    if as_json:
        print(json.dumps([_facts(speed) for speed in speeds], indent=1))
    else:
        _table(speeds)


def _facts(speed: Speed) -> dict[str, object]:
    return {
        "name": speed.name,
        "perft_per_second": round(speed.perft.best),
        "playout_moves_per_second": round(speed.playout.best),
        "perft_ratio": round(speed.ratios[0], 3),
        "playout_ratio": round(speed.ratios[1], 3),
    }


def _table(speeds: Sequence[Speed]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Millions a second, one thread, compiled; best of several turns")
    for title in ("", "perft", "× example", "playout moves", "× example"):
        table.add_column(title, justify="right" if title else "left")
    for speed in speeds:
        perft, playout = speed.perft.best / 1e6, speed.playout.best / 1e6
        ratios = (f"{ratio:.2f}" for ratio in speed.ratios)
        first, second = ratios
        table.add_row(speed.name, f"{perft:.1f}", first, f"{playout:.2f}", second)
    Console().print(table)
