"""Parts of all commands: the language and error messages."""

import errno
import os
import sys
from contextvars import ContextVar
from functools import cache, cached_property
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from brettwerk.core.registry import collect
from brettwerk.errors import BrettwerkError
from brettwerk.i18n import LANGUAGES, SOURCE, Language, Translator, find_language

_chosen: ContextVar[Language | None] = ContextVar("language", default=None)
# The base class of typer's usage errors, which typer does not export.
UsageError: Any = typer.BadParameter.__base__


class Commands(TyperGroup):
    """The group of all commands: errors are one sentence on stderr and exit code 2."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, also those of games."""
        return [*super().list_commands(ctx), *self._of_games]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command; the games are asked last."""
        return super().get_command(ctx, cmd_name) or self._of_games.get(cmd_name)

    @cached_property
    def _of_games(self) -> dict[str, Any]:
        groups = [get_group(app) for app in collect(lambda game: game.commands()) if app]
        return {str(group.name): group for group in groups if group.name not in self.commands}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Begin with the language of the environment."""
        _chosen.set(None)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except (BrettwerkError, OSError) as fault:
            if isinstance(fault, OSError) and fault.errno == errno.EPIPE:
                raise
            print(localized(fault, translator().language), file=sys.stderr)
            raise typer.Exit(2) from fault
        except UsageError as fault:
            path = fault.ctx.command_path if fault.ctx else ctx.command_path
            what = fault.format_message().rstrip(".")
            text = translator()("cli-usage", what=what, command=path)
            print(" ".join(text.split()), file=sys.stderr)
            raise typer.Exit(2) from fault


def localized(fault: BrettwerkError | OSError, language: Language) -> str:
    """Return the message of an error."""
    if isinstance(fault, BrettwerkError):
        return fault.localized(language)
    t = Translator(language)
    reasons = {errno.ENOENT: "missing", errno.EISDIR: "folder", errno.EACCES: "forbidden"}
    reason = reasons.get(fault.errno or 0)
    if not reason:
        file = fault.filename or t("cli-file-standard")
        return t("cli-file-fault", file=file, reason=fault.strerror or fault)
    return t(f"cli-file-{reason}", file=fault.filename)


def print_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        from brettwerk.version import __version__

        print(__version__)
        raise typer.Exit


# -- the language ---------------------------------------------------------------------------------
def language_of_environment() -> Language:
    """Return the language of the environment, or English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if text := os.environ.get(name):
            return find_language(text) or SOURCE
    return SOURCE


@cache
def typed_words(key: str) -> frozenset[str]:
    """Return the words that people may type for something, in any language."""
    return frozenset(word for one in LANGUAGES for word in Translator(one)(key).split())


def choose_language(text: str | None) -> str | None:
    """Check the language of `--lang` and use it from now on."""
    if text is not None:
        if not find_language(text):
            raise typer.BadParameter(f"{text!r} is none of {', '.join(LANGUAGES)}.")
        _chosen.set(find_language(text))
    return text


def translator() -> Translator:
    """Return the translator of the language that was chosen, or of that of the environment."""
    return Translator(_chosen.get() or language_of_environment())
