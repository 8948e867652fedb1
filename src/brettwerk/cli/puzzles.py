"""`brettwerk puzzles`: making them, checking them, showing them."""

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brettwerk.cli.choose import named
from brettwerk.cli.frame import GameName, Json, Lang, language_of
from brettwerk.cli.output import print_json, write_whole
from brettwerk.errors import BadOptions
from brettwerk.games.catalogue import NAMES
from brettwerk.texts import shown

if TYPE_CHECKING:
    from brettwerk.cli.voice import Voice
    from brettwerk.puzzles.puzzle import Collection, Puzzle

puzzles_app = typer.Typer(
    name="puzzles",
    help="Puzzles: positions in which exactly one move is right, proven.",
    no_args_is_help=True,
)
INTERRUPTED = 130


@puzzles_app.command()
def make(
    game: GameName,
    file: Annotated[
        Path | None,
        typer.Option("--file", help="The file in which they grow; GAME.growing if not given."),
    ] = None,
    count: Annotated[
        int, typer.Option("--count", min=1, help="How many unlike each other to find.")
    ] = 320,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Another seed, other games.")] = 1,
    ship: Annotated[
        Path | None, typer.Option("--ship", help="In the end, pick some and write them here.")
    ] = None,
    pick: Annotated[
        int, typer.Option("--pick", min=5, help="How many of them to pick for --ship.")
    ] = 120,
    lang: Lang = None,
) -> None:
    """Let computers play, and keep the positions in which exactly one move reaches a goal.

    What is found is kept game by game; interrupted, the same command goes on.

    \b
    Example:
      brettwerk puzzles make drei --count 320 --ship drei.jsonl
    """
    from brettwerk.cli.voice import Voice

    name, voice = named(game), Voice(language_of(lang))
    path = file or Path(f"{name}.growing")
    try:
        games, found = _grow(path, name, seed, count)
    except KeyboardInterrupt:
        print(voice("puzzles-interrupted", file=path), file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    if ship:
        _ship(ship, name, seed, games, found, pick)
    print(voice("puzzles-made", found=len(found), games=games, file=path))
    if ship:
        print(voice("puzzles-shipped", count=pick, file=ship))


def _grow(path: Path, name: str, seed: int, count: int) -> "tuple[int, list[Puzzle]]":
    """Play until so many unlike each other are there; the games it took, and the puzzles."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    from brettwerk.puzzles.making import grow
    from brettwerk.puzzles.picking import Unlike
    from brettwerk.puzzles.sources import source_of

    unlike, games = Unlike(source_of(name)), 0
    console = Console(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(name, total=count)
        for played in grow(path, name, seed):
            games += 1
            for puzzle in played.puzzles:
                unlike.add(puzzle)
            bar.update(task, completed=len(unlike.puzzles))
            if len(unlike.puzzles) >= count:
                break
    return games, unlike.puzzles


def _ship(path: Path, name: str, seed: int, games: int, found: "list[Puzzle]", count: int) -> None:
    from brettwerk.puzzles.picking import pick

    if len(found) < count:
        raise BadOptions("puzzles-few", found=len(found), wanted=count)
    command = f"brettwerk puzzles make {name} --count {len(found)} --seed {seed} --pick {count}"
    write_whole(path, pick(name, command, games, found, count).encoded())


@puzzles_app.command()
def check(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Of this game; of all if not given.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", help="A file that was made, not the shipped one.")
    ] = None,
    nodes: Annotated[
        int, typer.Option("--nodes", min=1, help="Positions that a proof may look at.")
    ] = 200_000_000,
    lang: Lang = None,
) -> None:
    """Prove every puzzle anew, by the rules alone: exactly one first move reaches the goal.

    All that are shipped take a few minutes.

    \b
    Example:
      brettwerk puzzles check drei
    """
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    from brettwerk.cli.voice import Voice
    from brettwerk.puzzles.check import Fault, check_together
    from brettwerk.puzzles.check import check as prove

    voice, wrong = Voice(language_of(lang)), False
    console = Console(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    for collection in _collections(game, file):
        faults = list(check_together(collection))
        with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
            for puzzle in bar.track(collection.puzzles, description=collection.made.game):
                try:
                    prove(puzzle, nodes=nodes)
                except Fault as fault:
                    faults.append(fault)
        for found in faults:
            print(found.in_words(voice.language))
        title, count = voice.title(collection.made.game), len(collection.puzzles)
        print(voice("puzzles-checked", game=title, count=count, faults=len(faults)))
        wrong |= bool(faults)
    if wrong:
        raise typer.Exit(1)


def _collections(game: str | None, file: Path | None) -> "list[Collection]":
    from msgspec import DecodeError

    from brettwerk.puzzles.making import BadPuzzles
    from brettwerk.puzzles.puzzle import decoded, shipped

    if file is None:
        return [shipped(name) for name in ([named(game)] if game else NAMES)]
    try:
        return [decoded(file.read_bytes())]
    except (DecodeError, ValueError):
        raise BadPuzzles("puzzles-file", file=str(file)) from None


@puzzles_app.command()
def show(
    game: GameName,
    puzzle: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="One of them; without it they are listed.")
    ] = None,
    day: Annotated[
        str | None, typer.Option("--day", metavar="DATE", help="That of a day, or of today.")
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Also its solution.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """List the puzzles of a game, or show one of them.

    \b
    Examples:
      brettwerk puzzles show katarenga
      brettwerk puzzles show katarenga --day today --solution
    """
    from brettwerk.cli.voice import Voice
    from brettwerk.puzzles.daily import daily
    from brettwerk.puzzles.puzzle import shipped

    voice, collection = Voice(language_of(lang)), shipped(named(game))
    name = collection.made.game
    if day is not None:
        shown_puzzle = daily(name, _day(day))
    elif puzzle is not None:
        found = collection.by_id.get(puzzle.strip().lower())
        if found is None:
            raise BadOptions("puzzles-unknown", given=shown(puzzle), game=name)
        shown_puzzle = found
    else:
        _list(voice, collection, json)
        return
    if json:
        print_json(_facts(voice, collection, shown_puzzle))
    else:
        _print(voice, collection, shown_puzzle, solution)


def _day(text: str) -> date:
    if text.strip().lower() in ("today", "heute"):
        return date.today()
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise BadOptions("puzzles-day", given=shown(text)) from None


def _facts(voice: "Voice", collection: "Collection", puzzle: "Puzzle") -> dict[str, object]:
    from msgspec import to_builtins

    from brettwerk.puzzles.words import goal_words

    facts: dict[str, object] = to_builtins(puzzle)
    told = goal_words(puzzle, voice.language)
    return facts | {"grade": collection.grade(puzzle), "task": told}


def _list(voice: "Voice", collection: "Collection", json: bool) -> None:
    from brettwerk.puzzles.words import goal_words

    for puzzle in collection.puzzles:
        if json:
            print_json(_facts(voice, collection, puzzle))
            continue
        goal, grade = goal_words(puzzle, voice.language), collection.grade(puzzle)
        print(voice("puzzles-listed", id=puzzle.id, grade=grade, goal=goal))


def _print(voice: "Voice", collection: "Collection", puzzle: "Puzzle", solution: bool) -> None:
    from brettwerk.cli.screen import Screen
    from brettwerk.puzzles.words import goal_words

    screen = Screen(voice)
    screen.show(puzzle.start.scene)
    screen.write()
    screen.write(goal_words(puzzle, voice.language))
    screen.write(voice("puzzles-grade", grade=collection.grade(puzzle)))
    screen.write(puzzle.position)
    if solution:
        screen.write(voice("puzzles-solution", moves=" ".join(puzzle.solution)))
