"""`brettwerk rules`: a game's page of rules in the terminal."""

import os
from typing import TYPE_CHECKING, Annotated

import typer

from brettwerk.cli.frame import Lang, language_of
from brettwerk.games.catalogue import find_name
from brettwerk.texts import rules_page

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
    text = rules_page(_page_name(page), language_of(lang))
    if raw:
        print(text, end="")
        return
    from rich.console import Console

    print_page(Console(), text)


def _page_name(given: str) -> str:
    return BOARD if given.strip().lower() in (BOARD, "brett") else find_name(given)


def print_page(console: "Console", text: str) -> None:
    """Markdown; what does not fit onto the terminal is turned over page by page."""
    from rich.markdown import Markdown

    page = Markdown(text)
    with console.capture() as shown:
        console.print(page)
    if console.is_terminal and shown.get().count("\n") >= console.height:
        os.environ.setdefault("LESS", "-R")  # without it some show colours as signs
        with console.pager(styles=True):
            console.print(page)
    else:
        console.print(page)
