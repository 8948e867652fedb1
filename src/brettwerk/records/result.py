"""Results as text: each seat's share of the win, such as `1-0`, or `*` for an unfinished game."""

from functools import cache
from itertools import product

from brettwerk.core.outcome import UNFINISHED, Outcome, format_shares
from brettwerk.errors import BadRecord


def result_text(outcome: Outcome | None) -> str:
    """Return the result of an outcome, `*` if there is none yet."""
    return outcome.result if outcome else UNFINISHED


@cache
def possible_results(players: int) -> frozenset[str]:
    """Return all results that a game with this number of players can have."""
    sharing = product((False, True), repeat=players)
    return frozenset({UNFINISHED, *(format_shares(shares) for shares in sharing if any(shares))})


def merge_results(tag: str | None, written: str | None) -> str:
    """Return the result from the tag or the movetext, which must not differ."""
    if tag is not None and written is not None and tag != written:
        raise BadRecord("record-two-results", tag=tag, written=written)
    return written or tag or UNFINISHED
