"""Options of games: what each may be, checked, with a sentence for what may not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from brettwerk.errors import BadOptions
from brettwerk.texts import shown

Options = Mapping[str, Any]
LARGEST = 1_000_000


@dataclass(frozen=True)
class Option:
    """One option: its name, its default, and what makes a given value right or refuses it."""

    name: str
    default: Any
    read: Callable[[object], Any]
    control: str = ""  # how people set it on a page: switch, count, choice, pictures, board-8 …
    choices: tuple[str, ...] = ()


def read_options(game: str, known: tuple[Option, ...], given: Options) -> dict[str, Any]:
    """All options of a game, the given ones checked, the others by default."""
    names = [option.name for option in known]
    for name in given:
        if name not in names:
            listed = ", ".join(names) or "—"
            raise BadOptions("option-unknown", option=shown(name), game=game, known=listed)
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default
        for option in known
    }


def a_switch(name: str) -> Callable[[object], bool]:
    """True or false."""

    def read(value: object) -> bool:
        if not isinstance(value, bool):
            raise BadOptions("option-switch", option=name, given=shown(value))
        return value

    return read


def a_count(
    name: str,
    *,
    largest: int = LARGEST,
    but_not: tuple[int, ...] = (),
    sentence: str = "option-count",
) -> Callable[[object], int]:
    """A whole number from 0 (none) on; None is 0 too."""

    def read(value: object) -> int:
        if value is None:
            return 0
        if type(value) is int and 0 <= value <= largest and value not in but_not:
            return value
        raise BadOptions(sentence, option=name, given=shown(value), largest=largest)

    return read


def one_of(name: str, *choices: str) -> Callable[[object], str]:
    """One of a few words."""

    def read(value: object) -> str:
        if isinstance(value, str) and value.strip().lower() in choices:
            return value.strip().lower()
        listed = ", ".join(choices)
        raise BadOptions("option-choice", option=name, given=shown(value), choices=listed)

    return read
