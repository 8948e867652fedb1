"""Making the files of facts: play the games of all plans, count, and ask the solvers."""

from __future__ import annotations

import lzma
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from brettwerk.games.catalogue import game as usual
from brettwerk.known.facts import Facts, Sample
from brettwerk.known.plans import play
from brettwerk.known.sampling import sampled
from brettwerk.known.shipped import facts_file, facts_of, games_file, games_of
from brettwerk.records import Record, write_jsonl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from brettwerk.known.facts import Games, How
    from brettwerk.known.plans import Plan

# The games with exact facts of their own: `facts` in the module of its name.
EXACT = ("bedraengnis", "drei", "schlacht")
# How many sequences of moves are counted at most: a second or two.
MOST_SEQUENCES = 20_000_000
# What a record of a match says about the match is said once for all games.
_KEPT = ("Termination", "Points", "OpeningPlies")


def make(
    plans: Sequence[Plan],
    folder: Path,
    how: Callable[[Plan], How],
    *,
    jobs: int = 1,
    told: Callable[[Plan], object] = lambda _: None,
) -> Facts:
    """All facts of a game, with the games of these plans of it, written into a folder."""
    game, samples, games = plans[0].game, list[Sample](), dict[str, list[Record]]()
    for plan in plans:
        growing = folder / f"{game}-{plan.name}.growing.jsonl"
        played = play(plan, growing, jobs=jobs, told=told)
        games[plan.name] = [_plain(record) for record in played]
        _ship(games_file(folder, game, plan.name), games[plan.name])
        samples.append(sampled(plan.name, how(plan), games[plan.name]))
    return _written(folder, Facts(game, exact_facts(game, games.__getitem__), samples))


def make_exact(game: str, folder: Path) -> Facts:
    """The facts of a game with the exact ones computed anew; its games are the shipped ones."""
    exact = exact_facts(game, lambda plan: games_of(game, plan))
    return _written(folder, Facts(game, exact, facts_of(game).samples))


def exact_facts(game: str, games: Games) -> dict[str, Any]:
    """What counting and the solvers tell of this game."""
    found: dict[str, Any] = {"sequences": sequences(game)}
    if game in EXACT:
        found |= import_module(f"brettwerk.known.{game}").facts(games)
    return found


def _written(folder: Path, facts: Facts) -> Facts:
    text = msgspec.json.format(msgspec.json.encode(facts), indent=1)
    facts_file(folder, facts.game).write_bytes(text + b"\n")
    return facts


def sequences(game: str) -> list[int]:
    """How many sequences of one, two, three … legal moves a game may begin with."""
    start, found = usual(game).start(), list[int]()
    while (count := start.perft_within(len(found) + 1, MOST_SEQUENCES)) is not None:
        if not count:
            break
        found.append(count)
    return found


def _plain(record: Record) -> Record:
    """The game without what all games of its match have in common."""
    tags = {name: record.tags[name] for name in _KEPT if name in record.tags}
    return Record(record.game, record.plies, record.result, tags, record.start)


def _ship(path: Path, records: Iterable[Record]) -> None:
    content = "".join(write_jsonl(records)).encode()
    path.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))
