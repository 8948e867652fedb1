"""An analysis on the screen while it goes on: in place on a terminal, else line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from brettwerk.cli.output import console
from brettwerk.i18n import Translator

if TYPE_CHECKING:
    from rich.table import Table

    from brettwerk.search.report import Analysis, Line

_SHOWN_MOVES = 8


@contextmanager
def shown_live(t: Translator) -> Iterator[Callable[[Analysis], None]]:
    """Yield what shows each result on stderr, in place if that is a terminal."""
    err = console(stderr=True)
    if not err.is_terminal:
        yield lambda found: err.print(_plain(found), soft_wrap=True)
        return
    from rich.live import Live
    from rich.spinner import Spinner

    with Live(Spinner("dots"), console=err, transient=True, refresh_per_second=10) as live:
        yield lambda found: live.update(_table(t, found))


def score_text(t: Translator, found: Analysis, line: Line) -> str:
    """Return the score of a line for the player to move, or that it is proven."""
    return t("analyse-proven") if line.exact else f"{line.score[found.position.turn]:+.2f}"


def _plain(found: Analysis) -> str:
    """Return the depth, the score and the best line, as programs can read them."""
    if not found.lines:
        return str(found.depth)
    line = found.lines[0]
    score = f"{line.score[found.position.turn]:+.2f}"
    return f"{found.depth} {score} {' '.join(move.text for move in line.moves[:_SHOWN_MOVES])}"


def _table(t: Translator, found: Analysis) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    for line in found.lines:
        moves = " ".join(move.text for move in line.moves[:_SHOWN_MOVES])
        table.add_row(Text(score_text(t, found, line)), Text(moves))
    words = t(
        "analyse-found",
        depth=found.depth,
        nodes=f"{found.nodes:,}",
        seconds=f"{found.seconds:.2f}",
    )
    table.add_row("", Text(words, style="dim"))
    return table
