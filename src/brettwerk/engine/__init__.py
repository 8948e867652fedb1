"""Computer players and analysis: search written once for all games, an evaluation for each."""

from __future__ import annotations

from brettwerk.engine.analysis import analyse
from brettwerk.engine.levels import LEVELS, choose
from brettwerk.engine.report import Analysis, Exact, Limit, Line, Stop

__all__ = ["LEVELS", "Analysis", "Exact", "Limit", "Line", "Stop", "analyse", "choose"]
