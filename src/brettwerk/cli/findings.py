"""`brettwerk known`: findings about the games, shown and computed again."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from brettwerk.cli.app import App
from brettwerk.cli.choose import resolve_name
from brettwerk.cli.options import Folder, GameOrAll, Jobs, Json, Seed
from brettwerk.cli.output import print_json, progress_bar
from brettwerk.cli.shared import translator
from brettwerk.core.registry import names
from brettwerk.errors import BadOptions, MissingPart
from brettwerk.i18n import truncate

if TYPE_CHECKING:
    from brettwerk.findings import ReportSection
    from brettwerk.findings.plans import SamplingPlan

known_app = App("known")
COLLECTION_GAMES, COLLECTION_NODES = 150, 3000


@known_app.add()
def show(
    game: GameOrAll = None,
    json: Json = False,
    numbers: Annotated[bool, Option("--numbers")] = False,
) -> None:
    """Tell what is known of a game, each fact with the command that computes it again."""
    import msgspec

    from brettwerk.findings import load_facts
    from brettwerk.findings.report import sections

    t = translator()
    for name in _chosen(game):
        facts = load_facts(name)
        if json:
            print_json(msgspec.to_builtins(facts, str_keys=True))
        else:
            headline = f"{name}-known-headline"
            told = [t(headline) + "\n"] if t.has(headline) else []
            told += (_lines(one, numbers) for one in sections(facts, t.language))
            print("\n".join(told))


def _lines(section: "ReportSection", numbers: bool) -> str:
    """Return a section as text."""
    mark = "=" if section.depth == 2 else "-"
    lines = [section.title, mark * len(section.title), *section.sentences]
    if section.table and (numbers or section.kind == "open"):
        lines += _columns([section.table.head, *section.table.rows])
    lines += [f"  {words}" for words, _ in section.links]
    if section.command:
        lines.append(f"  $ {section.command}")
    return "\n".join(lines) + "\n"


def _columns(rows: list[tuple[str, ...]]) -> list[str]:
    """Return a table as aligned lines."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    padded = ((cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return [f"  {'  '.join(cells)}".rstrip() for cells in padded]


@known_app.add()
def make(
    game: GameOrAll = None,
    into: Folder = Path("known"),
    plan: str | None = None,
    games: Annotated[int | None, Option(min=1)] = None,
    nodes: Annotated[int | None, Option(min=1)] = None,
    seed: Annotated[int | None, Option(min=0)] = None,
    date: Annotated[str | None, Option(metavar="DATE")] = None,
    jobs: Jobs = 1,
    exact: Annotated[bool, Option("--exact")] = False,
) -> None:
    """Compute all facts again, by solvers and self-play, and write them into a folder."""
    from brettwerk.findings.generate import make_exact

    for name in _chosen(game):
        folder = into / name
        folder.mkdir(parents=True, exist_ok=True)
        if exact:
            make_exact(name, folder)
        else:
            _make(
                _plans(name, plan, (games, nodes, seed)),
                folder,
                date or f"{datetime.now(UTC):%Y-%m-%d}",
                jobs,
            )


@known_app.add()
def games(
    game: GameOrAll = None,
    into: Folder = Path("known"),
    games: Annotated[int, Option(min=1)] = COLLECTION_GAMES,
    nodes: Annotated[int, Option(min=1)] = COLLECTION_NODES,
    seed: Seed = 1,
    jobs: Jobs = 1,
) -> None:
    """Play games of the engine for the explorer: of every set-up, or of games without findings."""
    from brettwerk.findings.plans import collection_plans

    for name in names() if game is None else [resolve_name(game)]:
        folder = into / name
        folder.mkdir(parents=True, exist_ok=True)
        plans = collection_plans(name, games, nodes, seed)
        _play_collection(plans, folder, jobs)


def _play_collection(plans: "list[SamplingPlan]", folder: Path, jobs: int) -> None:
    from brettwerk.findings.generate import make_games

    with progress_bar() as bar:
        tasks = {
            plan.name: bar.add_task(f"{plan.game} {plan.name}", total=plan.games) for plan in plans
        }
        make_games(plans, folder, jobs=jobs, on_game=lambda plan: bar.advance(tasks[plan.name]))


def _chosen(game: str | None) -> list[str]:
    from brettwerk.findings import has_facts

    return list(filter(has_facts, names())) if game is None else [resolve_name(game)]


def _plans(
    game: str, only: str | None, numbers: tuple[int | None, int | None, int | None]
) -> "list[SamplingPlan]":
    from brettwerk.findings.plans import plans_of

    plans = plans_of(game)
    if not plans:
        raise MissingPart("missing-plans", game=game)
    if only and only not in (plan.name for plan in plans):
        plan_names = ", ".join(plan.name for plan in plans)
        raise BadOptions("known-no-plan", given=truncate(only), known=plan_names)
    return [plan.with_numbers(*numbers) for plan in plans if only in (None, plan.name)]


def _make(plans: "list[SamplingPlan]", folder: Path, date: str, jobs: int) -> None:
    from brettwerk.findings.generate import make as made
    from brettwerk.version import __version__

    with progress_bar() as bar:
        tasks = {
            plan.name: bar.add_task(f"{plan.game} {plan.name}", total=plan.games) for plan in plans
        }
        made(
            plans,
            folder,
            lambda plan: plan.how(date, __version__),
            jobs=jobs,
            on_game=lambda plan: bar.advance(tasks[plan.name]),
        )
