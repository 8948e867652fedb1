"""Writes docs/research/report.md from the results in docs/research/results.

A result is the output of a command, kept with the command. `python docs/report.py environments
speed regret networks recipes` first runs the commands of these parts whose results are missing;
with `--only rllib`, those with this word in them, such as those of a library that is installed in
an environment of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from report_networks import TRAINED, matches, network_rows
from report_pictures import curves_picture, regret_picture
from report_texts import HEAD, POSITIONS, RECIPES, RECIPES_HEAD, REGRET, SPEED, TITLE

from brettwerk.bench.pgx import PGX_GAMES
from brettwerk.core.registry import names
from brettwerk.research.describe import ENGLISH
from brettwerk.research.encoding import encoding
from brettwerk.research.regret import Z, share
from brettwerk.version import __version__

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "research"
PLAYERS = ("random", "level:1", "level:3", "level:5", "level:7", "level:9")
BUDGETS = (100, 1000, 10_000)  # simulations of UCT
SOLVED = [name for name in names() if encoding(name).benchmark]
LEARNING = (  # examples, with what is learned for how long
    "recipes/cleanrl_ppo.py drei --steps 100000",
    "recipes/cleanrl_ppo.py drei --steps 100000 --train-boards",
    "recipes/cleanrl_ppo.py triapon --steps 100000",
    "recipes/sb3_maskable_ppo.py drei --steps 20000",
    "recipes/sb3_maskable_ppo.py triapon --steps 20000",
    "recipes/tianshou_dqn.py drei --steps 10000",
    "recipes/tianshou_dqn.py triapon --steps 10000 --minutes 9",
    "recipes/openspiel_alphazero.py drei --steps 10 --simulations 20 --states 256 --minutes 15",
    "recipes/rllib_ppo.py drei --steps 20000 --minutes 9",
    "recipes/rllib_ppo.py triapon --steps 20000 --minutes 9",
    "learn_bedraengnis.py",
)
Result = dict[str, Any]


def commands(part: str) -> list[str]:
    """Return the commands that measure a part."""
    if part == "environments":
        return [f"brettwerk environment {name} --games 2000 --json" for name in names()]
    if part == "speed":
        return [f"brettwerk bench --against {peer} --json" for peer in ("openspiel", "pgx")]
    if part == "networks":
        return matches()
    if part == "recipes":
        return [f"python examples/{example} --json" for example in LEARNING]
    return [
        f"brettwerk regret {name} {player} --positions {POSITIONS} --json"
        for name in SOLVED
        for player in _asked(name)
    ]


def _asked(game: str) -> list[str]:
    """Return the players that are compared with perfect play."""
    networks = ["net --nodes 1", "net --nodes 100"] if game in TRAINED else []
    return [*PLAYERS, *(f"mcts --nodes {nodes}" for nodes in BUDGETS), *networks]


def measure(part: str, only: str = "") -> None:
    """Run the commands of a part whose results are missing, and keep each result at once."""
    for command in commands(part):
        if only in command and command not in {one["command"] for one in results(part)}:
            one, began = {"command": command, **machine()}, perf_counter()
            one["found"] = _output(command)
            _keep(part, {**one, "seconds": round(perf_counter() - began)})


def _keep(part: str, new: Result) -> None:
    """Write a result into the file of its part, in the order of the commands."""
    found = {one["command"]: one for one in (*results(part), new)}
    kept = [found[command] for command in commands(part) if command in found]
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in kept)
    file_of(part).parent.mkdir(exist_ok=True)
    file_of(part).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def _output(command: str) -> Any:
    """Return what a command tells as JSON; examples do so in their last line."""
    program, first, *rest = command.split()
    example = program == "python"
    words = [str(ROOT / first)] if example else ["-m", "brettwerk", first]
    with tempfile.TemporaryDirectory() as folder:  # examples write their networks
        done = subprocess.run(
            [sys.executable, *words, *rest], check=True, stdout=subprocess.PIPE, text=True,
            cwd=folder,
        )  # fmt: skip
    return json.loads(done.stdout.splitlines()[-1] if example else done.stdout)


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
    parts = [
        TITLE, *_environments(), SPEED, *_speed(), REGRET, *_regret(),
        *network_rows(results("networks")), RECIPES, *_recipes(),
    ]  # fmt: skip
    return "\n".join(parts)


def pictures() -> dict[str, str]:
    """Return the pictures of the report by the names of their files."""
    regret = {f"regret-{name}.svg": regret_picture(_examined(name), ENGLISH) for name in SOLVED}
    title = "Mean return against random play while {} is learned".format
    curves = {
        f"curves-{game}.svg": curves_picture(title(ENGLISH.title(game)), found)
        for game, found in _curves().items()
    }
    return regret | curves


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
    rows = []
    for one in results("speed"):
        found = one["found"]
        columns = list(found[0]["steps_per_second"])
        theirs = [row for row in found if row["name"] in PGX_GAMES and len(columns) == 1]
        head = [*columns, *(f"× pgx’s {row['name']}" for row in theirs)]
        whose = "pgx" if theirs else "OpenSpiel"
        rows += [f"`{one['command']}`:", "", f"| | {' | '.join(head)} |", _line(len(head))]
        for row in found:
            cells = [_rate(row, column) for column in columns]
            cells += ["" if row in theirs else _times(row, other) for other in theirs]
            name = row["name"] if row["name"] in names() else f"{whose}’s {row['name']}"
            rows.append(f"| {name} | {' | '.join(cells)} |")
        rows += [
            "",
            f"The load average of the minute before was {one['load']} on {one['cores']} cores.",
            "",
        ]
    return rows


def _line(columns: int) -> str:
    return "|---|" + "---:|" * columns


def _rate(row: Result, column: str) -> str:
    if column not in row["steps_per_second"]:
        return ""
    mean, spread = row["steps_per_second"][column], row["standard_deviation"][column]
    digits = 0 if mean > 10_000 else 2
    return f"{mean / 1000:,.{digits}f} ± {spread / 1000:,.{digits}f}"


def _times(row: Result, other: Result) -> str:
    (rate,), (base,) = (one["steps_per_second"].values() for one in (row, other))
    return f"{rate / base:,.{0 if rate > 10 * base else 1}f}"


def _regret() -> list[str]:
    rows = []
    for name in SOLVED:
        rows += [f"### {ENGLISH.title(name)}", "", HEAD, _line(5)]
        rows += [_regret_row(found) for found in _examined(name)]
        rows += ["", f"![What they give away](regret-{name}.svg)", ""]
    return rows


def _examined(game: str) -> list[Result]:
    """Return the regret of all players of a game, agents that were trained here included."""
    players = [one["found"][0] for one in results("regret")]
    trained = [one["found"]["regret"] for one in results("recipes") if one["found"]["regret"]]
    return [found for found in (*players, *trained) if found["game"] == game]


def _regret_row(found: Result) -> str:
    total = found["total"]
    game = total["lost_per_game"]
    return (
        f"| {found['policy']} | {total['positions']} | {_given(total['won_given_away'])} "
        f"| {_given(total['drawn_given_away'])} | {_mean(total['lost_per_move'], 3)} "
        f"| {'—' if game is None else _mean(game, 2)} |"
    )


def _recipes() -> list[str]:
    rows = [RECIPES_HEAD, "|---|---|" + "---:|" * 5]
    for one in results("recipes"):
        found = one["found"]
        curve = ", ".join(f"{value:+.2f}" for _, value in found["curve"])
        total = (found["regret"] or {}).get("total")
        lost = _mean(total["lost_per_move"], 3) if total else "—"
        won = _given(total["won_given_away"]) if total else "—"
        rows.append(
            f"| `{one['command'].split(maxsplit=1)[1].removesuffix(' --json')}` | {found['game']} "
            f"| {one['seconds'] / 60:.1f} | {curve or '—'} | {_signed(found['mean_return'])} "
            f"| {won} | {lost} |"
        )
    shown = [f"![Learning curves](curves-{game}.svg)" for game in _curves()]
    return [*rows, "", *shown, ""]


def _curves() -> dict[str, dict[str, Any]]:
    """Return the learning curves by game and agent."""
    found: dict[str, dict[str, Any]] = {}
    for one in results("recipes"):
        told = one["found"]
        if told["curve"]:
            found.setdefault(told["game"], {})[told["agent"]] = told["curve"]
    return found


def _signed(found: list[float]) -> str:
    mean, _, high = found
    return f"{mean:+.2f} ± {high - mean:.2f}"


def _given(found: list[Any]) -> str:
    _, total, part, low, high = found
    return f"{100 * part:.1f} % [{100 * low:.1f}–{100 * high:.1f}]" if total else "—"


def _mean(found: list[float], digits: int) -> str:
    mean, _, high = found
    return f"{mean:.{digits}f} ± {high - mean:.{digits}f}"


def main(parts: list[str], only: str = "") -> None:
    """Measure these parts, and write the page."""
    for part in parts:
        measure(part, only)
    (FOLDER / "report.md").write_text(page(), encoding="utf-8")
    for name, drawn in pictures().items():
        (FOLDER / name).write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--only", default="", help="a word in the commands to run")
    given = parser.parse_args()
    main(given.parts, given.only)
