"""`brettwerk match`: engines, levels and programs of others against each other."""

from __future__ import annotations

import sys
from math import inf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brettwerk.cli.choose import chosen_options, named
from brettwerk.cli.frame import BoardText, GameName, Json, Lang, Sets, Setup, language_of
from brettwerk.cli.output import path_of, print_json
from brettwerk.errors import BadOptions
from brettwerk.texts import shown

if TYPE_CHECKING:
    from brettwerk.arena.results import Standing
    from brettwerk.arena.statistics import Sprt
    from brettwerk.arena.store import Store
    from brettwerk.arena.terms import Bank, Terms
    from brettwerk.arena.verdict import Verdict
    from brettwerk.cli.voice import Voice

GAMES = 100
INTERRUPTED = 130


def match(
    game: GameName,
    contestants: Annotated[
        list[str],
        typer.Argument(
            metavar="CONTESTANT…",
            help="engine, engine:WEIGHTS, level:1 to level:10, mcts, random, command:…; or NAME=….",
        ),
    ],
    games: Annotated[
        int | None,
        typer.Option("--games", min=1, help="How many games, rounded up to whole openings (100)."),
    ] = None,
    openings: Annotated[
        int | None,
        typer.Option("--openings", min=1, help="How many openings, each played in all seatings."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Time for a move; 0.1 if nothing is said.")
    ] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", help="Nodes for a move.")] = None,
    depth: Annotated[int | None, typer.Option("--depth", help="Plies deep for a move.")] = None,
    clock: Annotated[
        str | None, typer.Option("--clock", metavar="S+I", help="A clock for the game: 60+0.5.")
    ] = None,
    opening_plies: Annotated[
        int, typer.Option("--opening-plies", min=0, max=100, help="Random moves to begin with.")
    ] = 4,
    max_plies: Annotated[
        int, typer.Option("--max-plies", min=1, help="A game this long is called a draw.")
    ] = 400,
    seed: Annotated[int, typer.Option("--seed", help="Another seed, other openings.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help="Games at a time.")] = 1,
    save: Annotated[
        str | None,
        typer.Option("--save", metavar="FILE", help="Keep the games here, and go on from here."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar="ELO0,ELO1", help="Stop when it is clear which it is."),
    ] = None,
    grace: Annotated[
        float, typer.Option("--grace", min=0, help="Seconds that programs may take longer.")
    ] = 2.0,
    sets: Sets = None,
    board: BoardText = None,
    setup: Setup = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Let engines, levels and programs play each other, and tell who is stronger.

    Every opening is played in all seatings. Boards are drawn by lot unless one is given. With
    --save the games are kept as they end, and the same command goes on after an interruption.

    \b
    Examples:
      brettwerk match abalone level:3 level:4 --games 100 --jobs 2 --save a34.jsonl
      brettwerk match triapon engine mcts mcts --seconds 0.5
      brettwerk match drei old=command:./old new=command:./new --sprt 0,10
    """
    from brettwerk.arena.store import Store
    from brettwerk.arena.terms import Terms
    from brettwerk.arena.verdict import Verdict
    from brettwerk.cli.voice import Voice

    name = named(game)
    bank = _bank(clock)
    terms = Terms(
        name,
        tuple(contestants),
        limit=_limit(seconds, nodes, depth, bank),
        bank=bank,
        options=chosen_options(name, sets, board, setup),
        seed=seed,
        opening_plies=opening_plies,
        most_plies=max_plies,
        grace=grace,
    )
    test = _sprt(sprt, terms)
    total = _total(terms, games, openings)
    voice = Voice(language_of(lang))
    path = path_of(save) if save else None
    with Store(path, terms) as store:
        finished = _play(terms, total, store, jobs, test)
        verdict = Verdict.of(terms, store.records.values(), test)
    if json:
        print_json(verdict.as_json())
    else:
        _print(voice, verdict)
    if not finished:
        how = (
            voice("arena-interrupted-saved", file=save) if save else voice("arena-interrupted-lost")
        )
        print(voice("arena-interrupted", games=len(verdict.results), how=how), file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


# -- what was typed -------------------------------------------------------------------------------
def _limit(seconds: float | None, nodes: int | None, depth: int | None, bank: Bank | None) -> Any:
    """The limit of a move; a tenth of a second where nothing is said."""
    from brettwerk.engine.report import Limit

    if seconds is None and nodes is None and depth is None:
        return None if bank else Limit(seconds=0.1)
    return Limit(seconds=seconds, nodes=nodes, depth=depth)


def _bank(text: str | None) -> Bank | None:
    from brettwerk.arena.terms import BadMatch, Bank

    if text is None:
        return None
    first, _, second = text.partition("+")
    try:
        return Bank(float(first), float(second or 0))
    except ValueError:
        raise BadMatch("arena-clock", given=shown(text)) from None


def _sprt(text: str | None, terms: Terms) -> Sprt | None:
    from brettwerk.arena.statistics import Sprt

    if text is None:
        return None
    if len(terms.names) != 2 or terms.face.players != 2:
        raise BadOptions("arena-sprt-two")
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise BadOptions("arena-sprt", given=shown(text)) from None
    if not -1000 <= low < high <= 1000:
        raise BadOptions("arena-sprt", given=shown(text))
    return Sprt(low, high)


def _total(terms: Terms, games: int | None, openings: int | None) -> int:
    if openings is None:
        return terms.whole_sets(games or GAMES)
    if games is not None:
        raise BadOptions("arena-games-openings")
    return openings * len(terms.seatings)


# -- playing --------------------------------------------------------------------------------------
def _play(terms: Terms, total: int, store: Store, jobs: int, test: Sprt | None) -> bool:
    """Play what is missing, with a bar that shows how far it is; whether nobody interrupted it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    from brettwerk.arena.results import Result, Standing
    from brettwerk.arena.run import play_match

    standing = Standing(terms.names, map(Result.of, store.records.values()))
    columns = (BarColumn(), MofNCompleteColumn(), Remaining(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)

        def enough() -> bool:
            bar.update(task, completed=len(store.records), description=_score(standing))
            return test is not None and test.verdict(standing.pairs) != "open"

        try:
            play_match(
                terms,
                total,
                store,
                jobs=jobs,
                enough=enough,
                told=lambda record: standing.add(Result.of(record)),
            )
        except KeyboardInterrupt:
            return False
    return True


def _score(standing: Standing) -> str:
    return "  ".join(f"{tally.name} {float(tally.score):.1f}" for tally in standing.tallies)


# -- telling it -----------------------------------------------------------------------------------
def _print(voice: Voice, verdict: Verdict) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    terms = verdict.terms
    title = voice(
        "arena-title",
        game=voice.title(terms.game),
        games=len(verdict.results),
        limit=_limit_told(voice, terms),
    )
    table = Table()
    columns = _columns(verdict)
    table.add_column("")
    for column in columns:
        table.add_column(voice(f"arena-column-{column}"), justify="right")
    for at, tally in enumerate(verdict.tallies):
        row = (cells[at] for cells in columns.values())
        table.add_row(Text(tally.name), *row)
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(title)
    console.print(table)
    for line in _sentences(voice, verdict):
        console.print(line, soft_wrap=not console.is_terminal)


def _columns(verdict: Verdict) -> dict[str, list[str]]:
    """The cells of the table by column."""
    tallies = verdict.tallies
    columns = {
        "games": [f"{t.games}" for t in tallies],
        "wins": [f"{t.wins}" for t in tallies],
        "shared": [f"{t.shared}" for t in tallies],
        "losses": [f"{t.losses}" for t in tallies],
        "score": [f"{float(t.score / max(t.games, 1)):.1%}" for t in tallies],
    }
    if verdict.terms.face.scores:
        columns["points"] = [f"{t.points}" for t in tallies]
    if any(t.forfeits for t in tallies):
        columns["forfeits"] = [f"{t.forfeits.total()}" for t in tallies]
    if found := verdict.ratings:
        columns["rating"] = [
            f"{found[t.name].strength:.2f} ± {found[t.name].margin:.2f}" for t in tallies
        ]
    return columns


def _limit_told(voice: Voice, terms: Terms) -> str:
    if terms.bank:
        bank = terms.bank
        return voice(
            "arena-clock-told", seconds=f"{bank.seconds:g}", increment=f"{bank.increment:g}"
        )
    given: dict[str, Any] = terms.as_json()["limit"]
    told = (
        voice("arena-limit-told", value=f"{value:g}", unit=voice(f"arena-unit-{name}"))
        for name, value in given.items()
    )
    return ", ".join(told)


def _sentences(voice: Voice, verdict: Verdict) -> list[str]:
    """What the table does not say: Elo, the test, why games were forfeited."""
    lines = []
    if elo := verdict.elo:
        first, second = verdict.terms.names
        value, low, high = (_signed(x) for x in (elo.value, elo.low, elo.high))
        pairs = "/".join(map(str, verdict.pairs))
        lines.append(
            voice("arena-elo", name=first, other=second, elo=value, low=low, high=high, pairs=pairs)
        )
    if verdict.sprt:
        lines.append(_sprt_told(voice, verdict, verdict.sprt))
    for tally in verdict.tallies:
        for reason, count in tally.forfeits.most_common(5):
            lines.append(voice("arena-forfeit", name=tally.name, count=count, reason=reason))
    return lines


def _signed(elo: float) -> str:
    return ("+∞" if elo > 0 else "−∞") if abs(elo) == inf else f"{round(elo):+d}".replace("-", "−")


def _sprt_told(voice: Voice, verdict: Verdict, sprt: Sprt) -> str:
    low, high = sprt.bounds
    return voice(
        f"arena-sprt-{sprt.verdict(verdict.pairs)}",
        name=verdict.terms.names[0],
        elo0=f"{sprt.elo0:g}",
        elo1=f"{sprt.elo1:g}",
        llr=f"{sprt.llr(verdict.pairs) if sum(verdict.pairs) else 0:.2f}",
        low=f"{low:.2f}",
        high=f"{high:.2f}",
    )
