"""How much who begins is worth, and how much the side of the board, by games on random boards.

On every board half of the games are played with the sides swapped, so that the two can be told
apart. No move is random, since a random move harms the side that makes it. Instead every game has
a little more time than the last, which soon leads to another game; equal games count once.
"""

from collections.abc import Iterator
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pvariance
from tempfile import TemporaryDirectory
from typing import Any

from brettwerk.boards.tableaus import DISTINCT, board_text, numbered_arrangement
from brettwerk.findings.comparing import Group, compared, leaning, tally
from brettwerk.findings.exact import ExactFindings
from brettwerk.findings.facts import GamesOfPlan
from brettwerk.findings.plans import SamplingPlan, play
from brettwerk.findings.report.section import ReportSection
from brettwerk.findings.sampling import estimate
from brettwerk.i18n import Translator
from brettwerk.records import Record

BOARDS = tuple(sorted(Random(1).sample(range(DISTINCT), 16)))
GAMES, NODES, MORE_NODES = 20, 10_000, 100


def fair_boards(game: str) -> ExactFindings:
    """Return these findings of a game."""
    return ExactFindings(partial(_facts, game), partial(_sections, game))


# -- playing --------------------------------------------------------------------------------------
def board_games(game: str, rows: tuple[str, ...], games: int = GAMES) -> list[Record]:
    """Return games on one board, no two alike."""
    played = (_play(game, rows, NODES + MORE_NODES * more) for more in range(games))
    return list({tuple(ply.text for ply in record.plies): record for record in played}.values())


def _play(game: str, rows: tuple[str, ...], nodes: int) -> Record:
    plan = SamplingPlan(game, "board", nodes, 1, options={"board": board_text(rows)})
    with TemporaryDirectory() as folder:
        return play(plan, Path(folder) / "games.jsonl")[0]


def _facts(game: str, _: GamesOfPlan) -> dict[str, Any]:
    """Return the boards by number, and what they say about all boards."""
    boards = {f"#{number}": board_facts(game, number) for number in BOARDS}
    begins = estimate([group["begins"] for group in boards.values()])
    return {
        "nodes": [NODES, NODES + MORE_NODES * (GAMES - 1)],
        "boards": boards,
        "begins": {"value": begins.value, "low": begins.low, "high": begins.high},
        "spread": round(spread(boards), 4),
    }


def board_facts(game: str, number: int) -> Group:
    """Return how often the side with White's places wins, and how often the first player.

    On the board whose rows are swapped, Black has the places that White has on the other.
    """
    rows = numbered_arrangement(number).rows
    begins = [[float(r.shares[0]) for r in board_games(game, way)] for way in (rows, rows[::-1])]
    places = [*begins[0], *(1 - share for share in begins[1])]
    return {**tally(places), "begins": round(fmean(map(fmean, begins)), 4)}


# -- counting -------------------------------------------------------------------------------------
def spread(boards: dict[str, Group]) -> float:
    """Return how far the true shares of a side are from a half, without what chance adds to it."""
    shares = [float(group["first"]["value"]) for group in boards.values()]
    by_chance = (share * (1 - share) / 2 / GAMES for share in shares)
    return sqrt(max(0.0, pvariance(shares, 0.5) - fmean(by_chance)))


def _sections(game: str, exact: dict[str, Any], t: Translator) -> Iterator[ReportSection]:
    """Yield the ranking as a section."""
    begins, boards = exact["begins"], exact["boards"]
    figures = {
        "count": t.number(sum(group["games"] for group in boards.values())),
        "boards": t.number(len(boards)),
        "lopsided": t.number(sum(map(abs, map(leaning, boards.values())))),
        "nodes": t.number(exact["nodes"][0]),
        "most": t.number(exact["nodes"][1]),
        "share": t.percent(begins["value"], 0),
        "low": t.percent(begins["low"], 0),
        "high": t.percent(begins["high"], 0),
        "better": t.percent(0.5 + exact["spread"], 0),
    }
    command = f"brettwerk known make {game} --exact"
    yield compared(boards, f"{game}-known-boards", t, command, called=str, figures=figures)
