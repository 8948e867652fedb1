"""`brettwerk analyse`: the best moves of a position, a game annotated, and answers for programs."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from brettwerk.cli.frame import BoardText, Json, Lang, Sets, Setup, language_of
from brettwerk.cli.output import STDOUT, hand_over, path_of, print_json
from brettwerk.cli.sources import a_position, record_of, text_of
from brettwerk.errors import BadOptions, BadRecord
from brettwerk.texts import shown

if TYPE_CHECKING:
    from brettwerk.cli.voice import Voice
    from brettwerk.engine.report import Analysis, Line
    from brettwerk.games.core import Position
    from brettwerk.records import Record

SECONDS = 1.0
SECONDS_A_MOVE = 0.3  # where a whole game is annotated


class Wishes(NamedTuple):
    """How to think, as it was typed."""

    seconds: float | None
    nodes: int | None
    depth: int | None
    lines: int
    threads: int
    level: int | None

    def given(self, seconds: float) -> dict[str, Any]:
        """For the engine; so many seconds where nothing was said. A level has its own limits."""
        found = {name: value for name, value in self._asdict().items() if value is not None}
        unlimited = not found.keys() & {"seconds", "nodes", "depth", "level"}
        return found | ({"seconds": seconds} if unlimited else {})


def analyse(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WHAT", help="A game, the text of a position, a file with a record, or -."
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", help="How long to think; 1, or 0.3 a move of a whole game."),
    ] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", help="How many positions.")] = None,
    depth: Annotated[int | None, typer.Option("--depth", help="How many plies deep.")] = None,
    lines: Annotated[
        int, typer.Option("--lines", min=1, max=1000, help="How many of the best moves.")
    ] = 3,
    threads: Annotated[int, typer.Option("--threads", min=1, max=256, help="Cores.")] = 1,
    level: Annotated[
        int | None, typer.Option("--level", min=1, max=10, help="As this level plays.")
    ] = None,
    moves: Annotated[
        str, typer.Option("--moves", help="Moves to play first, such as 'b2 a1'.")
    ] = "",
    at: Annotated[
        int | None,
        typer.Option("--at", metavar="PLY", help="Only the position after this ply of a record."),
    ] = None,
    record: Annotated[
        int, typer.Option("--record", min=1, help="Which record of a file, counted from 1.")
    ] = 1,
    save: Annotated[
        str | None,
        typer.Option("--save", metavar="FILE", help="Write the annotated record into this file."),
    ] = None,
    sets: Sets = None,
    board: BoardText = None,
    setup: Setup = None,
    json: Json = False,
    lang: Lang = None,
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
    from brettwerk.cli.voice import Voice

    wishes = Wishes(seconds, nodes, depth, lines, threads, level)
    voice = Voice(language_of(lang))
    if not what:
        _serve(json)
        return
    source = " ".join(what)
    text = text_of(source)
    _refuse(text is not None, sets, board, setup)
    found = None if text is None or a_position(text) else record_of(text, record)
    if found and at is None and not moves:
        _annotate(voice, found, wishes, save, json)
        return
    if save:
        raise BadOptions("analyse-record-only", option="--save", given=shown(source))
    position = _position(source, text, found, at, (sets, board, setup))
    for move in moves.replace(",", " ").split():
        position = position.play(move)
    _tell(voice, _think(voice, position, wishes), json)


def _serve(json: bool) -> None:
    """Answer programs."""
    if not json:
        raise BadOptions("analyse-what")
    from brettwerk.analyst import Analyst
    from brettwerk.cli.referee import serve

    with suppress(KeyboardInterrupt):
        serve(sys.stdin.buffer, sys.stdout.buffer, Analyst().answer)


# -- what to look at ------------------------------------------------------------------------------
def _refuse(settled: bool, sets: list[str] | None, board: str | None, setup: str | None) -> None:
    """A record or a position is of a game whose options are settled."""
    given = {"--set": sets, "--board": board, "--setup": setup}
    if settled and (names := [name for name, value in given.items() if value]):
        raise BadOptions("analyse-options", options=", ".join(names))


def _position(
    source: str, text: str | None, record: "Record | None", at: int | None, options: Any
) -> "Position":
    if at is not None and record is None:
        raise BadOptions("analyse-record-only", option="--at", given=shown(source))
    if record is not None:
        found = list(record.positions())
        ply = len(record.plies) if at is None else at if at >= 0 else len(found) + at
        if not 0 <= ply < len(found):
            raise BadRecord("cli-show-no-ply", ply=shown(at), last=len(record.plies))
        return found[ply]
    if text is not None:
        from brettwerk.games.catalogue import position

        return position(text)
    from brettwerk.cli.choose import chosen_game

    return chosen_game(source, *options).start()


# -- thinking -------------------------------------------------------------------------------------
def _engine() -> Any:
    """The engine, which takes a moment to load."""
    from brettwerk.analyst import analysed

    return analysed


def _prepare(voice: "Voice", game: str) -> None:
    """What must be compiled takes seconds once: say so."""
    from rich.console import Console

    from brettwerk.engine.warmth import is_warm, warm

    if not is_warm(game):
        console = Console(stderr=True)
        console.print(voice("analyse-preparing"))
        with console.status("…"):
            warm(game)


def _think(voice: "Voice", position: "Position", wishes: Wishes) -> "Analysis":
    """What the engine finds; while it thinks, the terminal shows how far it is."""
    from rich.console import Console

    _prepare(voice, position.game.name)
    with Console(stderr=True).status("…") as status:

        def show(found: "Analysis") -> None:
            moves = " ".join(move.text for move in found.lines[0].moves[:8])
            status.update(f"{found.depth}: {moves}")

        found: Analysis = _engine()(position, **wishes.given(SECONDS), progress=show)
    return found


def _annotate(
    voice: "Voice", record: "Record", wishes: Wishes, save: str | None, json: bool
) -> None:
    from rich.console import Console

    from brettwerk.engine.review import annotated, review, summary
    from brettwerk.records import to_json, write_jsonl, write_record

    given = wishes._replace(lines=1).given(SECONDS_A_MOVE)
    _prepare(voice, record.game.name)
    with Console(stderr=True).status("…") as status:
        found = review(
            record,
            lambda position: _engine()(position, **given),
            lambda done, of: status.update(f"{done}/{of}"),
        )
    written = annotated(found, voice.language)
    if save:
        is_json = path_of(save).suffix.lower() in (".json", ".jsonl")
        text = "".join(write_jsonl([written])) if is_json else write_record(written)
        hand_over(save, text.encode())
    if json:
        print_json(to_json(written))
    elif save and save != STDOUT:
        print("\n".join(summary(found, voice.language)))
    elif not save:
        print(write_record(written), end="")


# -- telling it -----------------------------------------------------------------------------------
def _tell(voice: "Voice", found: "Analysis", json: bool) -> None:
    if json:
        from brettwerk.analyst import as_json

        print_json(as_json(found))
        return
    from brettwerk.cli.screen import Screen

    screen = Screen(voice)
    if not found.lines:
        from brettwerk.cli.tell import how_it_stands

        screen.write(how_it_stands(voice, found.position, found.position.outcome))
        return
    screen.columns(_row(voice, found, line) for line in found.lines)
    if found.nodes:  # a solver looks up
        screen.tell(
            "analyse-found",
            depth=found.depth,
            nodes=f"{found.nodes:,}",
            seconds=f"{found.seconds:.2f}",
        )


def _row(voice: "Voice", found: "Analysis", line: "Line") -> tuple[str, ...]:
    """A line: its move, what the player to move may expect, in words, and how it may go on."""
    from brettwerk.engine.words import line_words, unit_of

    position = found.position
    words = line_words(position, line, voice.language, unit_of(position.game))
    score = voice("analyse-proven") if line.exact else f"{line.score[position.turn]:+.2f}"
    return line.move.text, score, words, " ".join(move.text for move in line.moves[1:])
