"""Groups of games compared, such as those of each set-up: how fair they are, how many are drawn."""

from collections.abc import Callable, Sequence
from typing import Any

from brettwerk.findings.facts import Estimate
from brettwerk.findings.report.section import ReportSection, ReportTable
from brettwerk.findings.sampling import share_estimate
from brettwerk.i18n import Translator
from brettwerk.notation.charts import Bar, bars

Group = dict[str, Any]


def tally(shares: Sequence[float]) -> Group:
    """Return what games came to, given one side's share of each: its share, and drawn games."""
    first = share_estimate(shares)
    return {
        "games": len(shares),
        "drawn": sum(share == 0.5 for share in shares),
        "first": {"value": first.value, "low": first.low, "high": first.high},
    }


def compared(
    groups: dict[str, Group],
    key: str,
    t: Translator,
    command: str,
    *,
    called: Callable[[str], str],
    figures: dict[str, str] | None = None,
) -> ReportSection:
    """Return groups by name as a section, the fairest first; `key` begins all of its texts."""
    ranked = sorted(groups.items(), key=lambda one: abs(one[1]["first"]["value"] - 0.5))
    ahead = [called(name) for name, group in ranked if leaning(group) > 0]
    behind = [called(name) for name, group in ranked if leaning(group) < 0]
    told = {
        **(figures or {}),
        "fairest": called(ranked[0][0]),
        "unfairest": called(ranked[-1][0]),
        "ahead": t.join(ahead) or "–",
        "behind": t.join(behind) or "–",
        "open": t.number(len(groups) - len(ahead) - len(behind)),
        "fewest": t.number(min(group["games"] for group in groups.values())),
    }
    heads = (t(f"{key}-{name}") for name in ("name", "games", "first", "interval", "drawn"))
    return ReportSection(
        key.rpartition("-")[2],
        t(key),
        (t(f"{key}-told", **told), t(f"{key}-read", **told)),
        bars([_bar(called(name), group, t) for name, group in ranked], 1, t(f"{key}-picture")),
        ReportTable(tuple(heads), tuple(_row(called(name), one, t) for name, one in ranked)),
        command,
        depth=2,
    )


def leaning(group: Group) -> int:
    """Return 1 if one side wins more often than chance explains, -1 if less often, else 0."""
    first = Estimate(**group["first"])
    return (first.low > 0.5) - (first.high < 0.5)


def _drawn(group: Group) -> float:
    return float(group["drawn"] / group["games"])


def _bar(name: str, group: Group, t: Translator) -> Bar:
    first = Estimate(**group["first"])
    return Bar(name, first.value, t.percent(first.value, 0), first.low, first.high, 0.5)


def _row(name: str, group: Group, t: Translator) -> tuple[str, ...]:
    first = Estimate(**group["first"])
    return (
        name,
        t.number(group["games"]),
        t.percent(first.value),
        f"{t.percent(first.low)} – {t.percent(first.high)}",
        t.percent(_drawn(group)),
    )
