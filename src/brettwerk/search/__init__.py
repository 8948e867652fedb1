"""Computer players and analysis: search written once for all games, an evaluation for each."""

from brettwerk.search.analysis import analyse
from brettwerk.search.levels import choose
from brettwerk.search.report import Analysis, Exact, Limit, Line, Stop
from brettwerk.search.stream import AnalysisStream

__all__ = [
    "Analysis",
    "AnalysisStream",
    "Exact",
    "Limit",
    "Line",
    "Stop",
    "analyse",
    "choose",
]
