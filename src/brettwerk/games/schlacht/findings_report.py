"""Reports what is known of the end of Die Schlacht: battles solved exactly."""

from collections.abc import Iterator
from typing import Any

from brettwerk.findings.facts import Estimate
from brettwerk.findings.report.section import ReportSection, ReportTable, span
from brettwerk.i18n import Translator
from brettwerk.notation.charts import Bar, bars, columns


def sections(exact: dict[str, Any], t: Translator) -> Iterator[ReportSection]:
    """Yield the facts as sections of a page."""
    yield ReportSection(
        "end",
        t("schlacht-known-end"),
        (t("schlacht-known-solved"),),
        depth=2,
        command="brettwerk solve schlacht --moves …",
    )
    yield _battles(exact["battles"], t)
    if exact["placed"]:
        yield _placed(exact["placed"], t)
    yield _match(exact["match"], t)


def _battles(found: dict[str, Any], t: Translator) -> ReportSection:
    points = {int(value): count for value, count in found["points"].items()}
    sentence = t(
        "schlacht-known-battles-told",
        count=found["count"],
        **span(t, Estimate(**found["black"])),
    )
    values = [value for value in range(min(points), max(points) + 1) if value]
    rows = tuple(
        (
            t.seat("black" if value > 0 else "white"),
            str(abs(value)),
            t.number(points.get(value, 0)),
        )
        for value in values
    )
    head = ("known-winner", "known-points", "known-battles")
    return ReportSection(
        "battles",
        t("schlacht-known-battles"),
        (sentence, t("schlacht-known-battles-read")),
        columns(
            [(f"{abs(value)}", points.get(value, 0)) for value in values],
            t("schlacht-known-across"),
            t("schlacht-known-battles-picture"),
        ),
        ReportTable(tuple(map(t, head)), rows),
        "brettwerk known make schlacht --exact",
    )


def _placed(found: list[dict[str, Any]], t: Translator) -> ReportSection:
    last = found[-1]
    sentences = (
        t(
            "schlacht-known-placed-told",
            games=last["games"],
            **span(t, Estimate(**last["black"])),
        ),
        t(
            "schlacht-known-turned",
            turned=sum(one["turned"] or 0 for one in found),
            first=found[0]["pieces"],
        ),
    )
    drawn, rows = [], []
    for one in found:
        black = Estimate(**one["black"])
        label = t("schlacht-known-pieces", count=one["pieces"])
        share = t.percent(black.value)
        drawn.append(Bar(label, black.value, t.percent(black.value, 0), black.low, black.high, 0.5))
        turned = "–" if one["turned"] is None else t.number(one["turned"])
        rows.append((label, share, turned))
    head = ("schlacht-known-after", "schlacht-known-black", "schlacht-known-other")
    return ReportSection(
        "placed",
        t("schlacht-known-placed"),
        sentences,
        bars(drawn, 1, t("schlacht-known-placed-picture")),
        ReportTable(tuple(map(t, head)), tuple(rows)),
        "brettwerk known make schlacht --exact",
    )


def _match(found: dict[str, Any], t: Translator) -> ReportSection:
    chances, target = found["chances"], found["target"]
    head = (t("schlacht-known-match-own"), *(str(points) for points in range(target)))
    rows = tuple(
        (str(own), *(t.percent(chance, 0) for chance in row)) for own, row in enumerate(chances)
    )
    return ReportSection(
        "match",
        t("schlacht-known-match"),
        (
            t("schlacht-known-match-told", rounds=found["rounds"], target=target),
            t("schlacht-known-match-start", share=t.percent(chances[0][0], 0)),
        ),
        table=ReportTable(head, rows),
        command="brettwerk known make schlacht --exact",
        kind="open",
    )
