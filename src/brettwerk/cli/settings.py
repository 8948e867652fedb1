"""Settings of the server's commands: by option, else by the environment, else by a file.

The option `--keep-days` is `BRETTWERK_KEEP_DAYS` in the environment, and `keep-days` in a TOML file
that several commands may share; the limits stand in its table `[limits]`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from typer import CallbackParam, Context, Option

from brettwerk.cli.app import LocalizedCommand, UsageError
from brettwerk.cli.help import param_key
from brettwerk.cli.options import LIMIT
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate

PREFIX = "BRETTWERK_"
_NO_SETTINGS = ("lang", "help", "config", "json", "count", "running", "replace")


class ServerCommand(LocalizedCommand):
    """A command whose options are settings."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key, param in _settings(self).items():
            param.envvar = PREFIX + key.upper().replace("-", "_")
            param.show_envvar = not param.hidden


def _settings(command: Any) -> dict[str, Any]:
    """Return the options of a command that are settings, by their names."""
    options = (param for param in command.params if param.param_type_name == "option")
    named = {param_key(param): param for param in options}
    return {key: param for key, param in named.items() if key not in _NO_SETTINGS}


def read_config(ctx: Context, param: CallbackParam, file: Path | None) -> Path | None:  # noqa: ARG001 — Typer's
    """Let the settings of a file be the defaults of the other options."""
    if file and not ctx.resilient_parsing:
        ctx.default_map = dict(_defaults(ctx, file))
    return file


Database = Annotated[str, Option(metavar="URL")]
Config = Annotated[
    Path | None,
    Option(metavar="FILE", envvar=PREFIX + "CONFIG", callback=read_config, is_eager=True),
]


def _defaults(ctx: Any, file: Path) -> Iterator[tuple[str, Any]]:
    own, known = _settings(ctx.command), _known_settings(ctx.find_root().command)
    for key, value in _flat(_read(file)):
        if key not in known:
            raise _unknown(file, key, known)
        # A setting of another command is checked by that one.
        if key in own:
            yield own[key].name, _converted(ctx, own[key], value, file, key)


def _known_settings(command: Any) -> set[str]:
    """Return the names of the settings of a command and of all below it."""
    own = set(_settings(command)) if isinstance(command, ServerCommand) else set()
    return own.union(*map(_known_settings, getattr(command, "commands", {}).values()))


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadOptions("cli-config-broken", file=file, reason=truncate(error, 200)) from None


def _flat(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield all settings; those in `[limits]` as the options are called."""
    for key, value in table.items():
        if key == "limits" and isinstance(value, dict):
            yield from ((LIMIT + name, one) for name, one in value.items())
        else:
            yield key, value


def _unknown(file: Path, key: str, known: set[str]) -> BadOptions:
    similar = get_close_matches(key, known, n=1)
    name = "cli-config-key-but" if similar else "cli-config-key"
    meant = _in_file(similar[0]) if similar else ""
    return BadOptions(name, file=file, key=truncate(_in_file(key)), meant=meant)


def _in_file(key: str) -> str:
    """Return a setting as it is called in a file."""
    return f"limits.{key.removeprefix(LIMIT)}" if key.startswith(LIMIT) else key


def _converted(ctx: Any, param: Any, value: Any, file: Path, key: str) -> Any:
    """Return a value as the option takes it; BadOptions if it does not fit."""
    many, switch = param.multiple, getattr(param, "is_flag", False)
    given = value if isinstance(value, list) else [value]
    fits = isinstance(value, list) == many
    fits &= all(isinstance(one, str | int | float) for one in given)
    fits &= all(isinstance(one, bool) == switch for one in given)
    words = value if switch else [str(one) for one in given] if many else str(value)
    try:
        if fits:
            param.process_value(ctx, words)
            return words
    except UsageError:
        pass
    raise BadOptions("cli-config-value", file=file, key=_in_file(key), value=truncate(value))
