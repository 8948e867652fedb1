"""Options of games and their validation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate

Options = Mapping[str, Any]
# Options that decide when a game ends, but not what moves lead to.
ENDS = ("repetition", "ply_limit")
MAX_INTEGER = 1_000_000


@dataclass(frozen=True)
class Option:
    """An option: its name, its default and its parser, which raises BadOptions."""

    name: str
    default: object
    read: Callable[[object], object]
    control: str = ""  # the control on a page: switch, count, choice, pictures, board-8 …
    choices: tuple[str, ...] = ()
    typed: str = ""  # the default as people type it, if that is another text
    # Texts that words stand for, such as the cells of a named set-up.
    texts: Mapping[str, str] | None = None
    # A script that reads the option on a device, such as `games/GAME/reader.js`.
    reader: str = ""
    # A chooser of the game's own, such as `games/GAME/chooser`: a template, and a script beside it.
    chooser: str = ""
    # What that script is given, in JSON.
    chooser_data: Mapping[Any, object] | None = None

    @property
    def is_text(self) -> bool:
        """Whether it is a text, and not a switch, a count or one of a few words."""
        return isinstance(self.default, str) and (self.texts is not None or not self.choices)


def option_numbers(specs: tuple[Option, ...], options: Options) -> tuple[tuple[int, ...], str]:
    """Return options as kernels take them: numbers, and the one that is a text."""
    numbers, text = [], ""
    for option in specs:
        value = options[option.name]
        if option.is_text:
            text = (option.texts or {}).get(value, value)
        is_word = isinstance(value, str)
        numbers.append(
            (0 if option.is_text else option.choices.index(value)) if is_word else int(value)
        )
    return tuple(numbers), text


def read_options(
    game: str, specs: tuple[Option, ...], given: Mapping[str, object]
) -> dict[str, Any]:
    """Return all options of a game, the given ones checked, the others by default."""
    names = [option.name for option in specs]
    for name in given:
        if name not in names:
            listed = ", ".join(names) or "—"
            raise BadOptions("option-unknown", option=truncate(name), game=game, known=listed)
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default
        for option in specs
    }


def boolean(name: str) -> Callable[[object], bool]:
    """Return the parser of a boolean option."""

    def read(value: object) -> bool:
        if not isinstance(value, bool):
            raise BadOptions("option-switch", option=name, given=truncate(value))
        return value

    return read


@dataclass(frozen=True)
class Integer:
    """The parser of a non-negative integer option; None counts as 0."""

    option: str
    largest: int = MAX_INTEGER
    excluding: tuple[int, ...] = ()
    sentence: str = "option-count"

    def __call__(self, value: object) -> int:
        if value is None:
            return 0
        if type(value) is int and 0 <= value <= self.largest and value not in self.excluding:
            return value
        given, largest = truncate(value), self.largest
        raise BadOptions(self.sentence, option=self.option, given=given, largest=largest)


repetition_count = Integer("repetition", largest=100, excluding=(1,), sentence="option-repetition")


def choice(name: str, *choices: str) -> Callable[[object], str]:
    """Return the parser of an option that is one of a few words."""

    def read(value: object) -> str:
        if isinstance(value, str) and value.strip().lower() in choices:
            return value.strip().lower()
        listed = ", ".join(choices)
        raise BadOptions("option-choice", option=name, given=truncate(value), choices=listed)

    return read
