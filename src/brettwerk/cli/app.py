"""Groups of commands: help in the language that is chosen, and errors that are one sentence."""

import errno
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from brettwerk.cli.help import format_usage, localize
from brettwerk.cli.interrupt import INTERRUPTED
from brettwerk.cli.options import as_command
from brettwerk.cli.shared import localized, take_language, translator
from brettwerk.core.registry import collect
from brettwerk.errors import BadOptions, BrettwerkError, did_you_mean
from brettwerk.i18n import help_texts, truncate

F = TypeVar("F", bound=Callable[..., None])
# The base class of typer's usage errors, which typer does not export.
UsageError: Any = typer.BadParameter.__base__
_USAGE = {
    "MissingParameter": "missing",
    "BadParameter": "value",
    "NoSuchOption": "option",
    "BadOptionUsage": "valueless",
}


class LocalizedCommand(TyperCommand):
    """A command whose help is in the language that is chosen."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the usage line."""
        format_usage(self, ctx, formatter)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        localize(self, ctx)
        super().format_help(ctx, formatter)


class LocalizedGroup(TyperGroup):
    """A group of commands whose help is in the language that is chosen."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the usage line."""
        format_usage(self, ctx, formatter)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        localize(self, ctx)
        super().format_help(ctx, formatter)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is named; raise with similar names if there is none."""
        name = args[0]
        if not ctx.resilient_parsing and not self.get_command(ctx, name):
            known = ", ".join(self.list_commands(ctx))
            command = ctx.command_path
            raise BadOptions("cli-no-command", given=truncate(name), known=known, command=command)
        return super().resolve_command(ctx, args)


class MainGroup(LocalizedGroup):
    """The group of all commands, also those of games."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return [*super().list_commands(ctx), *self._of_games]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command; the games are asked last."""
        return super().get_command(ctx, cmd_name) or self._of_games.get(cmd_name)

    @cached_property
    def _of_games(self) -> dict[str, Any]:
        found = collect(lambda game: game.commands())
        apps = dict.fromkeys(app for app in found if isinstance(app, typer.Typer))
        groups = map(get_group, apps)
        return {str(group.name): group for group in groups if group.name not in self.commands}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the language out of the arguments, wherever it stands, and parse the others."""
        with _errors_in_words(ctx):
            return super().parse_args(ctx, args if ctx.resilient_parsing else take_language(args))

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        with _errors_in_words(ctx):
            return super().invoke(ctx)


@contextmanager
def _errors_in_words(ctx: Any) -> Iterator[None]:
    """Print an error as one sentence on stderr, and exit with code 2."""
    try:
        yield
    except (BrettwerkError, OSError) as fault:
        if isinstance(fault, OSError) and fault.errno == errno.EPIPE:
            raise
        print(localized(fault, translator().language), file=sys.stderr)
        raise typer.Exit(2) from fault
    except KeyboardInterrupt as fault:
        print(translator()("cli-interrupted"), file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from fault
    except UsageError as fault:
        if type(fault).__name__ != "NoArgsIsHelpError":  # which has printed the help
            print(_usage_text(fault, fault.ctx or ctx), file=sys.stderr)
        raise typer.Exit(2) from fault


def _usage_text(fault: Any, ctx: Any) -> str:
    """Return what is wrong with the arguments, and where they are explained."""
    t, reason = translator(), " ".join(fault.message.rstrip(".").split())
    kind = _USAGE.get(type(fault).__name__, "other")
    if "not take" in reason:  # the same class as for a missing value
        kind = "switch"
    param = getattr(fault, "param", None)
    name = _name_of(param, ctx) if param else getattr(fault, "option_name", "")
    name = help_texts(t.language).get(f"words.{name}", name)
    what = t(f"cli-usage-{kind}", name=name, reason=reason)
    meant = did_you_mean(t, name, getattr(fault, "possibilities", None) or ())
    return t("cli-usage", what=f"{what}.{meant}", command=ctx.command_path)


def _name_of(param: Any, ctx: Any) -> str:
    """Return what a parameter is called where its value was given."""
    source = ctx.get_parameter_source(param.name)
    if source is not None and source.name == "ENVIRONMENT":
        return str(param.envvar)
    is_option = param.param_type_name == "option"
    return " / ".join(param.opts) if is_option else param.get_error_hint().strip("'")


class App(typer.Typer):
    """A group of commands, made of functions whose parameters may be groups of options."""

    def __init__(self, name: str, cls: type[LocalizedGroup] = LocalizedGroup) -> None:
        super().__init__(
            name=name,
            cls=cls,
            no_args_is_help=cls is LocalizedGroup,
            context_settings={"help_option_names": ["-h", "--help"]},
            pretty_exceptions_enable=False,
        )

    def add(
        self, name: str | None = None, cls: type[LocalizedCommand] = LocalizedCommand
    ) -> Callable[[F], F]:
        """Return a decorator that adds a function as a command."""

        def add(function: F) -> F:
            self.command(name, cls=cls)(as_command(function))
            return function

        return add
