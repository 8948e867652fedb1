"""`brettwerk games`: the games, their aliases, options and defaults."""

from shlex import quote
from typing import TYPE_CHECKING

from brettwerk.cli.options import Json
from brettwerk.cli.output import print_json
from brettwerk.cli.shared import translator
from brettwerk.core.registry import definition, names

if TYPE_CHECKING:
    from brettwerk.cli.screen import Screen
    from brettwerk.core.game import GameDefinition
    from brettwerk.core.options import Option


def games(json: Json = False) -> None:
    """List the games with their options and defaults."""
    if json:
        print_json([_facts(definition(name)) for name in names()])
        return
    from brettwerk.cli.screen import Screen

    screen = Screen(translator())
    for name in names():
        _print(screen, definition(name))
    screen.print_message("cli-games-hint", style="dim")


def _facts(game: "GameDefinition") -> dict[str, object]:
    """Return a game as JSON."""
    return {
        "game": game.name,
        "aliases": list(game.aliases),
        "seats": list(game.seats),
        "options": game.defaults,
        "target": game.target,
    }


def _print(screen: "Screen", game: "GameDefinition") -> None:
    t = screen.t
    names = ", ".join((game.name, *game.aliases))
    screen.write(f"{t.title(game.name)}  ({names})", style="bold")
    screen.write(f"  {t.about(game.name)}")
    if game.target is not None:
        screen.write("  " + t("cli-games-target", target=game.target))
    for option in game.option_specs:
        about = t.name("cli-option", option.name, game.name)
        screen.write(f"    {option.name}={_default_text(option)}  {about}")
    screen.write()


def _default_text(option: "Option") -> str:
    """Return a default as one would type it."""
    text = str(option.default)
    return quote(option.typed or (text.lower() if isinstance(option.default, bool) else text))
