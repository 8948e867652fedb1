"""`brettwerk rules`: a game's page of rules in the terminal."""

import os
from typing import TYPE_CHECKING, Annotated

import typer

from brettwerk.cli.choose import named
from brettwerk.cli.frame import Lang, language_of
from brettwerk.errors import UnknownGame
from brettwerk.learn.rules import as_text
from brettwerk.texts import Language, say

if TYPE_CHECKING:
    from rich.console import Console

BOARD = "board"


def rules(
    page: Annotated[str, typer.Argument(metavar="GAME", help="A game, or board for the boards.")],
    raw: Annotated[bool, typer.Option("--raw", help="The page as Markdown.")] = False,
    lang: Lang = None,
) -> None:
    """Show the rules of a game, or of the Katarenga board.

    \b
    Examples:
      brettwerk rules abalone
      brettwerk rules board --lang de
      brettwerk rules drei --raw > drei.md
    """
    language = language_of(lang)
    text = as_text(page_name(page), language)
    if raw:
        print(text, end="")
        return
    from rich.console import Console

    print_page(Console(), text, language)


def page_name(given: str) -> str:
    """The page that someone means: a game's, or that of the boards."""
    if given.strip().lower() in (BOARD, "brett"):
        return BOARD
    try:
        return named(given)
    except UnknownGame as fault:
        raise UnknownGame("cli-no-page", **fault.details) from None


def print_page(console: "Console", text: str, language: Language) -> None:
    """Markdown; what does not fit onto the terminal is turned over page by page."""
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
    """Let `less` know our letters and colours, and say how to turn and how to leave.

    Its prompt ends at a dollar sign; `?`, `:`, `.`, `%` and backslashes would mean something.
    """
    os.environ.setdefault("LESSCHARSET", "utf-8")
    os.environ.setdefault("LESS", f"-R -Ps{say('cli-pager', language)}$")
