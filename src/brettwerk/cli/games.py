"""`brettwerk games`: the games, their other names, their options with the defaults."""

from typing import TYPE_CHECKING

from brettwerk.cli.board import laid
from brettwerk.cli.frame import Json, Lang, language_of
from brettwerk.cli.output import print_json
from brettwerk.games.catalogue import NAMES, face

if TYPE_CHECKING:
    from brettwerk.cli.screen import Screen
    from brettwerk.games.face import Face


def games(json: Json = False, lang: Lang = None) -> None:
    """List the games with their options and defaults.

    \b
    Examples:
      brettwerk games
      brettwerk games --json
    """
    if json:
        print_json([_facts(face(name)) for name in NAMES])
        return
    from brettwerk.cli.screen import Screen
    from brettwerk.cli.voice import Voice

    screen = Screen(Voice(language_of(lang)))
    for name in NAMES:
        _tell(screen, face(name))
    screen.tell("cli-games-hint", style="dim")


def _facts(game: "Face") -> dict[str, object]:
    """A game for programs."""
    return {
        "game": game.name,
        "aliases": list(game.aliases),
        "seats": list(game.seats),
        "options": {option.name: option.default for option in game.known},
        "target": game.target,
    }


def _tell(screen: "Screen", game: "Face") -> None:
    voice = screen.voice
    names = ", ".join((game.name, *game.aliases))
    screen.write(f"{voice.title(game.name)}  ({names})", style="bold")
    screen.write(f"  {voice.about(game.name)}")
    if game.target is not None:
        screen.write("  " + voice("cli-games-target", target=game.target))
    for option in game.known:
        about = voice(f"cli-option-{option.name}")
        screen.write(f"    {option.name}={_shown(option.name, option.default)}  {about}")
    screen.write()


def _shown(name: str, default: object) -> str:
    """A default as one would type it."""
    if name == "board":
        board = laid(tuple(str(default).split("/")))
        return f"'{board.laying or board.tableau}'"
    return str(default).lower() if isinstance(default, bool) else str(default)
