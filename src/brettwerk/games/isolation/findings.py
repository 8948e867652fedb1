"""Isolation, solved board by board: what the census comes to."""

from collections import Counter
from typing import Any

from brettwerk.findings.facts import GamesOfPlan
from brettwerk.games.isolation import census
from brettwerk.games.katarenga_family.sheets import board_of

BOARDS_A_SHEET = 2  # a board and its mirror image
NAMED = 8


def facts(games: GamesOfPlan) -> dict[str, Any]:
    """All of it, from the census that comes with the package."""
    return summary(census.load())


def summary(sheets: dict[int, census.BoardFacts]) -> dict[str, Any]:
    """What these sheets come to; all counts are of boards."""
    return {
        "boards": BOARDS_A_SHEET * len(sheets),
        "first_wins": BOARDS_A_SHEET * sum(found.first_wins for found in sheets.values()),
        "lengths": _counts(found.plies for found in sheets.values()),
        "room": _counts(found.room for found in sheets.values()),
        "examples": {
            "lengths": _examples({sheet: found.plies for sheet, found in sheets.items()}),
            "room": _examples({sheet: found.room for sheet, found in sheets.items()}),
        },
        "second_wins": [
            board_of(sheet).number for sheet, found in sheets.items() if not found.first_wins
        ][:NAMED],
    }


def _counts(values: Any) -> dict[int, int]:
    return {value: BOARDS_A_SHEET * count for value, count in sorted(Counter(values).items())}


def _examples(values: dict[int, int]) -> list[int]:
    """Return the numbers of a board with the least and of one with the most."""
    return [board_of(choose(values, key=values.__getitem__)).number for choose in (min, max)]
