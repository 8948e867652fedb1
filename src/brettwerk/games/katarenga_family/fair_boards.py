"""Which boards are fair: games of the engine against itself on boards from all over the list."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from brettwerk.boards.tableaus import DISTINCT
from brettwerk.findings.comparing import compared, tally
from brettwerk.findings.exact import ExactFindings
from brettwerk.findings.facts import GamesOfPlan
from brettwerk.findings.plans import SamplingPlan, play
from brettwerk.findings.report.section import ReportSection
from brettwerk.findings.sampling import share_estimate
from brettwerk.i18n import Translator
from brettwerk.records import Record

BOARDS = tuple(range(512, DISTINCT, 1024))
GAMES, NODES, RANDOM_PLIES, SEED = 60, 1000, 2, 1


def fair_boards(game: str) -> ExactFindings:
    """Return these findings of a game."""
    return ExactFindings(partial(_facts, game), partial(_sections, game))


def board_games(game: str, number: int, games: int = GAMES) -> list[Record]:
    """Return games on one board, which begin with moves drawn at random, no two alike."""
    board: dict[str, object] = {"board": f"#{number}"}
    plan = SamplingPlan(game, f"board-{number}", NODES, games, RANDOM_PLIES, board, SEED)
    with TemporaryDirectory() as folder:
        return play(plan, Path(folder) / "games.jsonl")


def _facts(game: str, _: GamesOfPlan) -> dict[str, Any]:
    """Return the boards by number, and the first player's share on all of them."""
    games = {number: board_games(game, number) for number in BOARDS}
    shares = [float(record.shares[0]) for records in games.values() for record in records]
    overall = share_estimate(shares)
    return {
        "nodes": NODES,
        "boards": {f"#{number}": tally(records) for number, records in games.items()},
        "overall": {"value": overall.value, "low": overall.low, "high": overall.high},
    }


def _sections(game: str, exact: dict[str, Any], t: Translator) -> Iterator[ReportSection]:
    """Yield the ranking as a section, if it has been computed."""
    if "boards" not in exact:
        return
    overall, boards = exact["overall"], exact["boards"]
    figures = {
        "count": t.number(sum(group["games"] for group in boards.values())),
        "boards": t.number(len(boards)),
        "nodes": t.number(exact["nodes"]),
        "share": t.percent(overall["value"]),
        "low": t.percent(overall["low"]),
        "high": t.percent(overall["high"]),
    }
    command = f"brettwerk known make {game} --exact"
    yield compared(boards, f"{game}-known-boards", t, command, called=str, figures=figures)
