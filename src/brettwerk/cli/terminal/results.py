"""The results of the person at the keyboard against computers, by which `mine` finds a level."""

import json
from pathlib import Path

from brettwerk.cli.output import write_atomically
from brettwerk.cli.terminal import saving
from brettwerk.cli.terminal.players import HUMAN, MINE, level_spec
from brettwerk.cli.terminal.session import TerminalSession
from brettwerk.search.strength import level_for

_KEPT = 20  # results of each game


def results_file() -> Path:
    """Return the file of results, beside the folder of saved games."""
    return saving.saves_folder().parent / "results.json"


def _all_results() -> dict[str, list[tuple[int, float]]]:
    """Return the results by game, the latest first; none if the file cannot be read."""
    try:
        read = json.loads(results_file().read_bytes())
        return {
            game: [(int(level), float(points)) for level, points in results]
            for game, results in read.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def my_level(game: str) -> int:
    """Return the level at which the person would win about half of the games."""
    return level_for(_all_results().get(game, []))


def with_my_level(kinds: tuple[str, ...], game: str) -> tuple[str, ...]:
    """Return the players with the level that `mine` stands for."""
    return tuple(level_spec(my_level(game)) if kind == MINE else kind for kind in kinds)


def note_result(session: TerminalSession) -> None:
    """Keep the result of a match of one person against computers of one level."""
    kinds, outcome = session.saved_match.kinds, session.match.outcome
    levels = {int(kind.partition(":")[2]) for kind in kinds if ":" in kind}
    if kinds.count(HUMAN) != 1 or len(levels) != 1 or not outcome:
        return
    person = kinds.index(HUMAN)
    points = 0.5 if not outcome.winners else float(person in outcome.winners)
    results, game = _all_results(), session.match.game.name
    results[game] = [(levels.pop(), points), *results.get(game, [])][:_KEPT]
    file = results_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(file, json.dumps(results).encode())
