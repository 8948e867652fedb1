"""Writes docs/research/report.md from the results in docs/research/results.

A result is the output of a command, kept with the command. `python docs/report.py environments
speed regret` runs those commands of these parts first whose results are not on file.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

from brettwerk.core.registry import names
from brettwerk.research.describe import ENGLISH
from brettwerk.research.encoding import encoding
from brettwerk.research.regret import Z, share
from brettwerk.version import __version__

FOLDER = Path(__file__).parent / "research"
POSITIONS = 300  # asked of each player in each game
PLAYERS = ("random", "level:1", "level:3", "level:5", "level:7", "level:9")
BUDGETS = (100, 1000)  # simulations of UCT
SOLVED = [name for name in names() if encoding(name).benchmark]
Result = dict[str, Any]


def commands(part: str) -> list[str]:
    """Return the commands that measure a part."""
    if part == "environments":
        return [f"brettwerk environment {name} --games 2000 --json" for name in names()]
    if part == "speed":
        return ["brettwerk bench --against openspiel --json"]
    asked = [*PLAYERS, *(f"mcts --nodes {nodes}" for nodes in BUDGETS)]
    return [
        f"brettwerk regret {name} {player} --positions {POSITIONS} --json"
        for name in SOLVED
        for player in asked
    ]


def measure(part: str) -> None:
    """Run the commands of a part whose results are missing; they are kept after each."""
    found = {one["command"]: one for one in results(part)}
    for command in commands(part):
        if command not in found:
            words = [sys.executable, "-m", "brettwerk", *command.split()[1:]]
            told = subprocess.run(words, check=True, capture_output=True, text=True).stdout
            found[command] = {"command": command, **machine(), "found": json.loads(told)}
        kept = [found[one] for one in commands(part) if one in found]
        lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in kept)
        file_of(part).parent.mkdir(exist_ok=True)
        file_of(part).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def machine() -> Result:
    """Return what ran the commands."""
    return {
        "brettwerk": __version__,
        "python": platform.python_version(),
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
    }


def file_of(part: str) -> Path:
    """Return the file of a part's results."""
    return FOLDER / "results" / f"{part}.json"


def results(part: str) -> list[Result]:
    """Return the results of a part that are on file."""
    file = file_of(part)
    found: list[Result] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    return found


# -- the page -------------------------------------------------------------------------------------
def page() -> str:
    """Return the report."""
    parts = [TITLE, *_environments(), SPEED, *_speed(), REGRET, *_regret()]
    return "\n".join(parts)


def _environments() -> list[str]:
    rows = [
        "| game | players | actions of a game | legal actions | won, by seat | drawn | cut off |",
        "|---|---:|---:|---:|---|---:|---:|",
    ]
    for one in results("environments"):
        found = one["found"]
        games = found["games"]
        rows.append(
            f"| {found['game']} | {len(found['wins'])} "
            f"| {_error(found['length'], found['length_error'])} "
            f"| {_error(found['branching'], found['branching_error'])} "
            f"| {', '.join(_percent(won, games) for won in found['wins'])} "
            f"| {_percent(found['drawn'], games)} | {_percent(found['cut'], games)} |"
        )
    return [*rows, ""]


def _error(value: float, error: float) -> str:
    return f"{value:.1f} ± {Z * error:.1f}"


def _percent(part: float, games: int) -> str:
    """Return a share with half the width of its interval."""
    found = share(round(part * games), games)
    return f"{100 * part:.1f} ± {50 * (found.high - found.low):.1f} %"


def _speed() -> list[str]:
    if not results("speed"):
        return ["It has not been measured for this report; [an earlier run](README.md#speed).", ""]
    (one,) = results("speed")
    columns = list(one["found"][0]["steps_per_second"])
    rows = [f"| | {' | '.join(columns)} |", "|---|" + "---:|" * len(columns)]
    for row in one["found"]:
        cells = (_rate(row, column) for column in columns)
        rows.append(f"| {_whose(row['name'])} | {' | '.join(cells)} |")
    return [*rows, "", f"The load of the machine was {one['load']} on {one['cores']} cores.", ""]


def _rate(row: Result, column: str) -> str:
    if column not in row["steps_per_second"]:
        return ""
    mean, spread = row["steps_per_second"][column], row["standard_deviation"][column]
    return f"{mean / 1000:,.0f} ± {spread / 1000:,.0f}"


def _whose(name: str) -> str:
    return name if name in names() else f"OpenSpiel’s {name}"


def _regret() -> list[str]:
    rows = []
    for name in SOLVED:
        found = [one for one in results("regret") if one["found"][0]["game"] == name]
        rows += [f"### {ENGLISH.title(name)}", "", HEAD, "|---|" + "---:|" * 5]
        rows += [_regret_row(one["found"][0]) for one in found]
        rows.append("")
    return rows


def _regret_row(found: Result) -> str:
    total = found["total"]
    game = total["lost_per_game"]
    return (
        f"| {found['policy']} | {total['positions']} | {_given(total['won_given_away'])} "
        f"| {_given(total['drawn_given_away'])} | {_mean(total['lost_per_move'], 3)} "
        f"| {'—' if game is None else _mean(game, 2)} |"
    )


def _given(found: list[Any]) -> str:
    _, total, part, low, high = found
    return f"{100 * part:.1f} % [{100 * low:.1f}–{100 * high:.1f}]" if total else "—"


def _mean(found: list[float], digits: int) -> str:
    mean, _, high = found
    return f"{mean:.{digits}f} ± {high - mean:.{digits}f}"


HEAD = "| player | positions | won given away | drawn given away | lost per move | lost per game |"
TITLE = """# Benchmark report

Written by `python docs/report.py` from the results in [results](results), which are outputs of the
commands named below and are kept with them. `python docs/report.py environments speed regret`
measures what is missing there: delete a file to measure it anew. Intervals are 95 % everywhere:
Wilson’s for shares, normal ones for means.

## Environments

2,000 random games of each game with the options that environments have by default
(`brettwerk environment GAME --games 2000 --json`, seed 0). An action is a part of a turn where
turns have several. The error of the number of legal actions takes into account that positions of
one game depend on each other.
"""
SPEED = """## Speed

Thousands of steps a second, mean and standard deviation of several turns
(`brettwerk bench --against openspiel --json`). All workloads are measured in turns within one run,
so that what else the machine does touches all alike. A step of a batch is one action in one of 256
games, with observations, masks and rewards; a step in OpenSpiel is the legal actions and the next
state without observations, in PettingZoo observation and mask.
"""
REGRET = f"""## Regret

[How far players are from perfect play](README.md#regret-how-far-from-perfect-play).
They are asked about {POSITIONS} positions of the sets that are shipped with the games, drawn by
seed 1 and the same for all players: `brettwerk regret GAME PLAYER --positions {POSITIONS}`, for UCT
(`mcts`) with `--nodes 100` and `--nodes 1000`. A set has positions of random games, of games of a
tree search and of mixtures, on boards of both splits. Moves before the first phase of a set (such
as the first placements of Die Schlacht) are not asked, so that *lost per game* is about the rest.
Levels overlook moves on purpose, all but the strongest, so they do not measure the engine; how each
is made is in `games/GAME/data/levels.json`. Where nothing was given away, the normal interval has
no width; how much may have been missed is then told by that of the share.
"""


def main(parts: list[str]) -> None:
    """Measure these parts, and write the page."""
    for part in parts:
        measure(part)
    (FOLDER / "report.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
