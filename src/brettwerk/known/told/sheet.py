"""One board of the atlas of Die Drei, told: what each first move leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from brettwerk.boards.square import WHOLE
from brettwerk.boards.tableaus import board_text
from brettwerk.games.catalogue import game
from brettwerk.known.told.section import Teller
from brettwerk.notation.svg import draw
from brettwerk.notation.svg_stage import PAGE
from brettwerk.solve.atlas import shipped

if TYPE_CHECKING:
    from brettwerk.boards.tableaus import Laying
    from brettwerk.games.core import Position
    from brettwerk.solve.atlas import Exact
    from brettwerk.texts import Language

ENDS = {1: "won", 0: "drawn", -1: "lost"}


class First(NamedTuple):
    """A first move: its field, how it ends for White, short and in words, and what follows it."""

    field: str
    end: str
    short: str
    words: str
    position: str


class Sheet(NamedTuple):
    """A board with all its first moves; `rows` are as on the board, top first."""

    laying: Laying
    number: int
    mirrored: int
    counts: dict[str, int]
    sentences: tuple[str, ...]
    picture: str
    rows: tuple[tuple[First, ...], ...]
    command: str


def sheet_of(laying: Laying, language: Language) -> Sheet:
    """What the atlas says of a board as it lies."""
    teller = Teller(language)
    moves = shipped().first_moves(laying)
    start = game("drei", board=board_text(laying.rows)).start()
    counts = {
        name: sum(exact.value == value for exact in moves.values()) for value, name in ENDS.items()
    }
    chips = {field: (ENDS[exact.value], _number(exact)) for field, exact in moves.items()}
    title = teller("known-sheet-picture", board=str(laying))
    rows = tuple(
        tuple(_first(start, WHOLE.names[cell], moves, teller) for cell in row) for row in WHOLE.rows
    )
    return Sheet(
        laying,
        laying.number,
        laying.mirrored().number,
        counts,
        _sentences(laying, moves, counts, teller),
        draw(start.scene, theme=PAGE, title=title, chips=chips),
        rows,
        f"brettwerk atlas show --board '{laying}'",
    )


def _sentences(
    laying: Laying, moves: dict[str, Exact], counts: dict[str, int], teller: Teller
) -> tuple[str, ...]:
    told = [teller("known-sheet-counts", number=laying.number, **counts)]
    for value, key in ((1, "known-sheet-soonest"), (-1, "known-sheet-loses")):
        ends = {field: exact.plies + 1 for field, exact in moves.items() if exact.value == value}
        if ends:
            soonest = min(ends.values())
            fields = ", ".join(field for field, plies in ends.items() if plies == soonest)
            told.append(teller(key, fields=fields, plies=soonest))
    return tuple(told)


def _number(exact: Exact) -> str:
    """The moves of the whole game; a draw always takes sixteen."""
    return str(exact.plies + 1) if exact.value else "="


def _first(start: Position, field: str, moves: dict[str, Exact], teller: Teller) -> First:
    exact = moves.get(field)
    if exact is None:
        return First(field, "illegal", "–", teller("known-sheet-illegal", field=field), "")
    end = ENDS[exact.value]
    words = teller(f"known-sheet-{end}", field=field, plies=exact.plies + 1)
    letter = teller(f"known-sheet-letter-{end}")
    short = letter if end == "drawn" else f"{letter}{exact.plies + 1}"
    return First(field, end, short, words, start.play(field).text)
