"""`brettwerk match`: engines, levels and external programs against each other."""

import sys
from collections.abc import Sequence
from contextlib import closing
from math import inf
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from typer import Argument, Option

from brettwerk.cli.choose import parse_options, resolve_name
from brettwerk.cli.interrupt import INTERRUPTED
from brettwerk.cli.options import Count, File, FileName, GameName, GameOptions, Jobs, Json, OnRay
from brettwerk.cli.output import console, expand_path, print_json, print_table, progress_bar
from brettwerk.cli.shared import translator
from brettwerk.errors import BadOptions, MatchError
from brettwerk.i18n import Translator, truncate

if TYPE_CHECKING:
    from brettwerk.arena.config import MatchConfig
    from brettwerk.arena.match_file import MatchFile
    from brettwerk.arena.report import MatchReport
    from brettwerk.arena.results import Scoreboard
    from brettwerk.arena.statistics import Sprt
    from brettwerk.match import TimeControl
    from brettwerk.records import Record
    from brettwerk.search.report import Limit

GAMES = 100


class GameSettings(NamedTuple):
    """How each game is played."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: Annotated[str | None, Option(metavar="S+I")] = None
    opening_plies: Annotated[int, Option(min=0, max=100)] = 4
    max_plies: Count = 400
    starts: Annotated[bool, Option("--starts")] = False
    seed: int = 0
    grace: Annotated[float, Option(min=0)] = 2.0
    stderr: File = None

    @property
    def limit(self) -> "Limit | None":
        """The limit of a move; by default a tenth of a second, unless there is a clock."""
        from brettwerk.search.report import Limit

        if self.seconds is self.nodes is self.depth is None:
            return None if self.clock else Limit(seconds=0.1)
        return Limit(seconds=self.seconds, nodes=self.nodes, depth=self.depth)

    @property
    def time_control(self) -> "TimeControl | None":
        """The clock of a game, if there is one."""
        from brettwerk.arena.config import BadMatch
        from brettwerk.match import TimeControl

        if self.clock is None:
            return None
        base, _, increment = self.clock.partition("+")
        try:
            return TimeControl(float(base), float(increment or 0))
        except (ValueError, MatchError):
            raise BadMatch("arena-clock", given=truncate(self.clock)) from None

    def config(self, game: str, contestants: Sequence[str], options: GameOptions) -> "MatchConfig":
        """Return the configuration of a match."""
        from brettwerk.arena.config import MatchConfig

        return MatchConfig(
            game,
            tuple(contestants),
            time_control=self.time_control,
            limit=self.limit,
            options=parse_options(game, *options),
            seed=self.seed,
            opening_plies=self.opening_plies,
            most_plies=self.max_plies,
            grace=self.grace,
            starts=self.starts,
            stderr=expand_path(str(self.stderr)) if self.stderr else None,
        )


class MatchFiles(NamedTuple):
    """Where the games of a match are saved, and by how many processes or where they are played."""

    save: FileName = None
    jobs: Jobs = 1
    ray: OnRay = False


def match(
    *,
    game: GameName,
    contestants: Annotated[list[str], Argument(metavar="PLAYER")],
    games: Annotated[int | None, Option(min=1)] = None,
    openings: Annotated[int | None, Option(min=1)] = None,
    settings: GameSettings,
    files: MatchFiles,
    options: GameOptions,
    json: Json = False,
) -> None:
    """Let engines, levels and programs play each other, and tell who is stronger."""
    config = settings.config(resolve_name(game), contestants, options)
    run_match(config, _total(config, games, openings), files, json=json)


def run_match(
    config: "MatchConfig",
    total: int,
    files: MatchFiles,
    *,
    test: "Sprt | None" = None,
    json: bool = False,
) -> None:
    """Play the games that are missing, and print the report; Ctrl-C keeps what was played."""
    from brettwerk.arena.match_file import MatchFile
    from brettwerk.arena.players import check_programs
    from brettwerk.arena.report import MatchReport

    t = translator()
    path = expand_path(files.save) if files.save else None
    if config.stderr:
        config.stderr.open("ab").close()  # raises now rather than in a thread
    with closing(MatchFile(path, config)) as file:
        if len(file.records) < total:
            check_programs(config)
        finished = play_missing(config, total, file, files.jobs, test, ray=files.ray)
        report = MatchReport.of(config, file.records.values(), test)
    if json:
        print_json(report.as_json())
    else:
        _print(t, report)
    if not finished:
        _print_interrupted(t, report, files.save)
        raise typer.Exit(INTERRUPTED)


# -- options --------------------------------------------------------------------------------------
def _total(config: "MatchConfig", games: int | None, openings: int | None) -> int:
    if openings is None:
        return config.round_up(games or GAMES)
    if games is not None:
        raise BadOptions("arena-games-openings")
    return openings * len(config.seatings)


# -- playing --------------------------------------------------------------------------------------
def play_missing(
    config: "MatchConfig",
    total: int,
    file: "MatchFile",
    jobs: int,
    test: "Sprt | None" = None,
    *,
    ray: bool = False,
) -> bool:
    """Play the missing games with a progress bar; return False if interrupted."""
    from brettwerk.arena.results import Result, Scoreboard
    from brettwerk.arena.runner import play_match

    scores = Scoreboard(config.names, map(Result.of, file.records.values()))
    with progress_bar() as bar:
        task = bar.add_task("", total=total)

        def is_decided() -> bool:
            bar.update(task, completed=len(file.records), description=_score_line(scores, test))
            return test is not None and test.verdict(scores.pairs) != "open"

        def add(record: "Record") -> None:
            scores.add(Result.of(record))

        try:
            play_match(config, total, file, jobs=jobs, ray=ray, is_decided=is_decided, on_game=add)
        except KeyboardInterrupt:
            return False
    return True


def _score_line(scores: "Scoreboard", test: "Sprt | None") -> str:
    """Return the score, and how far a test has come."""
    parts = [f"{tally.name} {float(tally.score):.1f}" for tally in scores.tallies]
    if test and any(scores.pairs):
        low, high = test.bounds
        parts.append(f"LLR {test.llr(scores.pairs):+.2f} ({low:.2f}, {high:.2f})")
    return "  ".join(parts)


# -- output ---------------------------------------------------------------------------------------
def _print_interrupted(t: Translator, report: "MatchReport", save: str | None) -> None:
    key = "arena-interrupted-saved" if save else "arena-interrupted-lost"
    text = t("arena-interrupted", count=len(report.results), how=t(key, file=save))
    print(text, file=sys.stderr)


def _print(t: Translator, report: "MatchReport") -> None:
    title = t(
        "arena-title",
        game=t.title(report.config.game),
        count=len(report.results),
        limit=limit_text(t, report.config),
    )
    out, columns = console(), _columns(report)
    out.print(title)
    names = (tally.name for tally in report.scores.tallies)
    head = ("", *(t(f"arena-column-{column}") for column in columns))
    print_table("", head, zip(names, *columns.values(), strict=True))
    for line in _sentences(t, report):
        out.print(line, soft_wrap=not out.is_terminal)


def _columns(report: "MatchReport") -> dict[str, list[str]]:
    """Return the cells of the table by column."""
    tallies = report.scores.tallies
    counts = ("games", "wins", "shared", "losses")
    columns = {name: [str(getattr(tally, name)) for tally in tallies] for name in counts}
    columns["score"] = [f"{float(tally.score / max(tally.games, 1)):.1%}" for tally in tallies]
    if report.config.definition.scores:
        columns["points"] = [f"{tally.points}" for tally in tallies]
    if any(tally.forfeits for tally in tallies):
        columns["forfeits"] = [f"{tally.forfeits.total()}" for tally in tallies]
    if found := report.ratings:
        ratings = (found[tally.name] for tally in tallies)
        columns["rating"] = [f"{one.strength:.2f} ± {one.margin:.2f}" for one in ratings]
    return columns


def limit_text(t: Translator, config: "MatchConfig") -> str:
    if clock := config.time_control:
        return t("arena-clock-told", count=clock.base_seconds, increment=clock.increment)
    assert config.limit
    limits = config.limit.as_json().items()
    return ", ".join(t(f"arena-limit-{name}", count=value) for name, value in limits)


def _sentences(t: Translator, report: "MatchReport") -> list[str]:
    """Return what the table does not show: Elo, the test, the reasons of forfeits."""
    lines = []
    if elo := report.elo:
        first, second = report.config.names
        value, low, high = (_signed(x) for x in (elo.value, elo.low, elo.high))
        pairs = "/".join(map(str, report.scores.pairs))
        lines.append(
            t("arena-elo", name=first, other=second, elo=value, low=low, high=high, pairs=pairs)
        )
    if report.sprt:
        lines.append(_sprt_text(t, report, report.sprt))
    for tally in report.scores.tallies:
        for reason, count in tally.forfeits.most_common(5):
            lines.append(t("arena-forfeit", name=tally.name, count=count, reason=reason))
    return lines


def _signed(elo: float) -> str:
    return ("+∞" if elo > 0 else "−∞") if abs(elo) == inf else f"{round(elo):+d}".replace("-", "−")


def _sprt_text(t: Translator, report: "MatchReport", sprt: "Sprt") -> str:
    low, high = sprt.bounds
    return t(
        f"arena-sprt-{sprt.verdict(report.scores.pairs)}",
        name=report.config.names[0],
        elo0=f"{sprt.elo0:g}",
        elo1=f"{sprt.elo1:g}",
        llr=f"{sprt.llr(report.scores.pairs) if sum(report.scores.pairs) else 0:.2f}",
        low=f"{low:.2f}",
        high=f"{high:.2f}",
    )
