"""Options that several commands have, and groups of options that they take as one value."""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, NamedTuple, TypeVar

from typer import Argument, Option

from brettwerk.cli.shared import choose_language
from brettwerk.i18n import LANGUAGES

R = TypeVar("R")


_LANG = Annotated[
    str | None,
    Option(
        metavar="|".join(LANGUAGES),
        callback=choose_language,
        is_eager=True,
        help="German or English; without it as the environment (LANG) says.",
    ),
]


def as_command(function: Callable[..., R]) -> Callable[..., R]:
    """Return a function as typer sees it: with `--lang`, and with single options for groups.

    A group is a parameter whose type is a NamedTuple of options.
    """
    parameters = signature(function, eval_str=True).parameters.values()
    groups = {p.name: p.annotation for p in parameters if hasattr(p.annotation, "_fields")}

    @wraps(function)
    def run(*, lang: object = None, **given: Any) -> R:  # noqa: ARG001 — chosen already
        for name, group in groups.items():
            given[name] = group(*map(given.pop, group._fields))
        return function(**given)

    single: list[Parameter] = []
    for p in parameters:
        single += signature(p.annotation).parameters.values() if p.name in groups else [p]
    keywords = [p.replace(kind=Parameter.KEYWORD_ONLY) for p in single]
    language = Parameter("lang", Parameter.KEYWORD_ONLY, default=None, annotation=_LANG)
    run.__signature__ = Signature([*keywords, language])  # type: ignore[attr-defined]
    return run


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
