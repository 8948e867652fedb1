"""`brettwerk tune`: finds evaluation weights from self-play games."""

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from brettwerk.cli.options import Count, GameName, Seed
from brettwerk.cli.output import expand_path, write_atomically
from brettwerk.core.registry import find_name

if TYPE_CHECKING:
    from brettwerk.search.tuning import Samples

    Play = Callable[[int], list[Samples]]


def tune(
    game: GameName,
    out: Annotated[Path, Option(metavar="FILE")],
    games: Count = 500,
    rounds: Count = 3,
    nodes: Count = 1500,
    seed: Seed = 1,
    jobs: Annotated[int, Option(min=1, max=64)] = 2,
) -> None:
    """Find better weights for a game's evaluation, and write them with the record of how."""
    from brettwerk.research.extras import needs

    needs("numpy", "fast")
    from brettwerk.search.tuning import improve
    from brettwerk.search.weights import first_weights

    name = find_name(game)
    file = expand_path(str(out))
    text = file.read_text(encoding="utf-8") if file.exists() else first_weights(name).as_json()
    with _players(jobs) as players:
        for number in range(rounds):
            text, record = improve(
                name,
                text,
                games=games,
                nodes=nodes,
                seed=seed + number * games,
                spread=players.play,
            )
            if record["games"]:
                write_atomically(file, text.encode())
                print(f"{number + 1}/{rounds}", record, flush=True)
            if players.interrupted:
                raise KeyboardInterrupt


class Players:
    """Processes that play games; Ctrl-C ends them, and the games played till then count."""

    def __init__(self, spread: "Callable[[Play, Iterable[int]], Iterator[list[Samples]]]") -> None:
        self._spread = spread
        self.interrupted = False

    def play(self, work: "Play", seeds: Iterable[int]) -> "Iterator[list[Samples]]":
        """Yield what each game says."""
        try:
            yield from self._spread(work, seeds)
        except KeyboardInterrupt:
            self.interrupted = True


@contextmanager
def _players(jobs: int) -> Iterator[Players]:
    from multiprocessing import get_context

    # Only this process hears Ctrl-C, and ends the others.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    with get_context("spawn").Pool(jobs, signal.signal, ignore) as pool:
        yield Players(pool.imap)
