"""Abalone: which set-ups are fair and which are drawn, from the engine's games of each."""

from collections.abc import Iterable
from typing import Any

from brettwerk.core.registry import definition
from brettwerk.findings.facts import GamesOfPlan
from brettwerk.findings.files import ENDING, game_files, read_games
from brettwerk.findings.sampling import share_estimate
from brettwerk.records import Record


def facts(games: GamesOfPlan) -> dict[str, Any]:
    """Return the set-ups by name, from all games that the folder has."""
    files = game_files(definition("abalone"))
    return {"setups": {f.name.removesuffix(ENDING): tally(read_games(f)) for f in files}}


def tally(records: Iterable[Record]) -> dict[str, Any]:
    """Return what the games of a set-up came to: Black's share of the win, and drawn games."""
    shares = [float(record.shares[0]) for record in records]
    drawn = sum(share == 0.5 for share in shares)
    first = share_estimate(shares)
    return {
        "games": len(shares),
        "drawn": drawn,
        "first": {"value": first.value, "low": first.low, "high": first.high},
    }
