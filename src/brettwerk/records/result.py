"""Results as text: each seat's share of the win, `1-0`, `1/2-1/2-0`, and `*` for none yet."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brettwerk.games.outcome import Outcome

UNFINISHED = "*"


def result_of(outcome: Outcome | None) -> str:
    """The result of an outcome: a draw is shared by those still in it."""
    if outcome is None:
        return UNFINISHED
    gains = outcome.returns
    return _shared([gain > 0 or not any(gains) for gain in gains])


def points_of(outcome: Outcome) -> str | None:
    """The points as text, such as `9-0`; None where a game has none."""
    return None if outcome.points is None else "-".join(map(str, outcome.points))


@cache
def results(players: int) -> frozenset[str]:
    """All results that a game of so many players can have."""
    sharing = product((False, True), repeat=players)
    return frozenset({UNFINISHED, *(_shared(shares) for shares in sharing if any(shares))})


def _shared(shares: tuple[bool, ...] | list[bool]) -> str:
    """Equal parts for those who share the win, 0 for the others."""
    part = "1" if sum(shares) == 1 else f"1/{sum(shares)}"
    return "-".join(part if has else "0" for has in shares)
