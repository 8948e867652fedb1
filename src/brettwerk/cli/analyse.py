"""`brettwerk analyse`: the best moves of a position, an annotated game, answers for programs."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from typer import Argument, Exit, Option

from brettwerk.cli.completion import complete_game
from brettwerk.cli.interrupt import INTERRUPTED
from brettwerk.cli.live import score_text, shown_live
from brettwerk.cli.options import FileName, GameOptions, Json, Ply, RecordNumber, Threads
from brettwerk.cli.output import STDOUT, expand_path, print_json, status, write_output
from brettwerk.cli.shared import translator
from brettwerk.cli.sources import find_source, play_typed, position_at
from brettwerk.core.game import Position
from brettwerk.errors import BadOptions
from brettwerk.i18n import Translator, truncate

if TYPE_CHECKING:
    from brettwerk.records import Record
    from brettwerk.search.report import Analysis, Line
    from brettwerk.search.review import Look

SECONDS = 1.0
SECONDS_PER_MOVE = 0.3  # of an annotated game


class AnalysisOptions(NamedTuple):
    """The options of the engine, None where not given."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    lines: Annotated[int, Option(min=1, max=1000)] = 3
    threads: Threads = 1
    level: Annotated[int | None, Option(min=1, max=10)] = None

    def for_engine(self, seconds: float) -> dict[str, Any]:
        """Return the given options, with a default limit unless there is a limit or a level."""
        found = {name: value for name, value in self._asdict().items() if value is not None}
        unlimited = not found.keys() & {"seconds", "nodes", "depth", "level"}
        return found | ({"seconds": seconds} if unlimited else {})


def analyse(
    *,
    what: Annotated[
        list[str] | None, Argument(metavar="WHAT", autocompletion=complete_game)
    ] = None,
    engine: AnalysisOptions,
    moves: str = "",
    at: Ply = None,
    record: RecordNumber = 1,
    save: FileName = None,
    options: GameOptions,
    json: Json = False,
) -> None:
    """Find the best moves of a position, or annotate a whole game."""
    t = translator()
    if not what:
        _serve(json)
        return
    source = " ".join(what)
    found = find_source(source, options, record)
    is_position = isinstance(found, Position)
    if not isinstance(found, Position) and at is None and not moves:
        _annotate(t, found, engine, save, json)
        return
    for option, value in (("--save", save), ("--at", at if is_position else None)):
        if value is not None:
            raise BadOptions("analyse-record-only", option=option, given=truncate(source))
    _print(t, _think(t, play_typed(position_at(found, at), moves), engine), json)


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


def _think(t: Translator, position: Position, options: AnalysisOptions) -> "Analysis":
    """Analyse a position and show the progress; Ctrl-C ends it and keeps what was found."""
    from brettwerk.engine import Engine

    given = options.for_engine(SECONDS)
    if given.pop("level", None) is not None:
        level: Analysis = _engine()(position, **options.for_engine(SECONDS))
        return level
    with Engine() as engine, shown_live(t) as show:
        stream = engine.analysis(position, **given)
        try:
            for found in stream:
                show(found)
        except KeyboardInterrupt:
            stream.stop()
        return stream.result()


def _annotate(
    t: Translator, record: "Record", options: AnalysisOptions, save: str | None, json: bool
) -> None:
    from brettwerk.explorer.book import book_plies
    from brettwerk.records import to_json, write_jsonl, write_record
    from brettwerk.search.review import annotated, judged_by, summary

    looks = _look(record, options)
    interrupted = len(looks) <= len(record.plies)  # after each ply and at the start there is one
    found = judged_by(record, looks, book_plies(record))
    if interrupted and not found.judgements:
        raise KeyboardInterrupt
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
    if interrupted:
        done, plies = len(looks) - 1, len(record.plies)
        print(t("analyse-interrupted", done=done, of=plies), file=sys.stderr)
        raise Exit(INTERRUPTED)


def _look(record: "Record", options: AnalysisOptions) -> "list[Look]":
    """Analyse the positions of a record; Ctrl-C ends it and keeps those that are done."""
    from brettwerk.search.review import looks_at

    engine, given = _engine(), options._replace(lines=1).for_engine(SECONDS_PER_MOVE)
    looks: list[Look] = []
    with status() as spinner, suppress(KeyboardInterrupt):
        for look in looks_at(record, lambda position: engine(position, **given)):
            looks.append(look)
            spinner.update(f"{len(looks)}/{len(record.plies) + 1}")
    return looks


# -- output ---------------------------------------------------------------------------------------
def _print(t: Translator, found: "Analysis", json: bool) -> None:
    if json:
        from msgspec import to_builtins

        from brettwerk.analyst import AnalystAnswer

        print_json(to_builtins(AnalystAnswer.of(found)))
        return
    from brettwerk.cli.screen import Screen

    screen = Screen(t)
    if not found.lines:
        screen.write(found.position.sentence(t.language))
        return
    screen.columns(_row(t, found, line) for line in found.lines)
    if found.nodes:  # a solver searches none
        screen.print_message(
            "analyse-found",
            depth=found.depth,
            nodes=f"{found.nodes:,}",
            seconds=f"{found.seconds:.2f}",
        )


def _row(t: Translator, found: "Analysis", line: "Line") -> tuple[str, ...]:
    """Return the columns of a line: its move, score, score in words, and continuation."""
    from brettwerk.search.explain import line_words

    position = found.position
    words = line_words(position, line, t.language)
    score = score_text(t, found, line)
    return line.move.text, score, words, " ".join(move.text for move in line.moves[1:])
