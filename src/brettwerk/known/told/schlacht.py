"""What is known of the end of Die Schlacht, told: battles solved exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from brettwerk.known.facts import Estimate
from brettwerk.known.told.section import Section, Table, Teller
from brettwerk.notation.charts import Bar, bars, columns

if TYPE_CHECKING:
    from collections.abc import Iterator


def told(exact: dict[str, Any], teller: Teller) -> Iterator[Section]:
    """All of it."""
    yield Section(
        "end",
        teller("known-sch-end"),
        (teller("known-sch-solved"),),
        depth=2,
        command="brettwerk solve schlacht --moves …",
    )
    yield _battles(exact["battles"], teller)
    if exact["placed"]:
        yield _placed(exact["placed"], teller)


def _battles(found: dict[str, Any], teller: Teller) -> Section:
    points = {int(value): count for value, count in found["points"].items()}
    sentence = teller(
        "known-sch-battles-told",
        count=teller.whole(found["count"]),
        **teller.span(Estimate(**found["black"])),
    )
    span = [value for value in range(min(points), max(points) + 1) if value]
    rows = tuple(
        (
            teller.seat("black" if value > 0 else "white"),
            str(abs(value)),
            teller.whole(points.get(value, 0)),
        )
        for value in span
    )
    head = ("known-winner", "known-points", "known-battles")
    return Section(
        "battles",
        teller("known-sch-battles"),
        (sentence, teller("known-sch-battles-read")),
        columns(
            [(f"{abs(value)}", points.get(value, 0)) for value in span],
            teller("known-sch-across"),
            teller("known-sch-battles-picture"),
        ),
        Table(tuple(map(teller, head)), rows),
        "brettwerk known make schlacht --exact",
    )


def _placed(found: list[dict[str, Any]], teller: Teller) -> Section:
    last = found[-1]
    sentences = (
        teller(
            "known-sch-placed-told",
            games=teller.whole(last["games"]),
            **teller.span(Estimate(**last["black"])),
        ),
        teller(
            "known-sch-turned",
            turned=sum(one["turned"] or 0 for one in found),
            first=found[0]["pieces"],
        ),
    )
    drawn, rows = [], []
    for one in found:
        black = Estimate(**one["black"])
        label = teller("known-sch-pieces", pieces=one["pieces"])
        share = teller.percent(black.value)
        drawn.append(
            Bar(label, black.value, teller.percent(black.value, 0), black.low, black.high, 0.5)
        )
        turned = "–" if one["turned"] is None else teller.whole(one["turned"])
        rows.append((label, share, turned))
    head = ("known-sch-after", "known-sch-black", "known-sch-other")
    return Section(
        "placed",
        teller("known-sch-placed"),
        sentences,
        bars(drawn, 1, teller("known-sch-placed-picture")),
        Table(tuple(map(teller, head)), tuple(rows)),
        "brettwerk known make schlacht --exact",
    )
