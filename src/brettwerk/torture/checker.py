"""The checker: a pure function from a history to the promises that it breaks."""

from itertools import chain

from brettwerk.torture.check_clocks import check_clocks
from brettwerk.torture.check_commands import check_commands
from brettwerk.torture.check_progress import check_progress
from brettwerk.torture.check_views import check_views
from brettwerk.torture.evidence import Evidence, Violation
from brettwerk.torture.history import RunHistory

CHECKS = (check_commands, check_views, check_clocks, check_progress)


def check(history: RunHistory) -> list[Violation]:
    """Return everything in a history that must not happen."""
    evidence = Evidence(history)
    return list(chain.from_iterable(one(evidence) for one in CHECKS))
