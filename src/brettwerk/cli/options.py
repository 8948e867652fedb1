"""Options that several commands have, and groups of options that they take as one value.

What they mean is told in the texts of the help.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

from typer import Argument, Option

from brettwerk.cli.completion import (
    complete_game,
    complete_language,
    complete_setting,
    complete_setup,
)
from brettwerk.i18n import LANGUAGES

R = TypeVar("R")
GameName = Annotated[str, Argument(metavar="GAME", autocompletion=complete_game)]
GameOrAll = Annotated[str | None, Argument(metavar="GAME", autocompletion=complete_game)]
GamesOrAll = Annotated[list[str] | None, Argument(metavar="GAME", autocompletion=complete_game)]
What = Annotated[list[str], Argument(metavar="WHAT", autocompletion=complete_game)]
Sets = Annotated[
    list[str] | None,
    Option("--set", metavar="NAME=VALUE", autocompletion=complete_setting),
]
BoardText = Annotated[str | None, Option(metavar="BOARD")]
Setup = Annotated[str | None, Option(metavar="NAME", autocompletion=complete_setup)]
Ply = Annotated[int | None, Option(metavar="PLY")]
RecordNumber = Annotated[int, Option(min=1)]
Jobs = Annotated[int, Option(min=1, max=256)]
OnRay = Annotated[bool, Option("--ray")]
Threads = Annotated[int, Option(min=1, max=256)]
Count = Annotated[int, Option(min=1)]  # of what a command makes
Seed = Annotated[int, Option(min=0)]
Json = Annotated[bool, Option("--json")]
File = Annotated[Path | None, Option(metavar="FILE")]
FileName = Annotated[str | None, Option(metavar="FILE")]  # may be that of standard output
NewFile = Annotated[Path, Option("--out", metavar="FILE")]
Folder = Annotated[Path, Option(metavar="FOLDER")]
LIMIT = "limit-"  # before the names of limits
_LANG = Annotated[str | None, Option(metavar="|".join(LANGUAGES), autocompletion=complete_language)]


class GameOptions(NamedTuple):
    """The options of a game, as `make_game` and `parse_options` take them."""

    sets: Sets = None
    board: BoardText = None
    setup: Setup = None


def as_command(function: Callable[..., R]) -> Callable[..., R]:
    """Return a function as typer sees it: with `--lang`, and with single options for groups.

    A group is a parameter whose type is a NamedTuple of options, or a dataclass of limits.
    """
    parameters = signature(function, eval_str=True).parameters.values()
    groups = {p.name: p.annotation for p in parameters if _options_of(p.annotation)}

    @wraps(function)
    def run(*, lang: object = None, **given: Any) -> R:  # noqa: ARG001 — chosen already
        for name, group in groups.items():
            given[name] = group(*(given.pop(option.name) for option in _options_of(group)))
        return function(**given)

    single: list[Parameter] = []
    for p in parameters:
        single += _options_of(p.annotation) or [p]
    keywords = [p.replace(kind=Parameter.KEYWORD_ONLY) for p in single]
    language = Parameter("lang", Parameter.KEYWORD_ONLY, default=None, annotation=_LANG)
    run.__signature__ = Signature([*keywords, language])  # type: ignore[attr-defined]
    return run


def _options_of(group: Any) -> list[Parameter]:
    """Return the single options of a group, nothing for other types; limits are not in the help."""
    if hasattr(group, "_fields"):
        return list(signature(group).parameters.values())
    if not is_dataclass(group):
        return []
    return [
        Parameter(
            f"{LIMIT}{limit.name}".replace("-", "_"),
            Parameter.KEYWORD_ONLY,
            default=limit.default,
            annotation=Annotated[limit.type, Option(min=0, max=10**12, hidden=True)],
        )
        for limit in fields(group)
    ]
