"""Chances of winning: what an engine's score has meant in its own games.

A score says how much an engine likes a position. How often such positions are won is measured in
games of the engine with itself (`search/calibration.py`). Two numbers describe it: how steeply
chances rise with the score, and how many games nobody wins. Games that did not end are left out;
where they were many, it is said that chances are those of games that end.
"""

import json
from functools import cache
from math import exp
from typing import Any

from msgspec import Struct

from brettwerk.core.game import GameDefinition
from brettwerk.core.registry import definition
from brettwerk.errors import BadOptions

_LEAST = 1e-6  # of a share, so that nobody is without any chance


class Chances(Struct, frozen=True, rename="camel"):
    """How shares of a win, as an engine gives them, become chances to win.

    Shares are raised to the power `slope` and made to sum to one again; `drawn`, which is never
    above 0, is added to the logit of each, so that something is left for draws. `if_ended` says
    that many games had no end, so that these are the chances in those that have one.
    """

    slope: float
    drawn: float
    if_ended: bool = False

    def wins(self, shares: tuple[float, ...]) -> tuple[float, ...]:
        """Return every player's chance to win, given shares that sum to one.

        >>> [round(chance, 2) for chance in Chances(1, 0).wins((0.6, 0.4))]
        [0.6, 0.4]
        >>> [round(chance, 2) for chance in Chances(2, -1).wins((0.6, 0.4))]
        [0.45, 0.14]
        """
        powers = [max(share, _LEAST) ** self.slope for share in shares]
        whole, against = sum(powers), exp(-self.drawn)
        return tuple(1 / (1 + against * (whole - power) / power) for power in powers)


def win_shares(score: tuple[float, ...]) -> tuple[float, ...]:
    """Return each player's share of the win, given a score as in `Outcome.returns`.

    >>> win_shares((0.0, 0.0)), win_shares((1.0, -0.5, -0.5))
    ((0.5, 0.5), (1.0, 0.0, 0.0))
    """
    least = 1 / (len(score) - 1)
    parts = [max(0.0, part + least) for part in score]
    return tuple(part / sum(parts) for part in parts)


def wins_of(game: str, score: tuple[float, ...]) -> tuple[float, ...] | None:
    """Return every player's chance to win with this score of an engine, if it was measured."""
    chances = chances_of(game)
    return chances.wins(win_shares(score)) if chances else None


def expected(game: str, score: tuple[float, ...]) -> tuple[float, ...]:
    """Return what each player may expect, from -1 to 1, with this score of an engine.

    That is the score itself where chances were not measured.
    """
    wins = wins_of(game, score)
    if wins is None:
        return score
    return tuple(chance - (sum(wins) - chance) / (len(wins) - 1) for chance in wins)


@cache
def chances_of(game: str) -> Chances | None:
    """Return the chances that were measured for a game, if they were."""
    return chances_in(definition(game))


def chances_in(game: GameDefinition) -> Chances | None:
    """Return the chances in the folder of a game, if they were measured; BadOptions if unreadable.

    Files from the time when games without an end counted as drawn do not say `if_ended`.
    """
    file = game.file("data/chances.json")
    if file is None:
        return None
    try:
        found: dict[str, Any] = json.loads(file.read_bytes())
        return Chances(float(found["slope"]), float(found["drawn"]), found.get("if_ended", False))
    except (ValueError, LookupError, TypeError):
        raise BadOptions("engine-chances", file=str(file), game=game.name) from None
