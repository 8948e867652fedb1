"""`brettwerk regret`: how much a player gives away, compared with perfect play."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from typer import Argument, Option

from brettwerk.cli.interrupt import keep_on_interrupt
from brettwerk.cli.options import Count, File, GameName, Json, Seed
from brettwerk.cli.output import print_json, print_table, status, write_output
from brettwerk.cli.own_code import load_own, told_errors
from brettwerk.cli.shared import translator
from brettwerk.core.registry import find_name
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate

if TYPE_CHECKING:
    from brettwerk.arena.turn import Player
    from brettwerk.core.game import Move, Position
    from brettwerk.research.questions import QuestionSet
    from brettwerk.research.regret import Mean, Policy, Regret, RegretReport, Share, Task
    from brettwerk.search.report import Limit

PYTHON = "python:"
GRACE = 2.0


class RegretOutput(NamedTuple):
    """How the result is shown and kept."""

    picture: File = None
    json: Json = False


def regret(
    *,
    game: GameName,
    players: Annotated[list[str] | None, Argument(metavar="PLAYER")] = None,
    nodes: Annotated[int | None, Option(min=1)] = None,
    seconds: Annotated[float | None, Option(min=0.001)] = None,
    positions: Count | None = None,
    everything: Annotated[bool, Option("--all")] = False,
    split: Annotated[str | None, Option(metavar="train|test")] = None,
    make: File = None,
    seed: Seed = 1,
    output: RegretOutput,
) -> None:
    """Compare players with perfect play on positions with exact answers."""
    from brettwerk.research.extras import needs

    needs("numba", "fast")
    name = find_name(game)
    if make:
        _make(name, make, positions or 1000, seed)
        return
    if not players:
        raise BadOptions("regret-players")
    asked = _chosen(name, positions, everything, split, seed)
    reports: list[RegretReport] = []
    with keep_on_interrupt(lambda: _show(reports, output)):
        # One by one, so that Ctrl-C finds those that are known.
        reports.extend(_examined(asked, player, nodes, seconds, seed) for player in players)
    _show(reports, output)


def _show(reports: "list[RegretReport]", output: RegretOutput) -> None:
    """Show the reports of the players that have been asked; after Ctrl-C these are not all."""
    if not reports:
        return
    if output.picture:
        _draw(reports, output.picture)
    if output.json:
        print_json([report.as_json() for report in reports])
    else:
        _print(reports)


def _make(name: str, file: Path, positions: int, seed: int) -> None:
    from brettwerk.research.questions import make_set, write_set

    with status() as spinner:
        made = make_set(name, positions, seed, lambda done: spinner.update(f"{name}: {done}"))
    write_set(made, file)
    print(translator()("regret-made", count=len(made.questions), file=file))


def _chosen(
    name: str, positions: int | None, everything: bool, split: str | None, seed: int
) -> "QuestionSet":
    """Return the questions that are asked."""
    from brettwerk.research.questions import all_set, shipped_set

    if split not in (None, "train", "test"):
        raise BadOptions("regret-split", given=truncate(str(split)))
    found = all_set(name, positions, seed) if everything else shipped_set(name)
    return found.part(split, None if everything else positions, seed)


def _examined(
    asked: "QuestionSet", player: str, nodes: int | None, seconds: float | None, seed: int
) -> "RegretReport":
    """Ask a player all questions."""
    from brettwerk.research.regret import examine, report
    from brettwerk.search.report import Limit

    limit = Limit(nodes=nodes, seconds=seconds) if nodes or seconds else Limit(nodes=100)
    policy = _python_policy(player) or _arena_policy(player, limit, seed)
    began = perf_counter()
    with status() as spinner:
        spinner.update(player)
        answers = examine(asked, policy)
    named = player if player.startswith(("random", "level", PYTHON)) else f"{player} {_told(limit)}"
    return report(asked, answers, named, perf_counter() - began)


def _told(limit: "Limit") -> str:
    return ", ".join(f"{name}={value:g}" for name, value in limit.as_json().items())


def _python_policy(player: str) -> "Policy | None":
    """Return the policy of `python:module:function`, a function from a position to a move."""
    from brettwerk.core.game import Move
    from brettwerk.research.regret import each

    if not player.startswith(PYTHON):
        return None
    function = load_own(player.removeprefix(PYTHON))
    if not callable(function):
        raise BadOptions("own-function", given=truncate(player))

    def choose(position: "Position") -> "Move | str":
        with told_errors(player):
            found = function(position)
        if not isinstance(found, Move | str):
            raise BadOptions("own-move", given=truncate(player), answer=truncate(repr(found)))
        return found

    return each(choose)


def _arena_policy(player: str, limit: "Limit", seed: int) -> "Policy":
    """Return the policy of a contestant of matches: a level, a program, a network …"""
    from brettwerk.arena.contestants import parse_contestant
    from brettwerk.arena.players import player_of

    made = player_of(parse_contestant(player), GRACE)

    def choose(tasks: "Sequence[Task]") -> "Iterator[Move]":
        try:
            yield from _answers(made, tasks, limit, seed)
        finally:
            made.close()

    return choose


def _answers(
    player: "Player", tasks: "Sequence[Task]", limit: "Limit", seed: int
) -> "Iterator[Move]":
    """Yield the moves of a player, which is told when another game begins."""
    from brettwerk.arena.turn import Turn

    game: Any = None
    for number, (position, moves) in enumerate(tasks):
        if position.game != game:
            game = position.game
            player.begin(game)
        yield player.choose(Turn(position, limit, seed * 1_000_003 + number, moves))


def _draw(reports: "Sequence[RegretReport]", file: Path) -> None:
    from brettwerk.research.regret_picture import picture

    write_output(str(file), picture(reports, translator()).encode())


def _print(reports: "Sequence[RegretReport]") -> None:
    t = translator()
    columns = ("positions", "won", "drawn", "move", "game-lost")
    head = ("", *(t(f"regret-{key}") for key in columns))
    rows = []
    for one in reports:
        rows.append((one.policy, *_row(one.total)))
        groups = {**one.by_split, **one.by_phase, **one.by_play} if len(reports) == 1 else {}
        rows += [(f"  {t(f'regret-group-{key}')}", *_row(part)) for key, part in groups.items()]
    print_table(t.title(reports[0].game), head, rows, t("regret-caption"))


def _row(found: "Regret") -> tuple[str, ...]:
    return (
        str(found.positions),
        _share(found.won_given_away),
        _share(found.drawn_given_away),
        _mean(found.lost_per_move),
        "—" if found.lost_per_game is None else _mean(found.lost_per_game),
    )


def _mean(found: "Mean") -> str:
    return f"{found.mean:.3f} ± {found.high - found.mean:.3f}"


def _share(found: "Share") -> str:
    if found.share is None:
        return "—"
    return f"{100 * found.share:.1f} % [{100 * found.low:.0f}–{100 * found.high:.0f}]"
