"""One board of the atlas of Die Drei on a page: what each first move leads to."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from brettwerk.boards.square import WHOLE
from brettwerk.boards.tableaus import COLOURS, FRONTS, Arrangement, board_text
from brettwerk.core.game import Position
from brettwerk.core.registry import game
from brettwerk.games.drei.atlas import AtlasValue, shipped
from brettwerk.games.drei.rules import PIECES
from brettwerk.i18n import Language, Translator
from brettwerk.notation.svg import draw
from brettwerk.notation.svg_parts import chip, field
from brettwerk.notation.svg_template import PAGE
from brettwerk.notation.svg_theme import SvgStyle

WORDS = "drei-atlas-"
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

    arrangement: Arrangement
    number: int
    mirrored: int
    counts: dict[str, int]
    sentences: tuple[str, ...]
    picture: str
    rows: tuple[tuple[First, ...], ...]
    command: str


def first_moves(arrangement: Arrangement, language: Language) -> Iterator[First]:
    """Yield all first moves on a board, row by row from the top."""
    t, moves = Translator(language), shipped().first_moves(arrangement)
    start = game("drei", board=board_text(arrangement.rows)).start()
    for row in WHOLE.rows:
        for cell in row:
            yield _first(start, WHOLE.names[cell], moves, t)


def sheet_of(arrangement: Arrangement, language: Language, told: Iterable[First] = ()) -> Sheet:
    """What the atlas says of a board as it lies; `told` are its first moves, if they are known."""
    t = Translator(language)
    moves = shipped().first_moves(arrangement)
    start = game("drei", board=board_text(arrangement.rows)).start()
    firsts = iter(told or first_moves(arrangement, language))
    counts = {
        name: sum(exact.value == value for exact in moves.values()) for value, name in ENDS.items()
    }
    chips = {field: (ENDS[exact.value], _number(exact)) for field, exact in moves.items()}
    title = t("drei-atlas-picture", board=str(arrangement))
    return Sheet(
        arrangement,
        arrangement.number,
        arrangement.mirrored().number,
        counts,
        _sentences(arrangement, moves, counts, t),
        draw(start.board_view, theme=PAGE, title=title, chips=chips),
        tuple(tuple(islice(firsts, len(row))) for row in WHOLE.rows),
        f"brettwerk atlas show --board '{arrangement}'",
    )


def facts(language: Language) -> dict[str, object]:
    """What a device needs to make any sheet: its words, and the parts of the picture."""
    start = game("drei").start()
    style, t = SvgStyle.of(start.board_view, PAGE), Translator(language)
    ends = [(end, str(number)) for end in ("won", "lost") for number in range(1, PIECES + 1)]
    return {
        "words": {key: text for key, text in t.messages.items() if key.startswith(WORDS)},
        "fronts": FRONTS,
        "fields": {
            colour: [field(style, colour, covered, False) for covered in (False, True)]
            for colour in COLOURS
        },
        "chips": {f"{end}{text}": chip(style, end, text) for end, text in (*ends, ("drawn", "="))},
    }


def _sentences(
    arrangement: Arrangement, moves: dict[str, AtlasValue], counts: dict[str, int], t: Translator
) -> tuple[str, ...]:
    told = [t("drei-atlas-counts", number=str(arrangement.number), **counts)]
    for value, key in ((1, "drei-atlas-soonest"), (-1, "drei-atlas-loses")):
        ends = {field: exact.plies + 1 for field, exact in moves.items() if exact.value == value}
        if ends:
            soonest = min(ends.values())
            fields = ", ".join(field for field, plies in ends.items() if plies == soonest)
            told.append(t(key, fields=fields, plies=soonest))
    return tuple(told)


def _number(exact: AtlasValue) -> str:
    """The moves of the whole game; a draw always takes sixteen."""
    return str(exact.plies + 1) if exact.value else "="


def _first(start: Position, field: str, moves: dict[str, AtlasValue], t: Translator) -> First:
    exact = moves.get(field)
    if exact is None:
        return First(field, "illegal", "–", t("drei-atlas-illegal", field=field), "")
    end = ENDS[exact.value]
    words = t(f"drei-atlas-{end}", field=field, plies=exact.plies + 1)
    letter = t(f"drei-atlas-letter-{end}")
    short = letter if end == "drawn" else f"{letter}{exact.plies + 1}"
    return First(field, end, short, words, start.play(field).text)
