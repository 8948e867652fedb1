"""`brettwerk course`: finds the positions of a game's course, and the games that it shows."""

from pathlib import Path
from typing import Annotated

from typer import Option

from brettwerk.cli.app import App
from brettwerk.cli.options import Count, GameName, Seed
from brettwerk.cli.output import expand_path, write_atomically
from brettwerk.core.registry import definition, find_name

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
    from brettwerk.findings.files import ENDING, game_files, read_games
    from brettwerk.learn.course import chapters
    from brettwerk.learn.course_making import candidates, make_course, written

    name = find_name(game)
    files = game_files(definition(name))
    chosen = [file for file in files if plan is None or file.name == f"{plan}{ENDING}"]
    records = [one for file in chosen for one in read_games(file)]
    found = list(candidates(records, nodes=nodes, every=every, most=most))
    how = f"brettwerk course make {name} --nodes {nodes} --every {every} --most {most}"
    how += f" --plan {plan}" if plan else ""
    course = make_course(name, chapters(name), found, how, nodes)
    write_atomically(expand_path(str(out)), written(course))
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
    from brettwerk.findings.files import load_games
    from brettwerk.i18n import LANGUAGES
    from brettwerk.learn.model_games import find_model_games, played_games, written_model
    from brettwerk.records import write_records

    name = find_name(game)
    records = load_games(name, plan) if plan else played_games(name, count, seed)
    found = list(find_model_games(records, nodes))
    for language in LANGUAGES:
        made = [written_model(theme, review, language) for theme, review in found]
        path = expand_path(str(into / language / "games.pgn"))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, "".join(write_records(made)).encode())
    for theme, review in found:
        print(f"{theme:8} {len(review.judgements)} plies")
