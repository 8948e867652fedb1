"""The set-ups of Abalone by fairness and by how often nobody wins, told."""

from collections.abc import Iterator
from typing import Any

from brettwerk.findings.facts import Estimate
from brettwerk.findings.report.section import ReportSection, ReportTable
from brettwerk.i18n import Translator
from brettwerk.notation.charts import Bar, bars


def sections(exact: dict[str, Any], t: Translator) -> Iterator[ReportSection]:
    """Yield the ranking as a section."""
    ranked = sorted(exact["setups"].items(), key=lambda one: _unfair(one[1]))
    fairest, drawish = ranked[0][0], max(exact["setups"].items(), key=lambda one: _drawn(one[1]))[0]
    rows = tuple(_row(name, found, t) for name, found in ranked)
    drawn = [_bar(name, found, t) for name, found in ranked]
    yield ReportSection(
        "setups",
        t("abalone-known-setups"),
        (
            t(
                "abalone-known-setups-told",
                fairest=_called(fairest, t),
                drawish=_called(drawish, t),
            ),
            t("abalone-known-setups-read"),
        ),
        bars(drawn, 1, t("abalone-known-setups-picture")),
        ReportTable(
            tuple(
                t(f"abalone-known-setups-{name}")
                for name in ("name", "games", "first", "interval", "drawn")
            ),
            rows,
        ),
        "brettwerk known games abalone && brettwerk known make abalone --exact",
        depth=2,
    )


def _unfair(found: dict[str, Any]) -> float:
    return float(abs(found["first"]["value"] - 0.5))


def _drawn(found: dict[str, Any]) -> float:
    return float(found["drawn"] / found["games"])


def _called(name: str, t: Translator) -> str:
    return t(f"abalone-page-option-setup-{name}")


def _bar(name: str, found: dict[str, Any], t: Translator) -> Bar:
    first = Estimate(**found["first"])
    figure = t.percent(first.value, 0)
    return Bar(_called(name, t), first.value, figure, first.low, first.high, 0.5)


def _row(name: str, found: dict[str, Any], t: Translator) -> tuple[str, ...]:
    first = Estimate(**found["first"])
    return (
        _called(name, t),
        t.number(found["games"]),
        t.percent(first.value),
        f"{t.percent(first.low)} – {t.percent(first.high)}",
        t.percent(_drawn(found)),
    )
