"""What shells complete: games, their options and set-ups, languages; files they know themselves."""

from collections.abc import Iterator

from typer import Context

from brettwerk.core.game import GameDefinition
from brettwerk.core.options import Option
from brettwerk.core.registry import definition, find_name, names
from brettwerk.errors import UnknownGame
from brettwerk.i18n import LANGUAGES


def complete_game(incomplete: str) -> list[str]:
    """Return the names of games that begin so."""
    return [name for name in names() if name.startswith(incomplete.lower())]


def complete_language(incomplete: str) -> list[str]:
    """Return the languages that begin so."""
    return [name for name in LANGUAGES if name.startswith(incomplete)]


def complete_setup(ctx: Context, incomplete: str) -> list[str]:
    """Return the set-ups, of the game that was named or of all games, that begin so."""
    found = (name for game in _games(ctx) for name in _choices(game, "setup"))
    return [name for name in dict.fromkeys(found) if name.startswith(incomplete)]


def complete_setting(ctx: Context, incomplete: str) -> list[str]:
    """Return `name=`, or `name=value` where the values are known, that begin so."""
    options = (option for game in _games(ctx) for option in game.option_specs)
    found = (text for option in options for text in _texts(option))
    return [text for text in dict.fromkeys(found) if text.startswith(incomplete)]


def _games(ctx: Context) -> Iterator[GameDefinition]:
    """Yield the game that the arguments name; all games if they name none."""
    given = ctx.params.get("game") or ctx.params.get("what") or ctx.args[:1]
    words = [given] if isinstance(given, str) else list(given)
    try:
        yield definition(find_name(" ".join(words)))
    except UnknownGame:
        yield from map(definition, names())


def _choices(game: GameDefinition, name: str) -> tuple[str, ...]:
    return next((option.choices for option in game.option_specs if option.name == name), ())


def _texts(option: Option) -> list[str]:
    values = ("true", "false") if isinstance(option.default, bool) else option.choices
    return [f"{option.name}={value}" for value in values] or [f"{option.name}="]
