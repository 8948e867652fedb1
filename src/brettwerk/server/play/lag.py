"""Time given back for slow connections: at most a second a move, and no more than a quota.

Each move earns some quota and uses as much as was given back for it. So nobody who delays messages
on purpose gains more than that, and one slow moment can be made up for from what was saved before.
"""

from brettwerk.match.clock import TimeControl

MOST = 1.0  # seconds a move
LONG_GAME = 180.0  # seconds a player; shorter games have a smaller quota
USUAL_MOVES = 40
AT_FIRST, AT_MOST = 3, 5  # times what a move earns

Quotas = tuple[float, ...]


def new_quotas(control: TimeControl | None, players: int) -> Quotas:
    """Return the quotas at the beginning of a game."""
    return (AT_FIRST * _earned(control),) * players if control else ()


def credit(quotas: Quotas, person: int, lag: float) -> float:
    """Return how much of a move's lag is given back."""
    return round(min(lag, MOST, quotas[person]), 3)


def after_move(quotas: Quotas, control: TimeControl, person: int, used: float) -> Quotas:
    """Return the quotas after a move for which `used` seconds were given back."""
    earned = _earned(control)
    left = min(AT_MOST * earned, quotas[person] + earned - used)
    return (*quotas[:person], left, *quotas[person + 1 :])


def _earned(control: TimeControl) -> float:
    """Return what a move earns, which is less in games that are over soon."""
    seconds = control.base_seconds + USUAL_MOVES * (control.increment + control.delay)
    return MOST * min(1.0, seconds / LONG_GAME)
