"""`brettwerk perft`: the number of sequences of legal moves."""

from collections.abc import Iterator
from time import perf_counter
from typing import Annotated, NamedTuple

from typer import Argument, Option

from brettwerk.cli.choose import make_game
from brettwerk.cli.interrupt import keep_on_interrupt
from brettwerk.cli.options import GameName, GameOptions, Json
from brettwerk.cli.output import print_json
from brettwerk.cli.sources import play_typed
from brettwerk.core.game import Game, Position
from brettwerk.core.registry import position as read_position

INTERRUPTIBLE_NODES = 2_000_000


class PerftCount(NamedTuple):
    """The number of sequences of one depth, and the seconds that counting took."""

    depth: int
    nodes: int
    seconds: float


def perft(
    *,
    game: GameName,
    depth: Annotated[int, Argument(metavar="DEPTH", min=0, max=50)],
    options: GameOptions,
    moves: str = "",
    position: str | None = None,
    divide: Annotated[bool, Option("--divide")] = False,
    json: Json = False,
) -> None:
    """Count the sequences of legal moves, depth by depth."""
    chosen = make_game(game, *options)
    root = chosen.start() if position is None else _parse_position(chosen, position)
    root = play_typed(root, moves)
    if json:
        _print_facts(root, depth, divide)
    else:
        _print_lines(root, depth, divide)


def _counts(root: Position, depth: int) -> Iterator[PerftCount]:
    root.perft(1)  # loads the kernels before time is taken
    found: list[int] = []
    for ply in range(1, depth + 1):
        before = perf_counter()
        found.append(_count(root, ply, found))
        yield PerftCount(ply, found[-1], perf_counter() - before)


def _count(root: Position, depth: int, found: list[int]) -> int:
    """Count in parts that take a moment each, so that Ctrl-C works."""
    if depth < 2 or found[depth - 2] < INTERRUPTIBLE_NODES:
        return root.perft(depth)
    return sum(_count(root.play(move), depth - 1, found) for move in root.moves)


def _divide(root: Position, depth: int) -> Iterator[tuple[str, int]]:
    for move in root.moves if depth else ():
        yield move.text, root.play(move).perft(depth - 1)


def _print_lines(root: Position, depth: int, divide: bool) -> None:
    for count in _counts(root, depth):
        speed = count.nodes / max(count.seconds, 1e-9)
        print(
            f"{count.depth:>3} {count.nodes:>20,} {count.seconds:>9.3f} s {speed:>16,.0f} nodes/s"
        )
    if divide:
        for text, nodes in _divide(root, depth):
            print(f"{text:<10} {nodes:>20,}")


def _parse_position(game: Game, text: str) -> Position:
    """Parse a position of this game; its options may differ."""
    root = read_position(text)
    return root if root.game.name == game.name else game.position(text)


def _print_facts(root: Position, depth: int, divide: bool) -> None:
    """Print the counts as JSON; Ctrl-C prints those that are known."""
    counts: list[PerftCount] = []
    divided: dict[str, int] = {}

    def show() -> None:
        print_json(
            {
                "game": root.game.name,
                "options": dict(root.game.options),
                "position": root.text,
                "perft": [count.nodes for count in counts],
                "seconds": [round(count.seconds, 6) for count in counts],
                **({"divide": divided} if divide else {}),
            }
        )

    with keep_on_interrupt(show):
        counts.extend(_counts(root, depth))  # one by one, so that Ctrl-C finds those that are known
        divided.update(_divide(root, depth) if divide else ())
    show()
