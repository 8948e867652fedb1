"""Game clocks for any number of players: pure, with the time passed in.

>>> clock = Clock.new(read_time("10+5"), 2).start(0, now=100.0)
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
from brettwerk.notation import words
from brettwerk.texts import shown

Kind = Literal["sudden-death", "increment", "delay"]
LONGEST = 7 * 24 * 3600
# Seconds since 1970 stay below this for three thousand years, milliseconds are above it since 1973.
LATEST = 1e11
_NUMBER = r"[0-9]{1,6}(?:[.,][0-9]{1,20})?"
_BASE = rf"({_NUMBER})|([0-9]{{1,6}}):([0-5]?[0-9](?:[.,][0-9]{{1,20}})?)"
_TIME = re.compile(rf"(?:{_BASE})(?:([+d])({_NUMBER}))?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time each player has, and what each turn adds to it or leaves uncounted; in seconds."""

    base_seconds: float
    increment: float = 0.0
    delay: float = 0.0

    def __post_init__(self) -> None:
        if not _is_time(self.base_seconds) or not self.base_seconds:
            raise MatchError("clock-base", given=shown(self.base_seconds), longest=LONGEST)
        for seconds in (self.increment, self.delay):
            if not _is_time(seconds):
                raise MatchError("clock-seconds", given=shown(seconds), longest=LONGEST)
        if self.increment and self.delay:
            raise MatchError("clock-both")

    @property
    def kind(self) -> Kind:
        """Which of the three kinds it is."""
        if self.increment:
            return "increment"
        return "delay" if self.delay else "sudden-death"

    def __str__(self) -> str:
        """The text that `read_time` reads: `10`, `1:30`, `10+5`, `5d3`."""
        minutes, seconds = divmod(self.base_seconds, 60)
        zero = "0" if seconds < 10 else ""
        base = f"{int(minutes)}:{zero}{_plain(seconds)}" if seconds else f"{int(minutes)}"
        if self.increment:
            return f"{base}+{_plain(self.increment)}"
        return f"{base}d{_plain(self.delay)}" if self.delay else base


def read_time(text: str) -> TimeControl | None:
    """The control of `10` (minutes), `1:30`, `10+5` (increment), `5d3` (delay); None of `none`."""
    plain = "".join(text.split()).lower() if len(text) <= words.LONGEST else ""
    if plain == "none":
        return None
    found = _TIME.fullmatch(plain)
    if not found:
        raise MatchError("clock-text", given=shown(text))
    minutes, whole_minutes, seconds, sign, each_turn = found.groups()
    base = _value(minutes) * 60 if minutes else int(whole_minutes) * 60 + _value(seconds)
    if not sign:
        return TimeControl(base)
    turn = _value(each_turn)
    return TimeControl(base, increment=turn) if sign == "+" else TimeControl(base, delay=turn)


def time_text(control: TimeControl | None) -> str:
    """What `read_time` reads, `none` for no clock."""
    return str(control) if control else "none"


@dataclass(frozen=True, slots=True)
class Clock:
    """The time all players have left; it runs for one of them, or stands.

    `left` was true at the moment `since`, or is true now if the clock stands (`since` is None).
    `turn` is whose time runs or will run, `grace` what is left of the delay of this turn.
    """

    control: TimeControl
    left: tuple[float, ...]
    turn: int | None = None
    since: float | None = None
    grace: float = 0.0

    @classmethod
    def new(cls, control: TimeControl, players: int) -> Clock:
        """A clock that stands, with all the time left."""
        return cls(control, (float(control.base_seconds),) * players)

    def start(self, player: int, now: float) -> Clock:
        """The clock running for a player's new turn; the turn before costs what it took."""
        check_player(player, len(self.left))
        grace = float(self.control.delay)
        return replace(self.pause(now), turn=player, since=now, grace=grace)

    def press(self, now: float, next_player: int | None) -> Clock:
        """A turn made: its time taken, the increment given; None lets the clock stand."""
        self.refuse_fallen(now)
        pressed = self.pause(now)
        if self.turn is not None:
            gained = pressed.left[self.turn] + self.control.increment
            pressed = pressed._with_left(self.turn, gained)
        if next_player is None:
            return replace(pressed, turn=None, grace=0.0)
        return pressed.start(next_player, now)

    def pause(self, now: float) -> Clock:
        """The clock standing; `resume` lets the same turn go on."""
        elapsed = self._elapsed(now)
        if self.turn is None or self.since is None:
            return self
        standing = replace(self, since=None, grace=max(0.0, self.grace - elapsed))
        return standing._with_left(self.turn, self.remaining(self.turn, now))

    def resume(self, now: float) -> Clock:
        """The clock running again for the turn in which it was paused."""
        _check_now(now)
        if self.turn is None or self.since is not None:
            raise MatchError("clock-not-paused")
        return replace(self, since=now)

    def remaining(self, player: int, now: float) -> float:
        """The seconds that a player has left."""
        check_player(player, len(self.left))
        elapsed = self._elapsed(now)
        if player != self.turn:
            return self.left[player]
        return max(0.0, self.left[player] - max(0.0, elapsed - self.grace))

    def flagged(self, now: float) -> int | None:
        """The player whose time has just run out, if it has."""
        _check_now(now)
        if self.turn is None or self.since is None:
            return None
        return None if self.remaining(self.turn, now) > 0 else self.turn

    def refuse_fallen(self, now: float) -> None:
        """Refuse to go on when the time of the player to move is up."""
        if self.flagged(now) is not None:
            raise MatchError("clock-fallen")

    def _elapsed(self, now: float) -> float:
        """The seconds since the clock began to run.

        A system's time can be set back while people play. How long the turn took cannot be known
        then; it counts as nothing, which wrongs nobody, and the next turn is measured anew.
        """
        _check_now(now)
        return 0.0 if self.since is None else max(0.0, now - self.since)

    def _with_left(self, player: int, seconds: float) -> Clock:
        left = tuple(seconds if p == player else s for p, s in enumerate(self.left))
        return replace(self, left=left)


def check_player(player: object, players: int) -> None:
    """Refuse what is not the number of one of the players."""
    if not isinstance(player, int) or not 0 <= player < players:
        raise MatchError("match-no-player", player=shown(player), last=players - 1)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_time(value: object) -> bool:
    """Whether a clock can have so many seconds; neither NaN nor anything endless is in bounds."""
    return _is_number(value) and 0 <= value <= LONGEST


def _check_now(now: float) -> None:
    if not _is_number(now) or not abs(now) < LATEST:  # written so that it refuses NaN as well
        raise MatchError("clock-now", given=shown(now))


def _value(digits: str) -> float:
    return float(digits.replace(",", "."))


def _plain(seconds: float) -> str:
    """A number without an exponent that reads back as the same one."""
    text = format(Decimal(repr(float(seconds))), "f")
    return text.removesuffix(".0")
