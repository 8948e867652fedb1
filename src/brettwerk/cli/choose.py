"""Games from command-line options: a name, `--set name=value`, `--board`, `--setup`."""

from collections.abc import Iterable
from random import Random

from brettwerk.cli.shared import typed_words
from brettwerk.core.game import Game
from brettwerk.core.registry import definition, find_name, names
from brettwerk.errors import BadOptions, UnknownGame
from brettwerk.i18n import truncate
from brettwerk.notation.typed_text import normalize_name

NONE = ("none", "off", "no", "keine", "aus")
RANDOM_WORDS = ("random", "zufall")


def make_game(
    name: str, sets: Iterable[str] | None = (), board: str | None = None, setup: str | None = None
) -> Game:
    """Return the game with these options."""
    return Game(definition(find_name(name)), parse_options(name, sets, board, setup))


def resolve_name(text: str) -> str:
    """Return the name of a game by name, alias or unambiguous prefix."""
    try:
        return find_name(text)
    except UnknownGame:
        matches = [name for name in names() if _has_prefix(name, normalize_name(text))]
        if len(matches) != 1:
            raise
        return matches[0]


def _has_prefix(name: str, beginning: str) -> bool:
    names = (name, *definition(name).aliases)
    return bool(beginning) and any(normalize_name(known).startswith(beginning) for known in names)


def parse_options(
    name: str,
    sets: Iterable[str] | None,
    board: str | None,
    setup: str | None,
    rng: Random | None = None,
) -> dict[str, object]:
    """Parse options to the types of their defaults; the value `random` is replaced by the seed."""
    game = definition(find_name(name))
    texts = dict(map(_split_setting, sets or ()))
    texts |= {k: v for k, v in (("board", board), ("setup", setup)) if v is not None}
    values: dict[str, object] = {k: parse_value(game.defaults.get(k), v) for k, v in texts.items()}
    if left_open := [name for name, text in texts.items() if text.lower() in RANDOM_WORDS]:
        random = game.random_options((rng or Random()).randrange(10**6))
        values |= {name: random[name] for name in left_open if name in random}
    return values


def _split_setting(item: str) -> tuple[str, str]:
    name, sign, value = item.partition("=")
    if not sign:
        raise BadOptions("cli-set-form", given=truncate(item))
    return name.strip().lower().replace("-", "_"), _unquote(value.strip())


def _unquote(text: str) -> str:
    """Remove quotes around a value."""
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1].strip() if quoted else text


def parse_value(default: object, text: str) -> bool | int | str:
    """Parse a boolean or number if the default is one; keep other text, to be refused later."""
    small = text.lower()
    if isinstance(default, bool):
        is_true, is_false = small in typed_words("cli-true"), small in typed_words("cli-false")
        return is_true if is_true or is_false else text
    if isinstance(default, int):
        if small in NONE:
            return 0
        return int(small) if small.isascii() and small.isdigit() and len(small) < 10 else text
    return text
