"""`brettwerk puzzles`: generate, check and show puzzles."""

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from brettwerk.cli.app import App
from brettwerk.cli.choose import resolve_name
from brettwerk.cli.interrupt import INTERRUPTED
from brettwerk.cli.options import Count, File, GameName, GameOrAll, Json, Seed
from brettwerk.cli.output import print_json, progress_bar, write_atomically
from brettwerk.cli.shared import translator
from brettwerk.core.levels import LEVELS
from brettwerk.core.registry import names
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate

if TYPE_CHECKING:
    from brettwerk.puzzles.generate import UnfinishedFile
    from brettwerk.puzzles.puzzle import Collection, Puzzle

puzzles_app = App("puzzles")
_FEWEST = 5  # of more than one move, so that there is one of each grade


@puzzles_app.add()
def make(
    game: GameName,
    file: File = None,
    count: Count = 320,
    seed: Seed = 1,
    one_move: Annotated[bool, Option("--one-move")] = False,
    also: Annotated[list[Path] | None, Option(metavar="FILE")] = None,
    ship: File = None,
    pick: Annotated[int, Option(min=5)] = 200,
) -> None:
    """Let computers play, and keep the positions in which exactly one move reaches a goal."""
    from brettwerk.puzzles.generate import UnfinishedFile

    name, t = resolve_name(game), translator()
    path = file or Path(f"{name}.growing")
    try:
        games, found = _grow(path, UnfinishedFile(name, seed, one_move), count)
    except KeyboardInterrupt:
        print(t("puzzles-interrupted", file=path), file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    told = t("puzzles-made", found=len(found), games=games, file=path)
    if ship:
        earlier = [puzzle for file in also or () for puzzle in _earlier(file)]
        command = f"brettwerk puzzles make {name} --count {count} --seed {seed} --pick {pick}"
        command += " --one-move" * one_move + "".join(f" --also {file.name}" for file in also or ())
        shipped = _ship(ship, name, command, games, [*found, *earlier], pick)
        told += "\n" + t("puzzles-shipped", count=shipped, file=ship)
    print(told)


def _grow(path: Path, begun: "UnfinishedFile", count: int) -> "tuple[int, list[Puzzle]]":
    """Play until there are this many distinct puzzles; return the number of games and them."""
    from brettwerk.puzzles.generate import grow
    from brettwerk.puzzles.selection import DistinctPuzzles
    from brettwerk.puzzles.source import source_of

    distinct, games = DistinctPuzzles(source_of(begun.game)), 0
    with progress_bar() as bar:
        task = bar.add_task(begun.game, total=count)
        for played in grow(path, begun.game, begun.seed, one_move=begun.one_move):
            games += 1
            for puzzle in played.puzzles:
                distinct.add(puzzle)
            bar.update(task, completed=len(distinct.puzzles))
            if len(distinct.puzzles) >= count:
                break
    return games, distinct.puzzles


def _earlier(file: Path) -> "list[Puzzle]":
    """Return the puzzles of another file, those of an earlier edition if they are good enough."""
    from brettwerk.puzzles.generate import read_unfinished, regraded

    if file.read_bytes().startswith(b'{"type":"growing"'):
        return [puzzle for played in read_unfinished(file) for puzzle in played.puzzles]
    with progress_bar() as bar:
        puzzles = [p for c in _collections(None, file) for p in c.puzzles]
        return [found for p in bar.track(puzzles, description=str(file)) if (found := regraded(p))]


def _ship(
    path: Path, name: str, command: str, games: int, found: "list[Puzzle]", count: int
) -> int:
    """Write the picked puzzles, and return how many they are."""
    from brettwerk.puzzles.selection import pick

    longer = sum(not puzzle.is_one_move for puzzle in found)
    if longer < _FEWEST:
        raise BadOptions("puzzles-few", found=longer, wanted=_FEWEST)
    picked = pick(name, command, games, found, count)
    write_atomically(path, picked.encoded())
    return len(picked.puzzles)


@puzzles_app.add()
def check(game: GameOrAll = None, file: File = None, nodes: Count = 200_000_000) -> None:
    """Prove every puzzle again, by the rules alone: exactly one first move reaches the goal."""
    from brettwerk.puzzles.check import Fault, check_together
    from brettwerk.puzzles.check import check as prove

    t, wrong = translator(), False
    for collection in _collections(game, file):
        faults = list(check_together(collection))
        with progress_bar() as bar:
            for puzzle in bar.track(collection.puzzles, description=collection.made.game):
                try:
                    prove(puzzle, nodes=nodes)
                except Fault as fault:
                    faults.append(fault)
        for found in faults:
            print(found.localized(t.language))
        title, count = t.title(collection.made.game), len(collection.puzzles)
        print(t("puzzles-checked", game=title, count=count, faults=len(faults)))
        wrong |= bool(faults)
    if wrong:
        raise typer.Exit(1)


def _collections(game: str | None, file: Path | None) -> "list[Collection]":
    from msgspec import DecodeError

    from brettwerk.puzzles.generate import BadPuzzles
    from brettwerk.puzzles.puzzle import decoded, has_puzzles, shipped

    if file is None:
        chosen = [resolve_name(game)] if game else filter(has_puzzles, names())
        return [shipped(name) for name in chosen]
    try:
        return [decoded(file.read_bytes())]
    except (DecodeError, ValueError):
        raise BadPuzzles("puzzles-file", file=str(file)) from None


@puzzles_app.add()
def levels(
    game: GameName,
    level: Annotated[list[int] | None, Option(min=1, max=len(LEVELS))] = None,
    sample: Count = 40,
    tries: Count = 1,
    json: Json = False,
) -> None:
    """Try the puzzles of a game with all levels: how many of each grade a level solves."""
    from brettwerk.puzzles.measure import solved_by_levels
    from brettwerk.puzzles.puzzle import shipped

    t = translator()
    puzzles = shipped(resolve_name(game))
    for number, shares in solved_by_levels(puzzles, level or LEVELS, sample, tries):
        if json:
            print_json({"level": number, "solved": [round(share, 3) for share in shares]})
        else:
            told = "  ".join(f"{t.percent(share, 0):>5}" for share in shares)
            print(t("puzzles-levels", level=f"{number:2}", shares=told), flush=True)


@puzzles_app.add()
def show(
    game: GameName,
    puzzle: Annotated[str | None, Argument(metavar="ID")] = None,
    day: Annotated[str | None, Option(metavar="DATE")] = None,
    solution: Annotated[bool, Option("--solution")] = False,
    json: Json = False,
) -> None:
    """List the puzzles of a game, or show one of them."""
    from brettwerk.puzzles.daily import daily
    from brettwerk.puzzles.puzzle import shipped

    collection = shipped(resolve_name(game))
    if day is None and puzzle is None:
        for one in collection.puzzles:
            (print_json if json else _print_listed)(_facts(collection, one))
        return
    name = collection.made.game
    found = collection.by_id.get((puzzle or "").strip().lower())
    if day is not None:
        found = daily(name, _day(day))
    if found is None:
        raise BadOptions("puzzles-unknown", given=truncate(puzzle), game=name)
    facts = _facts(collection, found)
    if json:
        print_json(facts)
    else:
        _print(facts, found, solution)


def _day(text: str) -> date:
    if text.strip().lower() in ("today", "heute"):
        return date.today()
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise BadOptions("puzzles-day", given=truncate(text)) from None


def _facts(collection: "Collection", puzzle: "Puzzle") -> dict[str, object]:
    from msgspec import to_builtins

    from brettwerk.puzzles.describe import goal_words

    task = goal_words(puzzle, translator().language)
    facts: dict[str, object] = to_builtins(puzzle)
    return facts | {"grade": collection.grade(puzzle), "task": task}


def _print_listed(facts: dict[str, object]) -> None:
    listed = {"id": facts["id"], "grade": facts["grade"], "goal": facts["task"]}
    print(translator()("puzzles-listed", **listed))


def _print(facts: dict[str, object], puzzle: "Puzzle", solution: bool) -> None:
    from brettwerk.cli.screen import Screen

    screen = Screen(translator())
    screen.show(puzzle.start.board_view)
    screen.write()
    screen.write(str(facts["task"]))
    screen.print_message("puzzles-grade", grade=facts["grade"])
    screen.write(puzzle.position)
    if solution:
        screen.print_message("puzzles-solution", moves=" ".join(puzzle.solution))
