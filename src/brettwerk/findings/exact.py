"""What a game's folder brings to compute exact facts of it, and to report them."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from brettwerk.findings.facts import GamesOfPlan
from brettwerk.findings.report.section import ReportSection
from brettwerk.i18n import Translator


class ExactFindings(NamedTuple):
    """The exact facts of a game (`GameDefinition.findings`): how they are computed and reported."""

    compute: Callable[[GamesOfPlan], dict[str, Any]]
    report: Callable[[dict[str, Any], Translator], Iterable[ReportSection]]
