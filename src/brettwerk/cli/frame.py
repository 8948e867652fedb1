"""What all commands share: the language, options of a game, and faults told in one sentence."""

import errno
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from brettwerk.errors import BrettwerkError
from brettwerk.texts import LANGUAGES, Language, say

_KEY = "brettwerk.language"
# The base of typer's errors about what was typed, which it does not name itself.
USAGE: Any = typer.BadParameter.__base__


class Commands(TyperGroup):
    """The group of all commands: bad input ends in one sentence on stderr and exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except (BrettwerkError, OSError) as fault:
            if isinstance(fault, OSError) and fault.errno == errno.EPIPE:
                raise
            print(in_words(fault, _language(ctx)), file=sys.stderr)
            raise typer.Exit(2) from fault
        except USAGE as fault:
            path = fault.ctx.command_path if fault.ctx else ctx.command_path
            what = fault.format_message().rstrip(".")
            told = say("cli-usage", _language(ctx), what=what, command=path)
            print(" ".join(told.split()), file=sys.stderr)
            raise typer.Exit(2) from fault


def _language(ctx: Any) -> Language:
    """What `--lang` named, or the environment."""
    language: Language = ctx.meta.get(_KEY) or language_of_environment()
    return language


def in_words(fault: BrettwerkError | OSError, language: Language) -> str:
    """One sentence for a fault."""
    if isinstance(fault, BrettwerkError):
        return fault.in_words(language)
    known = {errno.ENOENT: "missing", errno.EISDIR: "folder", errno.EACCES: "forbidden"}
    reason = known.get(fault.errno or 0)
    if not reason:
        file = fault.filename or say("cli-file-standard", language)
        return say("cli-file-fault", language, file=file, reason=fault.strerror or fault)
    return say(f"cli-file-{reason}", language, file=fault.filename)


def print_version(wanted: bool) -> None:
    """The version, and no more."""
    if wanted:
        from brettwerk import __version__

        print(__version__)
        raise typer.Exit


# -- the language ---------------------------------------------------------------------------------
def language_of_environment() -> Language:
    """German where the environment says so, English everywhere else."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "de" if os.environ[name].lower().startswith("de") else "en"
    return "en"


def language_of(text: str | None) -> Language:
    """The language that `--lang` names, or that of the environment."""
    if text is None:
        return language_of_environment()
    for language in LANGUAGES:
        if text.strip().lower().startswith(language):
            return language
    raise typer.BadParameter(f"{text!r} is none of {', '.join(LANGUAGES)}.")


def _remember(ctx: typer.Context, text: str | None) -> str:
    """Check it, and keep it where faults are told, too."""
    language = language_of(text)
    ctx.meta[_KEY] = language
    return language


Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="de|en",
        callback=_remember,
        is_eager=True,
        help="German or English; without it as the environment (LANG) says.",
    ),
]

# -- the game -------------------------------------------------------------------------------------
GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="abalone, triapon, bedraengnis, drei, schlacht, katarenga; or another of its names.",
    ),
]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="An option of the game, such as lines=any; can be repeated. See `brettwerk games`.",
    ),
]
BoardText = Annotated[
    str | None,
    typer.Option(
        "--board",
        metavar="BOARD",
        help="A Katarenga board: '1a0 3b2 4a1 2b3', fields, '#123' or random:7.",
    ),
]
Setup = Annotated[
    str | None,
    typer.Option("--setup", metavar="NAME", help="An Abalone set-up, such as belgian-daisy."),
]
Json = Annotated[bool, typer.Option("--json", help="JSON for programs.")]
