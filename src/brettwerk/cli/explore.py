"""`brettwerk explore`: what was played from a position in a collection, and how it went."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from brettwerk.cli.convert import read_files, tell_faults
from brettwerk.cli.options import File, GameOptions, Json
from brettwerk.cli.output import expand_path, print_json, print_table
from brettwerk.cli.shared import translator
from brettwerk.cli.sources import find_source, play_typed, position_at
from brettwerk.core.game import Position
from brettwerk.errors import BadOptions
from brettwerk.i18n import Translator

if TYPE_CHECKING:
    from brettwerk.explorer import ExploredMove, GameIndex, IndexedGame
    from brettwerk.explorer.values import MoveValue
    from brettwerk.records import ImportFault, Record

_ENDINGS = (".sqlite", ".db")
_GAMES = 5


def explore(
    *,
    files: Annotated[list[str] | None, Argument(metavar="FILE")] = None,
    what: Annotated[str, Option("--from", metavar="WHAT")] = "",
    moves: str = "",
    index: File = None,
    joined: Annotated[bool, Option("--joined")] = False,
    plies: Annotated[int | None, Option(min=1)] = None,
    nodes: Annotated[int, Option(min=0)] = 2000,
    options: GameOptions,
    json: Json = False,
) -> None:
    """Show what was played from a position, how often, and with what results."""
    if not what and not files:
        raise BadOptions("explore-what")
    collection = _collection(files or [], index, what, plies)
    start = find_source(what, options) if what else _first_start(collection)
    position = play_typed(position_at(start), moves)
    found = collection.moves(position, joined=joined)
    values = _values(position, found, nodes)
    if json:
        print_json(_facts(position, found, values, collection))
    else:
        _print(translator(), position, found, values, collection)


def _collection(names: list[str], index: Path | None, what: str, plies: int | None) -> "GameIndex":
    """Return the index of files, new or as it was saved; without files, the engine's own games."""
    from brettwerk.cli.choose import resolve_name
    from brettwerk.explorer import GameIndex, own_index

    saved = [name for name in names if Path(name).suffix in _ENDINGS]
    if len(saved) > 1 or (saved and index):
        raise BadOptions("explore-one-index")
    if not names:
        return own_index(resolve_name(what.partition("/")[0]))
    at = expand_path(str(index or saved[0])) if index or saved else None
    if at:
        at.open("rb" if saved else "ab").close()  # raises now what SQLite would not name
    found = GameIndex.open(at or ":memory:")
    faults: list[ImportFault] = []
    lengths: list[int] = []
    for name in names:
        if name not in saved:
            found.add(_measured(read_files([name], faults), lengths), source=name, plies=plies)
    if lengths or faults:
        tell_faults(faults, len(lengths), sum(lengths))
    return found


def _measured(records: "Iterator[Record]", lengths: list[int]) -> "Iterator[Record]":
    """Yield records, and note the length of each."""
    for record in records:
        lengths.append(len(record.plies))
        yield record


def _first_start(index: "GameIndex") -> Position:
    """Return where the first game of an index begins."""
    if not index.games:
        raise BadOptions("explore-empty")
    return next(index.record(1).positions())


def _values(position: Position, found: "list[ExploredMove]", nodes: int) -> "dict[str, MoveValue]":
    from brettwerk.explorer.values import move_values

    texts = [one.move for one in found]
    return move_values(position, texts, nodes, translator().language) if nodes else {}


# -- output ---------------------------------------------------------------------------------------
def _facts(
    position: Position,
    found: "list[ExploredMove]",
    values: "dict[str, MoveValue]",
    index: "GameIndex",
) -> dict[str, object]:
    """Return what was found as JSON."""
    return {
        "position": position.text,
        "games": index.games,
        "moves": [_move_facts(one, values.get(one.move)) for one in found],
        "examples": [one._asdict() for one in index.games_with(position, _GAMES)],
    }


def _move_facts(one: "ExploredMove", value: "MoveValue | None") -> dict[str, object]:
    shares = [[share.value, share.low, share.high] for share in one.shares]
    return {
        "move": one.move,
        "same": list(one.same),
        "games": one.games,
        "results": one.results,
        "shares": [[round(number, 4) for number in share] for share in shares],
        "strength": one.strength and round(one.strength),
        "score": value and [round(number, 3) for number in value.score],
        "exact": bool(value and value.is_exact),
    }


def _print(
    t: Translator,
    position: Position,
    found: "list[ExploredMove]",
    values: "dict[str, MoveValue]",
    index: "GameIndex",
) -> None:
    title = t("explore-title", count=index.games)
    if not found:
        print(f"{title}\n{t('explore-nothing')}")
        return
    total = sum(one.games for one in found)
    seats = [t.seat(seat) for seat in position.game.seats]
    head = [
        t("explore-move"),
        t("explore-games"),
        *seats,
        t("explore-strength"),
        t("explore-engine"),
    ]
    rows = [_row(t, one, total, len(seats), values.get(one.move)) for one in found]
    print_table(title, head, rows, t("explore-note"))
    for game in index.games_with(position, _GAMES):
        print(_game_line(t, game))


def _row(
    t: Translator, one: "ExploredMove", total: int, seats: int, value: "MoveValue | None"
) -> list[str]:
    shares = [
        f"{t.percent(share.value, 0)} ({t.percent(share.low, 0)} – {t.percent(share.high, 0)})"
        for share in one.shares
    ] or [""] * seats
    strength = t.number(one.strength, 0) if one.strength else ""
    move = " ".join([one.move, *(f"= {same}" for same in one.same)])
    games = f"{t.number(one.games)} ({t.percent(one.games / total, 0)})"
    return [move, games, *shares, strength, value.words if value else ""]


def _game_line(t: Translator, game: "IndexedGame") -> str:
    names = " – ".join(name or "?" for name in game.players)
    return t("explore-game", id=game.id, names=names, result=game.result, date=game.date or "?")
