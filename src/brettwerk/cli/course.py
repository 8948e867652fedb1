"""`brettwerk course`: finds the positions of a game's course, and the games that it shows."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from brettwerk.cli.app import App
from brettwerk.cli.options import Count, GameName, Seed
from brettwerk.cli.output import expand_path, write_atomically
from brettwerk.core.registry import definition, find_name
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate

if TYPE_CHECKING:
    from brettwerk.records import Record

course_app = App("course")


@course_app.add()
def make(
    game: GameName,
    out: Annotated[Path, Option(metavar="FILE")],
    nodes: Count = 40_000,
    every: Count = 3,
    most: Count = 150,
    plan: str | None = None,
) -> None:
    """Find the positions of a course in the engine's own games, and write them."""
    from brettwerk.learn.course import chapters
    from brettwerk.learn.course_making import candidates, make_course, written

    name, file = find_name(game), expand_path(str(out))
    file.parent.stat()  # raises now rather than when all is found
    found = list(candidates(_own_games(name, plan), nodes=nodes, every=every, most=most))
    how = f"brettwerk course make {name} --nodes {nodes} --every {every} --most {most}"
    how += f" --plan {plan}" if plan else ""
    course = make_course(name, chapters(name), found, how, nodes)
    write_atomically(file, written(course))
    for chapter, positions in course.chapters.items():
        print(f"{chapter:20} {len(positions)}")


@course_app.add()
def games(
    game: GameName,
    into: Annotated[Path, Option(metavar="FOLDER")],
    nodes: Count = 20_000,
    count: Count = 30,
    seed: Seed = 1,
    plan: str | None = None,
) -> None:
    """Let levels play games, choose three, and write them with comments in every language."""
    from brettwerk.i18n import LANGUAGES
    from brettwerk.learn.model_games import find_model_games, played_games, written_model
    from brettwerk.records import write_records

    name = find_name(game)
    records = _own_games(name, plan) if plan else played_games(name, count, seed)
    found = list(find_model_games(records, nodes))
    for language in LANGUAGES:
        made = [written_model(theme, review, language) for theme, review in found]
        path = expand_path(str(into / language / "games.pgn"))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, "".join(write_records(made)).encode())
    for theme, review in found:
        print(f"{theme:8} {len(review.judgements)} plies")


def _own_games(game: str, plan: str | None) -> "list[Record]":
    """Return the engine's own games of a plan, or of all; BadOptions if the plan is unknown."""
    from brettwerk.findings.files import ENDING, game_files, read_games

    files = {file.name.removesuffix(ENDING): file for file in game_files(definition(game))}
    if plan is not None and plan not in files:
        raise BadOptions("known-no-plan", given=truncate(plan), known=", ".join(files))
    chosen = files.values() if plan is None else [files[plan]]
    return [record for file in chosen for record in read_games(file)]
