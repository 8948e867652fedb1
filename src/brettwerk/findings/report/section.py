"""A section of a report: a heading, sentences, a picture, numbers, a command."""

from typing import NamedTuple

from brettwerk.findings.facts import Estimate
from brettwerk.i18n import Translator


class ReportTable(NamedTuple):
    """The numbers of a picture; the first column has the names of the rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ReportSection(NamedTuple):
    """A section about a fact (`depth` 3) or above several facts (`depth` 2).

    `picture` is an SVG; `links` are texts with their targets.
    """

    id: str
    title: str
    sentences: tuple[str, ...] = ()
    picture: str = ""
    table: ReportTable | None = None
    command: str = ""
    depth: int = 3
    kind: str = "chart"
    links: tuple[tuple[str, str], ...] = ()


def span(t: Translator, found: Estimate) -> dict[str, str]:
    """Return a share and the interval around it, for a sentence."""
    shares = {"share": found.value, "low": found.low, "high": found.high}
    return {name: t.percent(value) for name, value in shares.items()}


def between(t: Translator, found: Estimate) -> str:
    """Return an interval for a table."""
    return f"{t.number(found.low, 1)} – {t.number(found.high, 1)}"
