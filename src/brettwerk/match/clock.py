"""Game clocks for any number of players; the current time is passed in.

>>> clock = Clock.new(parse_time_control("10+5"), 2).start(0, now=100.0)
>>> clock = clock.press(now=130.0, next_player=1)
>>> clock.remaining(0, now=131.0), clock.remaining(1, now=131.0)
(575.0, 599.0)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal, TypeGuard

from brettwerk.errors import MatchError
from brettwerk.i18n import truncate
from brettwerk.notation.typed_text import MAX_LENGTH

ClockKind = Literal["sudden-death", "increment", "delay"]
MAX_SECONDS = 7 * 24 * 3600
# Catches milliseconds: in seconds since 1970 this is 3,000 years away, in milliseconds it is 1973.
MAX_NOW = 1e11
FEW_SECONDS = 5.0  # of which an engine saves most
_NUMBER = r"[0-9]{1,6}(?:[.,][0-9]{1,20})?"
_BASE = rf"({_NUMBER})|([0-9]{{1,6}}):([0-5]?[0-9](?:[.,][0-9]{{1,20}})?)"
_TIME = re.compile(rf"(?:{_BASE})(?:([+d])({_NUMBER}))?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Time per player, and the increment or delay of each turn; in seconds.

    >>> TimeControl(600, increment=5).kind
    'increment'
    """

    base_seconds: float
    increment: float = 0.0
    delay: float = 0.0

    def __post_init__(self) -> None:
        if not _is_time(self.base_seconds) or not self.base_seconds:
            raise MatchError("clock-base", given=truncate(self.base_seconds), longest=MAX_SECONDS)
        for seconds in (self.increment, self.delay):
            if not _is_time(seconds):
                raise MatchError("clock-seconds", given=truncate(seconds), longest=MAX_SECONDS)
        if self.increment and self.delay:
            raise MatchError("clock-both")

    @property
    def kind(self) -> ClockKind:
        """Return the kind of time control."""
        if self.increment:
            return "increment"
        return "delay" if self.delay else "sudden-death"

    def __str__(self) -> str:
        """Return the text that `parse_time_control` reads: `10`, `1:30`, `10+5`, `5d3`."""
        minutes, seconds = divmod(self.base_seconds, 60)
        zero = "0" if seconds < 10 else ""
        base = f"{int(minutes)}:{zero}{_plain(seconds)}" if seconds else f"{int(minutes)}"
        if self.increment:
            return f"{base}+{_plain(self.increment)}"
        return f"{base}d{_plain(self.delay)}" if self.delay else base


def parse_time_control(text: str) -> TimeControl | None:
    """Parse `10` (minutes), `1:30`, `10+5` (increment), `5d3` (delay) or `none` (None)."""
    plain = "".join(text.split()).lower() if len(text) <= MAX_LENGTH else ""
    if plain == "none":
        return None
    found = _TIME.fullmatch(plain)
    if not found:
        raise MatchError("clock-text", given=truncate(text))
    minutes, whole_minutes, seconds, sign, each_turn = found.groups()
    base = _value(minutes) * 60 if minutes else int(whole_minutes) * 60 + _value(seconds)
    if not sign:
        return TimeControl(base)
    turn = _value(each_turn)
    return TimeControl(base, increment=turn) if sign == "+" else TimeControl(base, delay=turn)


def format_time_control(control: TimeControl | None) -> str:
    """Return the text that `parse_time_control` reads, `none` for no clock."""
    return str(control) if control else "none"


@dataclass(frozen=True, slots=True)
class Clock:
    """Each player's remaining time; the clock runs for one of them, or is stopped.

    `left` is as of the time `since`, or current if the clock is stopped (`since` is None).
    `turn` is the player on the move, `grace` what remains of this turn's delay.
    """

    control: TimeControl
    left: tuple[float, ...]
    turn: int | None = None
    since: float | None = None
    grace: float = 0.0

    @classmethod
    def new(cls, control: TimeControl, players: int) -> Clock:
        """Return a stopped clock with all the time left."""
        return cls(control, (float(control.base_seconds),) * players)

    def start(self, player: int, now: float) -> Clock:
        """Charge the previous turn and start a player's turn."""
        check_player(player, len(self.left))
        grace = float(self.control.delay)
        return replace(self.pause(now), turn=player, since=now, grace=grace)

    def press(self, now: float, next_player: int | None, lag: float = 0.0) -> Clock:
        """End a turn and start the next; None stops the clock.

        The turn ended `lag` seconds ago: so long the move was on its way.
        """
        _check_now(now)
        if not _is_time(lag):
            raise MatchError("clock-seconds", given=truncate(lag), longest=MAX_SECONDS)
        self.check_not_flagged(now - lag)
        pressed = self.pause(now - lag)
        if self.turn is not None:
            gained = pressed.left[self.turn] + self.control.increment
            pressed = pressed._with_left(self.turn, gained)
        if next_player is None:
            return replace(pressed, turn=None, grace=0.0)
        return pressed.start(next_player, now)

    def pause(self, now: float) -> Clock:
        """Stop the clock; `resume` continues the same turn."""
        elapsed = self._elapsed(now)
        if self.turn is None or self.since is None:
            return self
        stopped = replace(self, since=None, grace=max(0.0, self.grace - elapsed))
        return stopped._with_left(self.turn, self.remaining(self.turn, now))

    def resume(self, now: float) -> Clock:
        """Restart the clock in the turn in which it was paused."""
        _check_now(now)
        if self.turn is None or self.since is not None:
            raise MatchError("clock-not-paused")
        return replace(self, since=now)

    def remaining(self, player: int, now: float) -> float:
        """Return the seconds that a player has left."""
        check_player(player, len(self.left))
        elapsed = self._elapsed(now)
        if player != self.turn:
            return self.left[player]
        return max(0.0, self.left[player] - max(0.0, elapsed - self.grace))

    def flagged(self, now: float) -> int | None:
        """Return the player whose time has run out, if any."""
        _check_now(now)
        if self.turn is None or self.since is None:
            return None
        return None if self.remaining(self.turn, now) > 0 else self.turn

    def check_not_flagged(self, now: float) -> None:
        """Raise if the player on the move has run out of time."""
        if self.flagged(now) is not None:
            raise MatchError("clock-fallen")

    def _elapsed(self, now: float) -> float:
        """Return the seconds since the clock was started.

        The system time can be set back during a game. How long the turn took is unknown then, so
        it counts as zero.
        """
        _check_now(now)
        return 0.0 if self.since is None else max(0.0, now - self.since)

    def _with_left(self, player: int, seconds: float) -> Clock:
        left = tuple(seconds if p == player else s for p, s in enumerate(self.left))
        return replace(self, left=left)


def seconds_for_move(left: float, increment: float) -> float:
    """Return how long an engine thinks: a twentieth of the time left and most of the increment.

    With only a few seconds left it thinks much less: every move also costs a few milliseconds
    that are not counted, and a game may take many more moves.
    """
    plenty = left * left / (left * left + FEW_SECONDS * FEW_SECONDS)
    return float(max(min(plenty * left / 20 + 0.8 * increment, left / 2), 0.001))


def most_seconds_for_move(left: float, increment: float) -> float:
    """Return how long an engine may think about a move that it is undecided about."""
    usual = seconds_for_move(left, increment)
    return max(usual, min(3 * usual, left / 4))


def check_player(player: object, players: int) -> None:
    """Raise unless `player` is the number of a player."""
    if not isinstance(player, int) or not 0 <= player < players:
        raise MatchError("match-no-player", player=truncate(player), last=players - 1)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_time(value: object) -> bool:
    """Return whether this is a valid duration; NaN and infinity are not."""
    return _is_number(value) and 0 <= value <= MAX_SECONDS


def _check_now(now: float) -> None:
    if not _is_number(now) or not abs(now) < MAX_NOW:  # true for NaN as well
        raise MatchError("clock-now", given=truncate(now))


def _value(digits: str) -> float:
    return float(digits.replace(",", "."))


def _plain(seconds: float) -> str:
    """Format a number without an exponent so that it reads back equal."""
    text = format(Decimal(repr(float(seconds))), "f")
    return text.removesuffix(".0")
