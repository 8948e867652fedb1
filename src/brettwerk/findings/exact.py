"""What a game's folder brings to compute exact facts of it, and to report them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from brettwerk.core.parts import FindingsPart
from brettwerk.core.registry import definition
from brettwerk.findings.facts import GamesOfPlan
from brettwerk.i18n import Translator

if TYPE_CHECKING:  # its package imports this module
    from brettwerk.findings.report.section import ReportSection


@dataclass(frozen=True, slots=True)
class ExactFindings(FindingsPart):
    """The exact facts of a game (`GameDefinition.findings`): how they are computed and reported."""

    compute: Callable[[GamesOfPlan], dict[str, Any]]
    report: Callable[[dict[str, Any], Translator], Iterable[ReportSection]]


def exact_findings(game: str) -> ExactFindings | None:
    """Return what a game brings to find exact facts, if anything."""
    findings = definition(game).findings
    assert findings is None or isinstance(findings, ExactFindings)
    return findings
