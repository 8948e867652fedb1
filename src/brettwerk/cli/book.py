"""`brettwerk book`: makes the opening book of a game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from typer import Option

from brettwerk.cli.choose import parse_options
from brettwerk.cli.options import Count, GameName, GameOptions, NewFile
from brettwerk.cli.output import expand_path, progress_bar, write_atomically
from brettwerk.core.game import Game, GameDefinition
from brettwerk.core.registry import definition, find_name
from brettwerk.errors import BadOptions


def book(
    *,
    game: GameName,
    out: NewFile,
    save: Annotated[Path, Option(metavar="FILE")],
    each: Annotated[str | None, Option(metavar="NAME")] = None,
    positions: Count = 100,
    nodes: Count = 4_000_000,
    options: GameOptions,
) -> None:
    """Search a tree of openings, and write the book of all that were searched."""
    from msgspec import json

    from brettwerk.search.book_making import BookTree, book_of, grow, rows_in

    kind = definition(find_name(game))
    given = parse_options(kind.name, *options)
    wanted = [Game(kind, values) for values in _starts(kind, given, each)]
    file = expand_path(str(save))
    known = {row.key: row for row in rows_in(_lines(file))}
    begun = {Game(kind, row.options) for row in known.values() if row.game == kind.name}
    sizes = dict.fromkeys(sorted(begun, key=repr), 0)
    trees: list[BookTree] = []
    with progress_bar() as bar, file.open("a") as kept:
        task = bar.add_task(kind.name, total=positions * len(wanted))
        for start, size in (sizes | dict.fromkeys(wanted, positions)).items():
            trees.append(BookTree(start))
            for row in grow(trees[-1], size, nodes, known):
                kept.write(row.as_json())
                kept.flush()
                bar.advance(task)
    made = json.encode(book_of(trees, nodes))
    write_atomically(expand_path(str(out)), made + b"\n")


def _lines(file: Path) -> list[str]:
    """Return the lines of a file, none if there is no such file."""
    return file.read_text().splitlines(keepends=True) if file.exists() else []


def _starts(
    kind: GameDefinition, given: dict[str, object], each: str | None
) -> Iterator[dict[str, object]]:
    """Yield the options of each start: as given, or with each word for one of them."""
    if each is None:
        yield given
        return
    choices = next((option.choices for option in kind.option_specs if option.name == each), ())
    if not choices:
        raise BadOptions("book-each", option=each, game=kind.name)
    yield from ({**given, each: choice} for choice in choices)
