"""Die Drei, solved: what the atlas of all boards and first moves comes to."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from brettwerk.boards.square import WHOLE
from brettwerk.boards.tableaus import DISTINCT, cell_colours, numbered_arrangement
from brettwerk.findings.facts import GamesOfPlan
from brettwerk.games.drei.atlas import Atlas, AtlasValue

# The boards named of each remarkable kind.
NAMED = 12
_ENDS = {1: "won", 0: "drawn", -1: "lost"}
Tally = dict[str, int]


def facts(games: GamesOfPlan) -> dict[str, Any]:
    """All of it, from the atlas that comes with the package."""
    atlas = Atlas.load()
    return summary({number: atlas.first_moves(number) for number in range(DISTINCT)})


def summary(boards: Mapping[int, Mapping[str, AtlasValue]]) -> dict[str, Any]:
    """What the first moves on these boards come to, White's results."""
    tallies = {number: tally(moves) for number, moves in boards.items()}
    soonest = {number: shortest(moves) for number, moves in boards.items()}
    return {
        "boards": len(boards),
        "moves": _sum(tallies.values()),
        "by_board": {end: _histogram(t[end] for t in tallies.values()) for end in _ENDS.values()},
        "shortest": _histogram(soonest.values()),
        "lengths": _lengths(boards),
        "by_field": _by_field(boards),
        "by_colour": _by_colour(boards),
        "remarkable": {
            "sharpest": _extreme(boards, lambda n: (tallies[n]["won"], -soonest[n])),
            "easiest": _extreme(boards, lambda n: (-tallies[n]["won"], soonest[n])),
            "even": _extreme(boards, lambda n: (-tallies[n]["drawn"], tallies[n]["won"])),
            "decided": _extreme(boards, lambda n: (tallies[n]["drawn"], -tallies[n]["won"])),
            "quickest": _extreme(boards, lambda n: (soonest[n], tallies[n]["won"])),
            "slowest": _extreme(boards, lambda n: (-soonest[n], tallies[n]["won"])),
        },
    }


def tally(moves: Mapping[str, AtlasValue]) -> Tally:
    """How many first moves are won, drawn and lost for White."""
    counts = Counter(exact.value for exact in moves.values())
    return {name: counts[value] for value, name in _ENDS.items()}


def shortest(moves: Mapping[str, AtlasValue]) -> int:
    """The plies of White's shortest win, the first move included; 0 if there is none."""
    return min((exact.plies + 1 for exact in moves.values() if exact.value == 1), default=0)


def _sum(tallies: Any) -> Tally:
    total: Counter[str] = Counter()
    for one in tallies:
        total.update(one)
    return dict(total)


def _histogram(values: Any) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))


def _lengths(boards: Mapping[int, Mapping[str, AtlasValue]]) -> dict[str, dict[int, int]]:
    """The number of first moves won, and lost, by plies, the first included."""
    return {
        name: _histogram(
            exact.plies + 1
            for moves in boards.values()
            for exact in moves.values()
            if exact.value == value
        )
        for value, name in _ENDS.items()
        if value
    }


def _by_field(boards: Mapping[int, Mapping[str, AtlasValue]]) -> dict[str, Tally]:
    """Won, drawn and lost by the field of the first piece.

    Fields that turning or mirroring the whole board makes the same are counted together, and named
    by the one of them that comes first.
    """
    first = [min(image[cell] for image in WHOLE.symmetries) for cell in range(len(WHOLE))]
    found: dict[str, Counter[str]] = {}
    for moves in boards.values():
        for name, exact in moves.items():
            group = WHOLE.names[first[WHOLE.index[name]]]
            found.setdefault(group, Counter())[_ENDS[exact.value]] += 1
    return {name: _complete(found[name]) for name in sorted(found)}


def _by_colour(boards: Mapping[int, Mapping[str, AtlasValue]]) -> dict[str, Tally]:
    """Won, drawn and lost by the colour of the field of the first piece."""
    found: dict[str, Counter[str]] = {letter: Counter() for letter in "rygb"}
    for number, moves in boards.items():
        colours = cell_colours(numbered_arrangement(number).rows)
        for name, exact in moves.items():
            found[colours[WHOLE.index[name]]][_ENDS[exact.value]] += 1
    return {letter: _complete(counts) for letter, counts in found.items()}


def _complete(counts: Counter[str]) -> Tally:
    return {name: counts[name] for name in _ENDS.values()}


def _extreme(
    boards: Mapping[int, Mapping[str, AtlasValue]], key: Callable[[int], tuple[int, int]]
) -> list[int]:
    """The first few boards in this order; of a board and its mirror image only one."""
    named: list[int] = []
    for number in sorted(boards, key=lambda number: (*key(number), number)):
        if numbered_arrangement(number).mirrored().number not in named:
            named.append(number)
        if len(named) == NAMED:
            break
    return named
