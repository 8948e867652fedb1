"""The part of docs/research/report.md about the networks that are shipped with games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from brettwerk.core.levels import LEVELS
from brettwerk.core.registry import definition, names
from brettwerk.research.learning import Course
from brettwerk.research.network import FILE, shipped_network
from brettwerk.research.regret import share

SIMULATIONS, GAMES = 100, 12  # of a network's search, and against each level
TRAINED = [name for name in names() if definition(name).file(FILE)]
INTRODUCTION = f"""## Networks

Scores of the shipped networks against the levels
(`brettwerk match GAME net level:N --nodes {SIMULATIONS} --games {GAMES}`), with {SIMULATIONS}
simulations of a tree search per move, on random boards and openings. A draw counts half. With three
players the level has the two other seats, and 33 % means equal strength. {GAMES} games place a
network only roughly; a dash was not played. The networks are baselines, not engines.
"""


def matches() -> list[str]:
    """Return the commands that place the networks on the ladder."""
    return [_match(name, level) for name in TRAINED for level in LEVELS]


def _match(game: str, level: int) -> str:
    """Return the match of a network against a level, which has all other seats."""
    others = " ".join([f"level:{level}"] * (len(definition(game).seats) - 1))
    return f"brettwerk match {game} net {others} --nodes {SIMULATIONS} --games {GAMES} --json"


def network_rows(found: Sequence[dict[str, Any]]) -> list[str]:
    """Return what the report tells about networks, from the results of these matches."""
    played = {one["command"]: one["found"]["contestants"][0] for one in found}
    rows = [INTRODUCTION, f"| | {' | '.join(TRAINED)} |", "|---|" + "---:|" * len(TRAINED)]
    for level in LEVELS:
        scores = " | ".join(_score(played.get(_match(name, level))) for name in TRAINED)
        rows.append(f"| level {level} | {scores} |")
    rows += ["", "They were trained by these commands; below each are the losses of policy and"]
    rows += ["value after the first round and after each quarter of the rounds.", ""]
    return [*rows, *(line for name in TRAINED for line in _trained(name)), ""]


def _score(net: dict[str, Any] | None) -> str:
    if net is None:
        return "—"
    found = share(net["score"], net["games"])
    return (
        f"{100 * net['score'] / net['games']:.0f} % [{100 * found.low:.0f}–{100 * found.high:.0f}]"
    )


def _trained(game: str) -> Iterator[str]:
    """Yield the command that trained the network of a game, and its losses."""
    about = shipped_network(game).about
    yield f"- `{_command(game, about['course'])}`:"
    curve = about["curve"]
    chosen = [curve[0], *(curve[len(curve) * part // 4 - 1] for part in (1, 2, 3, 4))]
    losses = (f"{one['policy_loss']:.2f} and {one['value_loss']:.2f}" for one in chosen)
    yield f"  {'; '.join(losses)}"


def _command(game: str, course: dict[str, Any]) -> str:
    """Return the command of a course: what differs from the usual one."""
    usual = Course(game)
    kept = [name for name in course if name not in ("game", "options", "memory")]
    asked = [name for name in kept if name == "seed" or course[name] != getattr(usual, name)]
    told = " ".join(f"--{name} {course[name]}" for name in asked)
    return f"brettwerk train {game} --out network.npz {told}"
