"""Reports the census of Isolation."""

from collections.abc import Iterator
from typing import Any

from brettwerk.boards.tableaus import DISTINCT
from brettwerk.findings.report.section import ReportSection, ReportTable
from brettwerk.i18n import Translator
from brettwerk.notation.charts import columns

_COMMAND = "brettwerk census make isolation.growing --ship isolation.census"


def sections(exact: dict[str, Any], t: Translator) -> Iterator[ReportSection]:
    """Yield the facts as sections of a page."""
    boards, first = exact["boards"], exact["first_wins"]
    yield ReportSection(
        "census",
        t("isolation-known-census"),
        (
            t("isolation-known-solved", boards=boards, all=DISTINCT),
            t("isolation-known-first", first=first, share=t.percent(first / boards)),
            t(
                "isolation-known-second",
                count=boards - first,
                boards=", ".join(f"#{number}" for number in exact["second_wins"]) or "–",
            ),
        ),
        command=_COMMAND,
        depth=2,
    )
    for name in ("lengths", "room"):
        yield _histogram(name, exact[name], exact["examples"][name], t)


def _histogram(
    name: str, counts: dict[str, int], examples: list[int], t: Translator
) -> ReportSection:
    by_value = {int(value): count for value, count in counts.items()}
    least, most = min(by_value), max(by_value)
    few, many = (f"#{number}" for number in examples)
    shown = [(str(value), by_value.get(value, 0)) for value in range(least, most + 1)]
    return ReportSection(
        name,
        t(f"isolation-known-{name}"),
        (t(f"isolation-known-{name}-told", least=least, most=most, few=few, many=many),),
        columns(shown, t(f"isolation-known-{name}-across"), t(f"isolation-known-{name}")),
        ReportTable(
            (t(f"isolation-known-{name}-across"), t("isolation-known-boards")),
            tuple((value, t.number(count)) for value, count in shown),
        ),
        _COMMAND,
    )
