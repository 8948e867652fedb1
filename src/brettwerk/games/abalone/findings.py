"""Abalone: which set-ups are fair and which are drawn, from the engine's games of each."""

from collections.abc import Iterator
from typing import Any

from brettwerk.core.registry import definition
from brettwerk.findings.comparing import compared, tally
from brettwerk.findings.facts import GamesOfPlan
from brettwerk.findings.files import ENDING, game_files, read_games
from brettwerk.findings.report.section import ReportSection
from brettwerk.i18n import Translator

_COMMAND = "brettwerk known games abalone && brettwerk known make abalone --exact"


def facts(games: GamesOfPlan) -> dict[str, Any]:
    """Return the set-ups by name, from all games that the folder has."""
    files = game_files(definition("abalone"))
    firsts = {f.name.removesuffix(ENDING): [r.shares[0] for r in read_games(f)] for f in files}
    return {"setups": {name: tally(list(map(float, some))) for name, some in firsts.items()}}


def sections(exact: dict[str, Any], t: Translator) -> Iterator[ReportSection]:
    """Yield the ranking as a section."""

    def called(name: str) -> str:
        return t(f"abalone-page-option-setup-{name}")

    yield compared(exact["setups"], "abalone-known-setups", t, _COMMAND, called=called)
