"""`brettwerk rules`: the rules of a game."""

import os
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from brettwerk.cli.choose import resolve_name
from brettwerk.cli.shared import translator
from brettwerk.core.registry import pages
from brettwerk.errors import UnknownGame
from brettwerk.i18n import Language, Translator
from brettwerk.learn.rules import rules_text

if TYPE_CHECKING:
    from rich.console import Console


def rules(
    page: Annotated[str, Argument(metavar="GAME")], raw: Annotated[bool, Option("--raw")] = False
) -> None:
    """Show the rules of a game, or of a board."""
    language = translator().language
    text = rules_text(page_name(page), language)
    if raw:
        print(text, end="")
        return
    from rich.console import Console

    print_page(Console(), text, language)


def page_name(given: str) -> str:
    """Return the name of the page that somebody means."""
    if given.strip().lower() in pages():
        return given.strip().lower()
    try:
        return resolve_name(given)
    except UnknownGame as fault:
        details = fault.details | {"known": ", ".join(pages())}
        raise UnknownGame("cli-no-page", **details) from None


def print_page(console: "Console", text: str, language: Language) -> None:
    """Print Markdown, in a pager if it does not fit onto the terminal."""
    from rich.markdown import Markdown

    page = Markdown(text)
    with console.capture() as shown:
        console.print(page)
    if console.is_terminal and shown.get().count("\n") >= console.height:
        set_up_pager(language)
        with console.pager(styles=True):
            console.print(page)
    else:
        console.print(page)


def set_up_pager(language: Language) -> None:
    """Configure `less` for our characters and colours, with a prompt that explains its keys.

    The prompt ends at a dollar sign; `?`, `:`, `.`, `%` and backslashes are special in it.
    """
    os.environ.setdefault("LESSCHARSET", "utf-8")
    os.environ.setdefault("LESS", f"-R -Ps{Translator(language)('cli-pager')}$")
