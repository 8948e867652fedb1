"""A comparison of all games: length, branching and the advantage of the first player."""

from collections.abc import Sequence

from brettwerk.findings.facts import Estimate, GameFindings
from brettwerk.findings.report.section import ReportSection, ReportTable
from brettwerk.i18n import Language, Translator
from brettwerk.notation.charts import Bar, bars


def overview(all_facts: Sequence[GameFindings], language: Language) -> ReportSection:
    """Return the section with a row and a bar per game, from its first sample."""
    t = Translator(language)
    drawn, rows = [], []
    for facts in (facts for facts in all_facts if facts.samples):
        sample = facts.samples[0]
        share = sample.scores[0]
        title = t.title(facts.game).partition(" (")[0]
        even = 1 / len(sample.scores)
        figure = t.percent(share.value, 0)
        drawn.append(Bar(title, share.value, figure, share.low, share.high, even))
        rows.append(
            (
                title,
                t.number(sample.lengths.mean.value, 1),
                t.number(sample.branching.value, 1),
                _with_span(share, t),
                t.percent(even),
                _solved(facts.game, t),
            )
        )
    head = ("game", "length", "choices", "share", "even", "exact")
    return ReportSection(
        "overview",
        t("known-overview-share"),
        (t("known-overview-told"), t("known-note")),
        bars(drawn, 1, t("known-overview-share-picture")),
        ReportTable(tuple(t(f"known-overview-{name}") for name in head), tuple(rows)),
        "brettwerk known show",
        depth=2,
        kind="open",
    )


def _solved(game: str, t: Translator) -> str:
    return t.of(game, "known-overview-solved")


def _with_span(share: Estimate, t: Translator) -> str:
    low, high = t.percent(share.low), t.percent(share.high)
    return f"{t.percent(share.value)} ({low} – {high})"
