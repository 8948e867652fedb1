"""Findings about the games: exact facts, and samples of self-play games of the engine.

`brettwerk known make` computes them and writes files. `files.py` reads those in the folders of the
games, without the engine or anything compiled. Every fact has a command that computes it again.
"""

from brettwerk.findings.files import has_facts, load_facts, load_games
from brettwerk.findings.report import ReportSection, sections

__all__ = ["ReportSection", "has_facts", "load_facts", "load_games", "sections"]
