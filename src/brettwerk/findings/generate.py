"""Generating the files of findings: play the games of all plans, count and solve."""

import lzma
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from brettwerk.core.registry import game as make_game
from brettwerk.findings.exact import exact_findings
from brettwerk.findings.facts import GameFindings, GameSample, GamesOfPlan, Provenance
from brettwerk.findings.files import FACTS, games_file, has_facts, load_facts, load_games
from brettwerk.findings.plans import SamplingPlan, play
from brettwerk.findings.sampling import make_sample
from brettwerk.records import Record, write_jsonl

# A bound that takes a second or two.
MAX_SEQUENCES = 20_000_000
# All other tags are the same for all games of a match.
_KEPT_TAGS = ("Termination", "Points", "OpeningPlies")


def make(
    plans: Sequence[SamplingPlan],
    folder: Path,
    how: Callable[[SamplingPlan], Provenance],
    *,
    jobs: int = 1,
    on_game: Callable[[SamplingPlan], object] = lambda _: None,
) -> GameFindings:
    """Play the games of plans, compute all findings and write them into a folder.

    The folder is structured like `data` in the game's folder.
    """
    game, samples, games = plans[0].game, list[GameSample](), dict[str, list[Record]]()
    for plan in plans:
        unfinished = folder / f"{plan.name}.growing.jsonl"
        played = play(plan, unfinished, jobs=jobs, on_game=on_game)
        games[plan.name] = [_without_match_tags(record) for record in played]
        _write_games(folder / games_file(plan.name), games[plan.name])
        samples.append(make_sample(plan.name, how(plan), games[plan.name]))
    return _write(folder, GameFindings(game, compute_exact(game, games.__getitem__), samples))


def make_games(
    plans: Sequence[SamplingPlan],
    folder: Path,
    *,
    jobs: int = 1,
    on_game: Callable[[SamplingPlan], object] = lambda _: None,
) -> None:
    """Play the games of plans for the explorer's collection, and write them into a folder.

    Unfinished files stay until all plans are done, so that an interrupted run goes on.
    """
    unfinished = {plan.name: folder / f"{plan.name}.growing.jsonl" for plan in plans}
    for plan in plans:
        played = play(plan, unfinished[plan.name], jobs=jobs, on_game=on_game)
        _write_games(folder / games_file(plan.name), map(_without_match_tags, played))
    for path in unfinished.values():
        path.unlink()


def make_exact(game: str, folder: Path) -> GameFindings:
    """Compute the exact facts of a game again, from its shipped games, and write them."""
    exact = compute_exact(game, lambda plan: load_games(game, plan))
    samples = load_facts(game).samples if has_facts(game) else []
    return _write(folder, GameFindings(game, exact, samples))


def compute_exact(game: str, games: GamesOfPlan) -> dict[str, Any]:
    """Compute the exact facts of a game."""
    found: dict[str, Any] = {"sequences": sequences(game)}
    findings = exact_findings(game)
    return found | findings.compute(games) if findings else found


def _write(folder: Path, facts: GameFindings) -> GameFindings:
    text = msgspec.json.format(msgspec.json.encode(facts), indent=1)
    (folder / FACTS).write_bytes(text + b"\n")
    return facts


def sequences(game: str) -> list[int]:
    """Return perft of the start at depths 1, 2, … within a bound."""
    start, found = make_game(game).start(), list[int]()
    while (count := start.perft_within(len(found) + 1, MAX_SEQUENCES)) is not None:
        if not count:
            break
        found.append(count)
    return found


def _without_match_tags(record: Record) -> Record:
    """Return the record without the tags of its match."""
    tags = {name: record.tags[name] for name in _KEPT_TAGS if name in record.tags}
    return Record(record.game, record.plies, record.result, tags, record.start)


def _write_games(path: Path, records: Iterable[Record]) -> None:
    content = "".join(write_jsonl(records)).encode()
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))
