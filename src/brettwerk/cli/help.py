"""Help in the language that is chosen, from the `help.toml` of the texts.

A command has the table of its path (`[board.show]`), in which `about` is the command itself and the
others are its parameters; `[every]` has those of several commands.
"""

from collections.abc import Mapping
from typing import Any

from brettwerk.cli.shared import translator
from brettwerk.i18n import help_texts

ROOT = "brettwerk"


def localize(command: Any, ctx: Any) -> None:
    """Put the texts of the chosen language into a command whose help will be formatted.

    What has no text keeps that of its declaration.
    """
    path, names = command_key(ctx), _below(command, ctx)  # which brings the texts of games
    texts = help_texts(translator().language)
    _label(texts)
    command.options_metavar = f"[{texts['labels.options-here']}]"
    command.help = _about(texts, path or ROOT, command)
    for param in command.get_params(ctx):
        key = param_key(param)
        own = texts.get(f"{path or ROOT}.{key}") or texts.get(f"every.{key}")
        param.help = own or getattr(param, "help", None)
        param.metavar = _metavar(texts, param)
    command.subcommand_metavar = texts["labels.command-here"]
    for name in names:
        below = command.get_command(ctx, name)
        below.help = _about(texts, f"{path}.{name}".lstrip("."), below)


def _below(command: Any, ctx: Any) -> list[str]:
    """Return the names of the commands of a group."""
    return list(command.list_commands(ctx)) if hasattr(command, "list_commands") else []


def command_key(ctx: Any) -> str:
    """Return the path of a command below the program, such as `board.show`."""
    if ctx.parent is None:
        return ""
    return f"{command_key(ctx.parent)}.{ctx.info_name}".lstrip(".")


def param_key(param: Any) -> str:
    """Return the name of a parameter as people type it, without dashes."""
    return max(map(str, param.opts), key=len).lstrip("-")


def format_usage(command: Any, ctx: Any, formatter: Any) -> None:
    """Write the usage line."""
    prefix = help_texts(translator().language)["labels.usage"] + " "
    pieces = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, pieces, prefix=prefix)


def _about(texts: Mapping[str, str], path: str, command: Any) -> str:
    """Return the text of a command; its paragraphs are joined except for indented lines."""
    text = texts.get(f"{path}.about", "").strip()
    paragraphs = (p if "\n " in p else p.replace("\n", " ") for p in text.split("\n\n"))
    return "\n\n".join(paragraphs) or str(command.help or "")


def _metavar(texts: Mapping[str, str], param: Any) -> str | None:
    """Return the word for a value; a switch has none."""
    if getattr(param, "is_flag", False):
        return ""
    word: str | None = param.metavar
    return texts.get(f"words.{word}", word)


def _label(texts: Mapping[str, str]) -> None:
    """Set the words that typer itself writes."""
    from typer import rich_utils  # which is slow to import

    rich_utils.ARGUMENTS_PANEL_TITLE = texts["labels.arguments"]
    rich_utils.OPTIONS_PANEL_TITLE = texts["labels.options"]
    rich_utils.COMMANDS_PANEL_TITLE = texts["labels.commands"]
    rich_utils.DEFAULT_STRING = f"[{texts['labels.default']}: {{}}]"
    rich_utils.ENVVAR_STRING = "[{}]"
    rich_utils.REQUIRED_LONG_STRING = f"[{texts['labels.required']}]"
