"""`brettwerk analyse`: the best moves of a position, an annotated game, answers for programs."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from typer import Argument, Option

from brettwerk.cli.choose import make_game
from brettwerk.cli.options import GameOptions, Json, Moves, RecordNumber
from brettwerk.cli.output import STDOUT, expand_path, print_json, status, write_output
from brettwerk.cli.shared import translator
from brettwerk.cli.sources import check_unset, nth_record, play_typed, ply_of, read_source
from brettwerk.core.position_text import is_position
from brettwerk.core.registry import position
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate

if TYPE_CHECKING:
    from brettwerk.core.game import Position
    from brettwerk.i18n import Translator
    from brettwerk.records import Record
    from brettwerk.search.report import Analysis, Line

SECONDS = 1.0
SECONDS_PER_MOVE = 0.3  # of an annotated game


class AnalysisOptions(NamedTuple):
    """The options of the engine, None where not given."""

    seconds: Annotated[
        float | None, Option(help="How long to think; 1, or 0.3 a move of a whole game.")
    ] = None
    nodes: Annotated[int | None, Option(help="How many positions.")] = None
    depth: Annotated[int | None, Option(help="How many plies deep.")] = None
    lines: Annotated[int, Option(min=1, max=1000, help="How many of the best moves.")] = 3
    threads: Annotated[int, Option(min=1, max=256, help="Cores.")] = 1
    level: Annotated[int | None, Option(min=1, max=10, help="As this level plays.")] = None

    def for_engine(self, seconds: float) -> dict[str, Any]:
        """Return the given options, with a default limit unless there is a limit or a level."""
        found = {name: value for name, value in self._asdict().items() if value is not None}
        unlimited = not found.keys() & {"seconds", "nodes", "depth", "level"}
        return found | ({"seconds": seconds} if unlimited else {})


def analyse(
    *,
    what: Annotated[
        list[str] | None,
        Argument(
            metavar="WHAT", help="A game, the text of a position, a file with a record, or -."
        ),
    ] = None,
    engine: AnalysisOptions,
    moves: Moves = "",
    at: Annotated[
        int | None, Option(metavar="PLY", help="Only the position after this ply of a record.")
    ] = None,
    record: RecordNumber = 1,
    save: Annotated[
        str | None, Option(metavar="FILE", help="Write the annotated record into this file.")
    ] = None,
    options: GameOptions,
    json: Json = False,
) -> None:
    """Find the best moves of a position, or annotate a whole game.

    Of a record every move is judged: where the game turned and what was better is written into
    it as comments. With --json alone, requests are read from standard input, one a line, and
    each is answered with one (docs/engines.md): so the engine plays in any arena.

    \b
    Examples:
      brettwerk analyse abalone --seconds 2 --lines 5
      brettwerk analyse drei --board random:7 --moves 'd4 e6'
      brettwerk analyse game.pgn --save annotated.pgn
      brettwerk analyse game.pgn --at 12
      echo '{"game": "drei", "limit": {"seconds": 1}}' | brettwerk analyse --json
    """
    t = translator()
    if not what:
        _serve(json)
        return
    source = " ".join(what)
    text = read_source(source)
    if text is not None:
        check_unset(options, "analyse-options")
    found = None if text is None or is_position(text) else nth_record(text, record)
    if found and at is None and not moves:
        _annotate(t, found, engine, save, json)
        return
    for option, value in (("--save", save), ("--at", None if found else at)):
        if value is not None:
            raise BadOptions("analyse-record-only", option=option, given=truncate(source))
    if found:
        start = list(found.positions())[ply_of(found, at)]
    else:
        start = make_game(source, *options).start() if text is None else position(text)
    _print(t, _think(t, play_typed(start, moves), engine), json)


def _serve(json: bool) -> None:
    """Answer the requests of programs."""
    if not json:
        raise BadOptions("analyse-what")
    from brettwerk.analyst import Analyst
    from brettwerk.cli.referee import serve

    with suppress(KeyboardInterrupt):
        serve(sys.stdin.buffer, sys.stdout.buffer, Analyst().answer)


# -- analysis -------------------------------------------------------------------------------------
def _engine() -> Any:
    """Return the engine, which takes a moment to import."""
    from brettwerk.analyst import analyse_or_choose

    return analyse_or_choose


def _prepare(t: "Translator", game: str) -> None:
    """Compile the engine if necessary, with a message that it takes seconds."""
    from brettwerk.search.jit_warmup import is_compiled, warm

    if not is_compiled(game):
        print(t("analyse-preparing"), file=sys.stderr)
        with status():
            warm(game)


def _think(t: "Translator", position: "Position", options: AnalysisOptions) -> "Analysis":
    """Analyse a position and show the progress."""
    _prepare(t, position.game.name)
    with status() as spinner:

        def show(found: "Analysis") -> None:
            moves = " ".join(move.text for move in found.lines[0].moves[:8])
            spinner.update(f"{found.depth}: {moves}")

        found: Analysis = _engine()(position, **options.for_engine(SECONDS), progress=show)
    return found


def _annotate(
    t: "Translator", record: "Record", options: AnalysisOptions, save: str | None, json: bool
) -> None:
    from brettwerk.records import to_json, write_jsonl, write_record
    from brettwerk.search.review import annotated, review, summary

    given = options._replace(lines=1).for_engine(SECONDS_PER_MOVE)
    _prepare(t, record.game.name)
    with status() as spinner:
        found = review(
            record,
            lambda position: _engine()(position, **given),
            lambda done, of: spinner.update(f"{done}/{of}"),
        )
    written = annotated(found, t.language)
    if save:
        is_json = expand_path(save).suffix.lower() in (".json", ".jsonl")
        text = "".join(write_jsonl([written])) if is_json else write_record(written)
        write_output(save, text.encode())
    if json:
        print_json(to_json(written))
    elif save and save != STDOUT:
        print("\n".join(summary(found, t.language)))
    elif not save:
        print(write_record(written), end="")


# -- output ---------------------------------------------------------------------------------------
def _print(t: "Translator", found: "Analysis", json: bool) -> None:
    if json:
        from brettwerk.analyst import as_json

        print_json(as_json(found))
        return
    from brettwerk.cli.screen import Screen

    screen = Screen(t)
    if not found.lines:
        from brettwerk.cli.outcome_text import status_text

        screen.write(status_text(t, found.position, found.position.outcome))
        return
    screen.columns(_row(t, found, line) for line in found.lines)
    if found.nodes:  # a solver searches none
        screen.print_message(
            "analyse-found",
            depth=found.depth,
            nodes=f"{found.nodes:,}",
            seconds=f"{found.seconds:.2f}",
        )


def _row(t: "Translator", found: "Analysis", line: "Line") -> tuple[str, ...]:
    """Return the columns of a line: its move, score, score in words, and continuation."""
    from brettwerk.search.explain import line_words, unit_of

    position = found.position
    words = line_words(position, line, t.language, unit_of(position.game))
    score = t("analyse-proven") if line.exact else f"{line.score[position.turn]:+.2f}"
    return line.move.text, score, words, " ".join(move.text for move in line.moves[1:])
