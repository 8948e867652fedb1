"""The exact facts of Das Bedrängnis, told: each tableau with its first moves, and matches."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from brettwerk.games.catalogue import game
from brettwerk.known.told.section import Section, Table, Teller
from brettwerk.notation.charts import heat
from brettwerk.notation.svg import draw
from brettwerk.notation.svg_stage import PAGE

if TYPE_CHECKING:
    from collections.abc import Iterator


def told(exact: dict[str, Any], teller: Teller) -> Iterator[Section]:
    """All of it."""
    tableaus = exact["tableaus"]
    points = [tableau["points"] for tableau in tableaus]
    won = all(value > 0 for value in points)
    yield Section(
        "tableaus",
        teller("known-bed-tableaus"),
        (
            teller("known-bed-white" if won else "known-bed-mixed"),
            teller("known-bed-resigned"),
            teller("known-bed-sides"),
        ),
        depth=2,
    )
    for tableau in tableaus:
        yield _tableau(tableau, teller)
    yield from _matches(exact, teller)


def _tableau(tableau: dict[str, Any], teller: Teller) -> Section:
    first: dict[str, int] = tableau["first"]
    winning = [field for field, worth in first.items() if worth > 0]
    number = tableau["number"]
    sentences = (
        teller("known-bed-points", points=tableau["points"], line=tableau["line"]),
        teller(
            "known-bed-first",
            count=len(winning),
            fields=", ".join(winning),
            worst=-min(first.values()),
        ),
        teller(
            "known-bed-positions",
            positions=teller.whole(tableau["positions"]),
            won=teller.percent(tableau["won"] / tableau["positions"]),
        ),
    )
    rows = tuple(
        (field, teller("known-bed-wins" if worth > 0 else "known-bed-loses"), str(abs(worth)))
        for field, worth in first.items()
    )
    head = ("known-field", "known-bed-white-result", "known-points")
    return Section(
        f"tableau-{number}",
        teller("known-bed-tableau", number=number),
        sentences,
        picture(tableau["board"], first, teller("known-bed-picture", number=number)),
        Table(tuple(map(teller, head)), rows),
        f"brettwerk solve bedraengnis --board {number}a0",
        kind="board",
    )


def picture(board: str, first: dict[str, int], title: str) -> str:
    """The tableau with what each first move is worth: a disc is won, a square lost."""
    chips = {
        field: ("won" if worth > 0 else "lost", str(abs(worth))) for field, worth in first.items()
    }
    scene = game("bedraengnis", board=board).start().scene
    return draw(scene, theme=PAGE, title=title, chips=chips)


# -- matches ----------------------------------------------------------------------------------
def _matches(exact: dict[str, Any], teller: Teller) -> Iterator[Section]:
    target = exact["target"]
    yield Section(
        "match",
        teller("known-match"),
        (
            teller("known-match-told", target=target),
            teller("known-match-resigned"),
            teller("known-match-read"),
        ),
        depth=2,
        command="brettwerk known make bedraengnis --exact",
    )
    for key, tables in exact["chances"].items():
        for numbers, table in _together(tables):
            yield _match(key, numbers, table, teller)


def _together(tables: list[list[str]]) -> list[tuple[list[int], list[str]]]:
    """The different tables, each with the tableaus it is for."""
    found: list[tuple[list[int], list[str]]] = []
    for number, table in enumerate(tables, start=1):
        same = next((numbers for numbers, other in found if other == table), None)
        if same is None:
            found.append(([number], table))
        else:
            same.append(number)
    return found


def _match(key: str, numbers: list[int], table: list[str], teller: Teller) -> Section:
    shown = " ".join(map(str, numbers)) if len(numbers) < 3 else f"{numbers[0]}–{numbers[-1]}"
    title = teller(f"known-match-{key}", numbers=shown.replace(" ", teller("known-and")))
    values = [[Fraction(cell) for cell in row.split()] for row in table]
    cells = [[(float(v), str(round(100 * v))) for v in row] for row in values]
    head = (teller("known-match-corner"), *map(str, range(len(table))))
    rows = tuple((str(at), *row.split()) for at, row in enumerate(table))
    start = teller("known-match-start", chance=teller.percent(float(values[0][0])))
    down, across = teller("known-match-mine"), teller("known-match-theirs")
    return Section(
        f"match-{key}-{numbers[0]}",
        title,
        (start,),
        heat(cells, down, across, teller("known-match-picture", title=title)),
        Table(head, rows),
        kind="heat",
    )
