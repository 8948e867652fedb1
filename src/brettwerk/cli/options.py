"""Options that several commands have, and groups of options that they take as one value."""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, NamedTuple, TypeVar

from typer import Argument, Option

from brettwerk.cli.shared import remember_language
from brettwerk.i18n import LANGUAGES

R = TypeVar("R")


def with_groups(command: Callable[..., R]) -> Callable[..., R]:
    """Let typer see single options where a command takes groups: NamedTuples of options."""
    parameters = signature(command, eval_str=True).parameters.values()
    groups = {p.name: p.annotation for p in parameters if hasattr(p.annotation, "_fields")}

    @wraps(command)
    def run(**given: Any) -> R:
        for name, group in groups.items():
            given[name] = group(*map(given.pop, group._fields))
        return command(**given)

    single: list[Parameter] = []
    for p in parameters:
        single += signature(p.annotation).parameters.values() if p.name in groups else [p]
    keywords = [p.replace(kind=Parameter.KEYWORD_ONLY) for p in single]
    run.__signature__ = Signature(keywords)  # type: ignore[attr-defined]
    return run


Lang = Annotated[
    str | None,
    Option(
        metavar="|".join(LANGUAGES),
        callback=remember_language,
        is_eager=True,
        help="German or English; without it as the environment (LANG) says.",
    ),
]
GameName = Annotated[
    str, Argument(metavar="GAME", help="The name of a game; `brettwerk games` lists them.")
]
Sets = Annotated[
    list[str] | None,
    Option(
        "--set",
        metavar="NAME=VALUE",
        help="An option of the game, such as lines=any; can be repeated. See `brettwerk games`.",
    ),
]
BoardText = Annotated[
    str | None,
    Option(
        metavar="BOARD", help="A board of tableaus: '1a0 3b2 4a1 2b3', fields, '#123' or random:7."
    ),
]
Setup = Annotated[str | None, Option(metavar="NAME", help="A set-up, such as belgian-daisy.")]
Moves = Annotated[str, Option(help="Moves to play first, such as 'a1b2 i5h5'.")]
RecordNumber = Annotated[int, Option(min=1, help="Which record of a file, counted from 1.")]
Jobs = Annotated[int, Option(min=1, max=256, help="Games at a time.")]
Json = Annotated[bool, Option("--json", help="JSON for programs.")]


class GameOptions(NamedTuple):
    """The options of a game, as `make_game` and `parse_options` take them."""

    sets: Sets = None
    board: BoardText = None
    setup: Setup = None
