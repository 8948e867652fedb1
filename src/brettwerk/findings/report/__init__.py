"""The report of findings: the same sections on the page and on the command line."""

from brettwerk.findings.exact import exact_findings
from brettwerk.findings.facts import GameFindings
from brettwerk.findings.report import samples
from brettwerk.findings.report.section import ReportSection, ReportTable
from brettwerk.i18n import Language, Translator

__all__ = ["ReportSection", "ReportTable", "sections"]


def sections(facts: GameFindings, language: Language) -> list[ReportSection]:
    """Return all sections about a game, the exact facts first."""
    t = Translator(language)
    findings = exact_findings(facts.game)
    exact = findings.report(facts.exact, t) if findings else ()
    return [*exact, *samples.sections(facts, t)]
