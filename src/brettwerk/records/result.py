"""Results as text: each seat's share of the win, such as `1-0`, or `*` for an unfinished game."""

from functools import cache
from itertools import product

from brettwerk.core.outcome import Outcome

UNFINISHED = "*"


def result_text(outcome: Outcome | None) -> str:
    """Return the result of an outcome; a draw is shared by the players still in."""
    if outcome is None:
        return UNFINISHED
    gains = outcome.returns
    return _format_shares([gain > 0 or not any(gains) for gain in gains])


@cache
def possible_results(players: int) -> frozenset[str]:
    """Return all results that a game with this number of players can have."""
    sharing = product((False, True), repeat=players)
    return frozenset({UNFINISHED, *(_format_shares(shares) for shares in sharing if any(shares))})


def _format_shares(shares: tuple[bool, ...] | list[bool]) -> str:
    """Format equal shares for the winners, 0 for the others."""
    part = "1" if sum(shares) == 1 else f"1/{sum(shares)}"
    return "-".join(part if has else "0" for has in shares)
