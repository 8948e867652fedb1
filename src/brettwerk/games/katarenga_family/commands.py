"""`brettwerk board`: boards of tableaus shown, listed, laid at random."""

from itertools import islice
from typing import Annotated, NamedTuple

from typer import Argument, Option

from brettwerk.boards.square import SMALL, WHOLE
from brettwerk.boards.tableaus import (
    DISTINCT,
    Rows,
    board_text,
    cell_colours,
    find_arrangement,
    find_tableau,
    numbered_arrangement,
    parse_board,
    random_arrangement,
    random_tableau,
)
from brettwerk.cli.app import App
from brettwerk.cli.options import Json
from brettwerk.cli.output import print_json
from brettwerk.cli.pictures import PictureOptions, write_pictures
from brettwerk.cli.shared import translator
from brettwerk.notation.board_view import BoardView

board_app = App("board")


class BoardOutput(NamedTuple):
    """Which board to output, and how."""

    single: Annotated[bool, Option("--single")] = False
    json: Json = False


@board_app.add()
def show(
    *,
    board: Annotated[list[str], Argument(metavar="BOARD")],
    output: BoardOutput,
    pictures: PictureOptions,
) -> None:
    """Show a board: its fields, tableaus, number, and the number of its mirror image."""
    text = " ".join(board)
    rows = parse_board(text, _size(text, output.single))
    _output(_facts(rows), rows, pictures, output)


@board_app.add()
def random(
    *,
    seed: Annotated[int | None, Option(min=0)] = None,
    output: BoardOutput,
    pictures: PictureOptions,
) -> None:
    """Lay a board at random."""
    if seed is None:
        from secrets import randbelow

        seed = randbelow(1_000_000)
    rows = random_tableau(seed).rows if output.single else random_arrangement(seed).rows
    _output(_facts(rows, seed), rows, pictures, output)


@board_app.add("list")
def list_all(
    first: Annotated[int, Option("--from", min=0, max=DISTINCT - 1)] = 0,
    count: Annotated[int | None, Option(min=0)] = None,
    json: Json = False,
) -> None:
    """List the boards, a line each: number, tableaus, fields. With --json an object a line."""
    for arrangement in islice(map(numbered_arrangement, range(first, DISTINCT)), count):
        if json:
            print_json(_facts(arrangement.rows))
        else:
            print(f"#{arrangement.number}  {arrangement}  {board_text(arrangement.rows)}")


# -- boards ---------------------------------------------------------------------------------------
def _size(text: str, single: bool) -> int:
    """Return the size of a board: 4 for a single tableau or four rows, else 8."""
    one = len(text.split()) == 1 and text[:1].isdigit()
    return 4 if single or one or text.count("/") == 3 else 8


def _facts(rows: Rows, seed: int | None = None) -> dict[str, object]:
    arrangement = find_arrangement(rows)
    tableaus = arrangement or find_tableau(rows)
    facts: dict[str, object] = {
        "board": board_text(rows),
        "tableaus": str(tableaus) if tableaus else None,
    }
    if arrangement:
        facts |= {
            "number": arrangement.number,
            "canonical": str(arrangement.canonical()),
            "mirror": arrangement.mirrored().number,
        }
    return facts if seed is None else facts | {"seed": seed}


# -- output ---------------------------------------------------------------------------------------
def _output(
    facts: dict[str, object], rows: Rows, pictures: PictureOptions, output: BoardOutput
) -> None:
    view = BoardView(SMALL if len(rows) == 4 else WHOLE, {}, fields=cell_colours(rows), parts=4)
    if output.json:
        print_json(facts)
    elif not write_pictures(view, pictures):
        _print(view, facts)


def _print(view: BoardView, facts: dict[str, object]) -> None:
    from brettwerk.cli.screen import Screen

    screen = Screen(translator())
    screen.show(view)
    screen.write()
    width = max(len(screen.t(f"board-cli-{name}")) for name in facts)
    for name, value in facts.items():
        sign = "#" if isinstance(value, int) and name != "seed" else ""
        text = screen.t("board-cli-own") if value is None else f"{sign}{value}"
        screen.write(f"{screen.t(f'board-cli-{name}'):<{width}}  {text}")
