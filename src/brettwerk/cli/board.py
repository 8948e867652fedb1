"""`brettwerk board`: Katarenga boards shown, listed, laid at random."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Annotated

import typer

from brettwerk.boards.board import Board
from brettwerk.boards.square import SMALL, WHOLE
from brettwerk.boards.tableaus import (
    DISTINCT,
    Laying,
    Rows,
    Tableau,
    all_tableaus,
    board_text,
    layout,
    numbered,
    random_laying,
    random_tableau,
    read_board,
)
from brettwerk.cli.frame import Json, Lang, language_of
from brettwerk.cli.output import (
    PngFile,
    SvgFile,
    Theme,
    ThemeName,
    Width,
    print_json,
    write_pictures,
)
from brettwerk.notation.scene import Scene

board_app = typer.Typer(
    name="board", help="Lay, list and draw the boards of Katarenga.", no_args_is_help=True
)
Single = Annotated[bool, typer.Option("--single", help="A single tableau.")]


@dataclass(frozen=True)
class Laid:
    """A board's fields, and the tableaus they come from if it is not one of one's own making."""

    rows: Rows
    tableau: Tableau | None = None
    laying: Laying | None = None

    @property
    def scene(self) -> Scene:
        """The empty board."""
        return Scene(self.board, {}, fields=layout(self.rows))

    @property
    def board(self) -> Board:
        """One tableau, or four."""
        return SMALL if len(self.rows) == 4 else WHOLE

    def facts(self) -> dict[str, object]:
        """For programs."""
        tableaus = self.laying or self.tableau
        facts: dict[str, object] = {
            "board": board_text(self.rows),
            "tableaus": str(tableaus) if tableaus else None,
        }
        if self.laying:
            facts |= {
                "number": self.laying.number,
                "canonical": str(self.laying.canonical()),
                "mirror": self.laying.mirrored().number,
            }
        return facts


@board_app.command()
def show(
    board: Annotated[
        list[str],
        typer.Argument(help="1a0 3b2 4a1 2b3, one tableau such as 3b2, fields, '#123', random:7."),
    ],
    single: Single = False,
    svg: SvgFile = None,
    png: PngFile = None,
    width: Width = 800,
    theme: ThemeName = Theme.LIGHT,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Show a board: its fields, tableaus, number, and the number of its mirror image.

    \b
    Examples:
      brettwerk board show 1a0 3b2 4a1 2b3
      brettwerk board show '#123' --png board.png
      brettwerk board show 3b2
    """
    text = " ".join(board)
    rows = read_board(text, _size(text, single))
    _hand_over(laid(rows), svg, png, width, theme, json, lang)


@board_app.command("random")
def at_random(
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="The same seed, the same board, anywhere.")
    ] = None,
    single: Single = False,
    svg: SvgFile = None,
    png: PngFile = None,
    width: Width = 800,
    theme: ThemeName = Theme.LIGHT,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Lay a board at random.

    \b
    Examples:
      brettwerk board random
      brettwerk board random --seed 7 --json
    """
    if seed is None:
        from secrets import randbelow

        seed = randbelow(1_000_000)
    rows = random_tableau(seed).rows if single else random_laying(seed).rows
    _hand_over(laid(rows), svg, png, width, theme, json, lang, seed)


@board_app.command("list")
def every(
    first: Annotated[
        int, typer.Option("--from", min=0, max=DISTINCT - 1, help="The number to begin with.")
    ] = 0,
    count: Annotated[int | None, typer.Option("--count", min=0, help="How many.")] = None,
    json: Json = False,
) -> None:
    """List the 24,576 boards, a line each: number, tableaus, fields. With --json an object a line.

    \b
    Examples:
      brettwerk board list --from 100 --count 5
      brettwerk board list --json > boards.jsonl
    """
    for laying in islice(_from(first), count):
        if json:
            print_json(Laid(laying.rows, laying=laying).facts())
        else:
            print(f"#{laying.number}  {laying}  {board_text(laying.rows)}")


def _from(first: int) -> Iterator[Laying]:
    return map(numbered, range(first, DISTINCT))


# -- finding out which board it is ----------------------------------------------------------------
def _size(text: str, single: bool) -> int:
    """Four fields wide if only one tableau is given, or four rows."""
    one = len(text.split()) == 1 and text[:1].isdigit()
    return 4 if single or one or text.count("/") == 3 else 8


def laid(rows: Rows) -> Laid:
    """The board of these fields, with its tableaus if four of them (or one) show these fields."""
    if len(rows) == 4:
        return Laid(rows, tableau=_tableaus().get(rows))
    halves = (rows[:4], rows[4:])
    quarters = [tuple(row[a : a + 4] for row in half) for half in halves for a in (0, 4)]
    found = [_tableaus().get(quarter) for quarter in quarters]
    a, b, c, d = found
    if not (a and b and c and d) or len({tableau.number for tableau in (a, b, c, d)}) < 4:
        return Laid(rows)
    return Laid(rows, laying=Laying((a, b, c, d)))


@cache
def _tableaus() -> dict[Rows, Tableau]:
    return {tableau.rows: tableau for tableau in all_tableaus()}


# -- telling it -----------------------------------------------------------------------------------
def _hand_over(
    board: Laid,
    svg: str | None,
    png: str | None,
    width: int,
    theme: Theme,
    json: bool,
    lang: str | None,
    seed: int | None = None,
) -> None:
    if json:
        print_json(board.facts() | ({} if seed is None else {"seed": seed}))
    elif not write_pictures(board.scene, svg, png, width=width, theme=theme):
        _print(board, seed, lang)


def _print(board: Laid, seed: int | None, lang: str | None) -> None:
    from brettwerk.cli.screen import Screen
    from brettwerk.cli.voice import Voice

    screen = Screen(Voice(language_of(lang)))
    screen.show(board.scene)
    screen.write()
    facts = board.facts() | ({} if seed is None else {"seed": seed})
    width = max(len(screen.voice(f"cli-board-{name}")) for name in facts)
    for name, value in facts.items():
        sign = "#" if isinstance(value, int) and name != "seed" else ""
        told = screen.voice("cli-board-own") if value is None else f"{sign}{value}"
        screen.write(f"{screen.voice(f'cli-board-{name}'):<{width}}  {told}")
