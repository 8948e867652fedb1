"""All games side by side: how long, how many choices, and what it is worth to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brettwerk.known.told.section import Section, Table, Teller
from brettwerk.notation.charts import Bar, bars
from brettwerk.texts import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brettwerk.known.facts import Estimate, Facts
    from brettwerk.texts import Language


def overview(all_facts: Sequence[Facts], language: Language) -> Section:
    """One row and one bar a game, from its first sample."""
    teller = Teller(language)
    drawn, rows = [], []
    for facts in (facts for facts in all_facts if facts.samples):
        sample = facts.samples[0]
        share = sample.scores[0]
        title = teller.game(facts.game).partition(" (")[0]
        even = 1 / len(sample.scores)
        figure = teller.percent(share.value, 0)
        drawn.append(Bar(title, share.value, figure, share.low, share.high, even))
        rows.append(
            (
                title,
                teller.decimal(sample.lengths.mean.value),
                teller.decimal(sample.branching.value),
                _with_span(share, teller),
                teller.percent(even),
                _solved(facts.game, teller),
            )
        )
    head = ("game", "length", "choices", "share", "even", "exact")
    return Section(
        "overview",
        teller("known-overview-share"),
        (teller("known-overview-told"), teller("known-note")),
        bars(drawn, 1, teller("known-overview-share-picture")),
        Table(tuple(teller(f"known-overview-{name}") for name in head), tuple(rows)),
        "brettwerk known show",
        depth=2,
        kind="open",
    )


def _solved(game: str, teller: Teller) -> str:
    own = f"known-overview-exact-{game}"
    return teller(own if own in sentences(teller.language) else "known-overview-exact-no")


def _with_span(share: Estimate, teller: Teller) -> str:
    low, high = teller.percent(share.low), teller.percent(share.high)
    return f"{teller.percent(share.value)} ({low} – {high})"
