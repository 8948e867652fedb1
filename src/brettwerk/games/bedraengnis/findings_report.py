"""Reports the exact facts of Das Bedrängnis: each tableau with its first moves, and matches."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from brettwerk.core.registry import game
from brettwerk.findings.report.section import ReportSection, ReportTable
from brettwerk.i18n import Translator
from brettwerk.notation.charts import heat_map
from brettwerk.notation.svg import draw
from brettwerk.notation.svg_template import PAGE


def sections(exact: dict[str, Any], t: Translator) -> Iterator[ReportSection]:
    """Yield the facts as sections of a page."""
    tableaus = exact["tableaus"]
    points = [tableau["points"] for tableau in tableaus]
    won = all(value > 0 for value in points)
    yield ReportSection(
        "tableaus",
        t("bedraengnis-known-tableaus"),
        (
            t("bedraengnis-known-white" if won else "bedraengnis-known-mixed"),
            t("bedraengnis-known-resigned"),
            t("bedraengnis-known-sides"),
        ),
        depth=2,
    )
    for tableau in tableaus:
        yield _tableau(tableau, t)
    yield from _matches(exact, t)


def _tableau(tableau: dict[str, Any], t: Translator) -> ReportSection:
    first: dict[str, int] = tableau["first"]
    winning = [field for field, worth in first.items() if worth > 0]
    number = tableau["number"]
    sentences = (
        t("bedraengnis-known-points", count=tableau["points"], line=tableau["line"]),
        t(
            "bedraengnis-known-first",
            count=len(winning),
            fields=", ".join(winning),
            worst=t("count-points", count=-min(first.values())),
        ),
        t(
            "bedraengnis-known-positions",
            positions=tableau["positions"],
            won=t.percent(tableau["won"] / tableau["positions"]),
        ),
    )
    rows = tuple(
        (
            field,
            t(f"bedraengnis-known-{'wins' if worth > 0 else 'loses'}"),
            str(abs(worth)),
        )
        for field, worth in first.items()
    )
    head = ("known-field", "bedraengnis-known-white-result", "known-points")
    return ReportSection(
        f"tableau-{number}",
        t("bedraengnis-known-tableau", number=number),
        sentences,
        picture(tableau["board"], first, t("bedraengnis-known-picture", number=number)),
        ReportTable(tuple(map(t, head)), rows),
        f"brettwerk solve bedraengnis --board {number}a0",
        kind="board",
    )


def picture(board: str, first: dict[str, int], title: str) -> str:
    """The tableau with what each first move is worth: a disc is won, a square lost."""
    chips = {
        field: ("won" if worth > 0 else "lost", str(abs(worth))) for field, worth in first.items()
    }
    board_view = game("bedraengnis", board=board).start().board_view
    return draw(board_view, theme=PAGE, title=title, chips=chips)


# -- matches ----------------------------------------------------------------------------------
def _matches(exact: dict[str, Any], t: Translator) -> Iterator[ReportSection]:
    target = exact["target"]
    yield ReportSection(
        "match",
        t("bedraengnis-known-match"),
        (
            t("bedraengnis-known-match-told", target=target),
            t("bedraengnis-known-match-resigned"),
            t("bedraengnis-known-match-read"),
        ),
        depth=2,
        command="brettwerk known make bedraengnis --exact",
    )
    for key, tables in exact["chances"].items():
        for numbers, table in _together(tables):
            yield _match(key, numbers, table, t)


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


def _match(key: str, numbers: list[int], table: list[str], t: Translator) -> ReportSection:
    few = len(numbers) < 3
    shown = t.join([*map(str, numbers)]) if few else f"{numbers[0]}–{numbers[-1]}"
    title = t(f"bedraengnis-known-match-{key}", numbers=shown)
    values = [[Fraction(cell) for cell in row.split()] for row in table]
    cells = [[(float(v), str(round(100 * v))) for v in row] for row in values]
    head = (t("bedraengnis-known-match-corner"), *map(str, range(len(table))))
    rows = tuple((str(at), *row.split()) for at, row in enumerate(table))
    start = t("bedraengnis-known-match-start", chance=t.percent(float(values[0][0])))
    down, across = t("bedraengnis-known-match-mine"), t("bedraengnis-known-match-theirs")
    return ReportSection(
        f"match-{key}-{numbers[0]}",
        title,
        (start,),
        heat_map(cells, down, across, t("bedraengnis-known-match-picture", title=title)),
        ReportTable(head, rows),
        kind="heat",
    )
