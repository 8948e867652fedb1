"""Parts of all commands: the language and error messages."""

import errno
import os
import sys
from functools import cache, cached_property
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group

from brettwerk.core.registry import collect
from brettwerk.errors import BrettwerkError
from brettwerk.i18n import LANGUAGES, SOURCE, Language, Translator, find_language

_KEY = "brettwerk.language"
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

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except (BrettwerkError, OSError) as fault:
            if isinstance(fault, OSError) and fault.errno == errno.EPIPE:
                raise
            print(localized(fault, _language(ctx)), file=sys.stderr)
            raise typer.Exit(2) from fault
        except UsageError as fault:
            path = fault.ctx.command_path if fault.ctx else ctx.command_path
            what = fault.format_message().rstrip(".")
            text = Translator(_language(ctx))("cli-usage", what=what, command=path)
            print(" ".join(text.split()), file=sys.stderr)
            raise typer.Exit(2) from fault


def _language(ctx: Any) -> Language:
    """Return the language of `--lang`, or of the environment."""
    language: Language = ctx.meta.get(_KEY) or language_of_environment()
    return language


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


def language_of(text: str | None) -> Language:
    """Return the language that `--lang` names, or that of the environment."""
    if text is None:
        return language_of_environment()
    if language := find_language(text):
        return language
    raise typer.BadParameter(f"{text!r} is none of {', '.join(LANGUAGES)}.")


def translator(lang: str | None) -> Translator:
    """Return the translator of the language that `--lang` names."""
    return Translator(language_of(lang))


def remember_language(ctx: typer.Context, text: str | None) -> str:
    """Check the language and store it for error messages."""
    language = language_of(text)
    ctx.meta[_KEY] = language
    return language
