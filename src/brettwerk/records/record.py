"""A game as it was played: the game, where it began, its plies, what is known about it."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from brettwerk.errors import BadRecord
from brettwerk.texts import shown

from .limits import DEEPEST, LONGEST_CLOCK, LONGEST_START, LONGEST_TEXT, MOST_PLIES, MOST_TAGS
from .replay import Step, is_event, onwards, steps
from .result import UNFINISHED, points_of, result_of, results
from .tags import NAME, OPENING_PLIES, reserved, seat_tags

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from brettwerk.games.core import Game, Move, Position
    from brettwerk.games.outcome import Outcome

# Letters, digits, signs of captures and barricades, every kind of dash that people type.
_PLY = re.compile(r"[A-Za-z][A-Za-z0-9:+×–—−‐‑-]{0,63}")


@dataclass(frozen=True, slots=True)
class Ply:
    """A move or an event such as `resign:1`, with a comment and the seconds left on the clock.

    The clock is that of the player who moved, after the move, to the millisecond. `variations`
    are other ways to go on instead of this ply, each a line of plies.
    """

    text: str
    comment: str = ""
    clock: float | None = None
    variations: tuple[tuple[Ply, ...], ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.text, str) or not _PLY.fullmatch(self.text):
            raise BadRecord("record-word", given=_told(self.text))
        _check_text(self.comment, "record-comment")
        if self.clock is not None:
            object.__setattr__(self, "clock", _checked_clock(self.clock))
        if self.variations:
            object.__setattr__(self, "variations", _checked_variations(self.variations))

    @property
    def is_event(self) -> bool:
        """Whether this is an event around the game and not a move."""
        return is_event(self.text)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played; `tags` are all but those of the game, its start and its result.

    What is legal is found out when it is replayed: by `positions`, `final`, `outcome`, `check`.
    """

    game: Game
    plies: tuple[Ply, ...] = ()
    result: str = UNFINISHED
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    start: str | None = None
    comment: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "plies", tuple(self.plies))
        object.__setattr__(self, "tags", MappingProxyType(dict(self.tags)))
        _check_size(self.plies)
        if not isinstance(self.result, str) or self.result not in results(self.game.players):
            listed = ", ".join(sorted(results(self.game.players)))
            raise BadRecord("record-result", given=_told(self.result), known=listed)
        _check_tags(self.tags, self.game)
        _check_start(self.start)
        _check_text(self.comment, "record-comment")

    @classmethod
    def of(
        cls,
        game: Game,
        moves: Iterable[str | Move | Ply] = (),
        *,
        players: Sequence[str] = (),
        tags: Mapping[str, str] | None = None,
        result: str | None = None,
        start: str | Position | None = None,
        comment: str = "",
    ) -> Record:
        """The record of these moves, played through; how the game ended is written into it."""
        given = [move if isinstance(move, Ply) else str(move) for move in moves]
        begin = start if start is None or isinstance(start, str) else start.text
        _, *made = last = list(steps(game, begin, map(str, given)))
        plies = tuple(_as_played(*pair) for pair in zip(given, made, strict=True))
        outcome = last[-1].outcome
        known = _named(game, players) | dict(tags or {})
        known |= {name: text for name, text in _ending(outcome).items() if name not in known}
        return cls(game, plies, result or result_of(outcome), known, begin, comment)

    @property
    def players(self) -> tuple[str | None, ...]:
        """The names of those who played, by seat, as far as they are known."""
        return tuple(self.tags.get(tag) for tag in seat_tags(self.game))

    @property
    def by_lot(self) -> int:
        """How many moves at the beginning nobody chose, as far as the record says."""
        text = self.tags.get(OPENING_PLIES, "")
        count = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
        chosen = (at for at, ply in enumerate(self.plies[:count]) if ply.is_event)
        return next(chosen, min(count, len(self.plies)))

    def positions(self) -> Iterator[Position]:
        """The position at the beginning, then after every ply; BadRecord where one is not legal.

        An event that ends the game leaves the position as it is.
        """
        return (step.position for step in self._steps())

    def final(self) -> Position:
        """The last position."""
        return self._last().position

    def outcome(self) -> Outcome | None:
        """How the game ended by its rules or by an event, None if the plies do not end it."""
        return self._last().outcome

    def check(self) -> None:
        """Refuse what is not legal, and a result, points or reason other than the replay's."""
        outcome = self.outcome()
        if any(ply.variations for ply in self.plies):
            check_lines(next(self._steps()), self.plies)
        if outcome is None:
            return  # stopped or judged by people: what they wrote is all that is known
        claimed = {"Result": self.result, **self.tags}
        for tag, right in {"Result": result_of(outcome), **_ending(outcome)}.items():
            if claimed.get(tag, right) != right:
                raise BadRecord("record-differs", tag=tag, given=shown(claimed[tag]), right=right)

    def _steps(self) -> Iterator[Step]:
        return steps(self.game, self.start, (ply.text for ply in self.plies))

    def _last(self) -> Step:
        return deque(self._steps(), maxlen=1)[0]

    def __reduce__(self) -> tuple[Any, ...]:
        # Games hold compiled code, which does not travel to other processes; texts do.
        from .pgn import read_record, write_record

        return read_record, (write_record(self),)


def check_lines(here: Step, plies: Sequence[Ply]) -> None:
    """Refuse moves that are not legal, in variations too."""
    todo = [(here, tuple(plies), 1)]
    while todo:
        at, line, number = todo.pop()
        for ply in line:
            todo += [(at, variation, number) for variation in ply.variations]
            (at,) = onwards(at, (ply.text,), number)
            number += 1


def _named(game: Game, players: Sequence[str]) -> dict[str, str]:
    """The tags with the players' names."""
    if len(players) > game.players:
        raise BadRecord("record-no-player", player=len(players) - 1, last=game.players - 1)
    return dict(zip(seat_tags(game), players, strict=False))


def _as_played(given: str | Ply, step: Step) -> Ply:
    """The ply with its text as the rules write it."""
    if isinstance(given, Ply):
        return Ply(step.text, given.comment, given.clock, given.variations)
    return Ply(step.text)


def _ending(outcome: Outcome | None) -> dict[str, str]:
    """The tags that tell how a game ended."""
    if outcome is None:
        return {}
    points = points_of(outcome)
    return {"Termination": outcome.reason, **({} if points is None else {"Points": points})}


# -- what is refused ------------------------------------------------------------------------------
def _told(value: object) -> str:
    """A value from outside for a message: of anything but text its kind, which is always short."""
    return shown(value if isinstance(value, str) else type(value).__name__)


def _check_text(text: object, key: str, **details: object) -> None:
    """Refuse what is no text, is too long, or has halves of characters that no file can hold."""
    if not isinstance(text, str):
        raise BadRecord(key, given=_told(text), **details)
    if len(text) > LONGEST_TEXT:
        raise BadRecord("record-text-too-long", count=len(text), longest=LONGEST_TEXT)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadRecord("record-half-character") from None


def _checked_variations(given: object) -> tuple[tuple[Ply, ...], ...]:
    """Lines of plies, none of them empty."""
    if not isinstance(given, tuple | list):
        raise BadRecord("record-variation")
    for line in given:
        if not isinstance(line, tuple | list) or not line:
            raise BadRecord("record-variation")
        if not all(isinstance(ply, Ply) for ply in line):
            raise BadRecord("record-variation")
    return tuple(tuple(line) for line in given)


def _check_size(plies: tuple[Ply, ...]) -> None:
    """Refuse more plies, those of variations included, or deeper variations than we read."""
    count, todo = 0, [(plies, 0)]
    while todo:
        line, depth = todo.pop()
        count += len(line)
        if count > MOST_PLIES:
            raise BadRecord("record-too-many-plies", most=MOST_PLIES)
        if depth > DEEPEST:
            raise BadRecord("record-too-deep", most=DEEPEST)
        todo += [(inner, depth + 1) for ply in line for inner in ply.variations]


def _checked_clock(clock: object) -> float:
    if not isinstance(clock, int | float) or isinstance(clock, bool):
        raise BadRecord("record-clock", longest=LONGEST_CLOCK)
    if not 0 <= clock <= LONGEST_CLOCK:  # written so that it refuses NaN as well
        raise BadRecord("record-clock", longest=LONGEST_CLOCK)
    return round(float(clock), 3)


def _check_tags(tags: Mapping[str, str], game: Game) -> None:
    if len(tags) > MOST_TAGS:
        raise BadRecord("record-too-many-tags", most=MOST_TAGS)
    taken = reserved(game)
    for name, value in tags.items():
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise BadRecord("record-tag-name", given=_told(name))
        if name in taken:
            raise BadRecord("record-tag-reserved", tag=name)
        _check_text(value, "record-tag-value", tag=name)


def _check_start(start: object) -> None:
    if start is None:
        return
    if not isinstance(start, str) or len(start) > LONGEST_START or not start.isprintable():
        raise BadRecord("record-start-text", longest=LONGEST_START)
