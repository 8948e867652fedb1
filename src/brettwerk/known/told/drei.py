"""The exact facts of Die Drei, told: what the atlas of all boards says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from brettwerk.boards.square import WHOLE
from brettwerk.known.told.section import Section, Table, Teller
from brettwerk.notation.charts import Bar, bars, columns
from brettwerk.notation.scene import Scene
from brettwerk.notation.svg import draw
from brettwerk.notation.svg_stage import PAGE

if TYPE_CHECKING:
    from collections.abc import Iterator

_ENDS = ("won", "drawn", "lost")
_COMMAND = "brettwerk known make drei --exact"


def told(exact: dict[str, Any], teller: Teller) -> Iterator[Section]:
    """All of it."""
    yield _atlas(exact, teller)
    yield _counts(exact, teller)
    yield _shortest(exact, teller)
    yield _fields(exact, teller)
    yield _colours(exact, teller)
    for kind in exact["remarkable"]:
        yield _remarkable(kind, exact, teller)


def _atlas(exact: dict[str, Any], teller: Teller) -> Section:
    moves, by_board = exact["moves"], exact["by_board"]
    total = sum(moves.values())
    wins = [int(count) for count in by_board["won"]]
    draws = [int(count) for count in by_board["drawn"]]
    sentences = (
        teller(
            "known-drei-atlas-told",
            boards=teller.whole(exact["boards"]),
            fewest=min(wins),
            most=max(wins),
        ),
        teller("known-drei-moves", **{end: teller.percent(moves[end] / total) for end in _ENDS}),
        teller("known-drei-fair", fewest=min(draws), most=max(draws)),
    )
    drawn = [
        Bar(teller(f"known-{end}"), moves[end] / total, teller.percent(moves[end] / total, 0))
        for end in _ENDS
    ]
    rows = tuple(
        (teller(f"known-{end}"), teller.whole(moves[end]), teller.percent(moves[end] / total))
        for end in _ENDS
    )
    return Section(
        "atlas",
        teller("known-drei-atlas"),
        sentences,
        bars(drawn, 1, teller("known-drei-moves-picture")),
        Table((teller("known-result"), teller("known-first-moves"), teller("known-part")), rows),
        _COMMAND,
        depth=2,
        links=((teller("known-drei-browse"), "/known/drei/atlas"),),
    )


def _counts(exact: dict[str, Any], teller: Teller) -> Section:
    """On how many boards so many first moves win."""
    by_board = {end: _keyed(exact["by_board"][end]) for end in _ENDS}
    span = range(max(max(counts) for counts in by_board.values()) + 1)
    wins = by_board["won"]
    used = range(min(wins), max(wins) + 1)
    rows = tuple(
        (str(count), *(teller.whole(by_board[end].get(count, 0)) for end in _ENDS))
        for count in span
        if any(count in by_board[end] for end in _ENDS)
    )
    head = (teller("known-first-moves"), *(teller(f"known-{end}") for end in _ENDS))
    mean = sum(n * count for n, count in wins.items()) / sum(wins.values())
    return Section(
        "winning",
        teller("known-drei-winning"),
        (teller("known-drei-winning-told", mean=teller.decimal(mean)),),
        columns(
            [(str(count), wins.get(count, 0)) for count in used],
            teller("known-drei-winning-across"),
            teller("known-drei-winning-picture"),
        ),
        Table(head, rows),
        _COMMAND,
    )


def _shortest(exact: dict[str, Any], teller: Teller) -> Section:
    shortest = _keyed(exact["shortest"])
    rows = tuple((str(plies), teller.whole(count)) for plies, count in shortest.items())
    told = (
        teller(
            "known-drei-shortest-told",
            quickest=min(shortest),
            quick=teller.whole(shortest[min(shortest)]),
            slowest=max(shortest),
            slow=teller.whole(shortest[max(shortest)]),
        ),
    )
    return Section(
        "shortest",
        teller("known-drei-shortest"),
        told,
        columns(
            [(str(plies), count) for plies, count in shortest.items()],
            teller("known-moves"),
            teller("known-drei-shortest-picture"),
        ),
        Table((teller("known-moves"), teller("known-boards")), rows),
        _COMMAND,
    )


def _fields(exact: dict[str, Any], teller: Teller) -> Section:
    """How often each field wins, on the board; fields alike by symmetry say the same."""
    by_field = exact["by_field"]
    parts = {name: tally["won"] / sum(tally.values()) for name, tally in by_field.items()}
    best, worst = max(parts, key=parts.__getitem__), min(parts, key=parts.__getitem__)
    chips = {}
    for cell, name in enumerate(WHOLE.names):
        part = parts[WHOLE.names[min(image[cell] for image in WHOLE.symmetries)]]
        kind = "won" if part > 0.5 else "drawn" if part > 0.25 else "lost"
        chips[name] = (kind, str(round(100 * part)))
    rows = tuple(
        (_alike(name), *(teller.percent(tally[end] / sum(tally.values())) for end in _ENDS))
        for name, tally in by_field.items()
    )
    head = (teller("known-field"), *(teller(f"known-{end}") for end in _ENDS))
    told = teller(
        "known-drei-fields-told",
        best=_alike(best),
        most=teller.percent(parts[best]),
        worst=_alike(worst),
        least=teller.percent(parts[worst]),
    )
    title = teller("known-drei-fields-picture")
    return Section(
        "fields",
        teller("known-drei-fields"),
        (told, teller("known-drei-fields-read")),
        draw(Scene(WHOLE, {}), theme=PAGE, title=title, chips=chips),
        Table(head, rows),
        _COMMAND,
        kind="board",
    )


def _alike(name: str) -> str:
    """All fields that are the same as this one on a board turned or mirrored."""
    cell = WHOLE.index[name]
    return ", ".join(sorted({WHOLE.names[image[cell]] for image in WHOLE.symmetries}))


def _colours(exact: dict[str, Any], teller: Teller) -> Section:
    by_colour = exact["by_colour"]
    parts = {
        letter: {end: tally[end] / sum(tally.values()) for end in _ENDS}
        for letter, tally in by_colour.items()
    }
    names = {letter: teller(f"page-field-{letter}") for letter in by_colour}
    drawn = [
        Bar(names[letter], part["won"], teller.percent(part["won"], 0))
        for letter, part in parts.items()
    ]
    rows = tuple(
        (names[letter], *(teller.percent(part[end]) for end in _ENDS))
        for letter, part in parts.items()
    )
    ranked = sorted(parts, key=lambda letter: -parts[letter]["won"])
    told = teller(
        "known-drei-colours-told",
        best=names[ranked[0]],
        most=teller.percent(parts[ranked[0]]["won"]),
        worst=names[ranked[-1]],
        least=teller.percent(parts[ranked[-1]]["won"]),
    )
    head = (teller("known-colour"), *(teller(f"known-{end}") for end in _ENDS))
    return Section(
        "colours",
        teller("known-drei-colours"),
        (told,),
        bars(drawn, 1, teller("known-drei-colours-picture")),
        Table(head, rows),
        _COMMAND,
    )


def _remarkable(kind: str, exact: dict[str, Any], teller: Teller) -> Section:
    """The boards that stand out in one way, each with the way to its sheet."""
    boards: list[int] = exact["remarkable"][kind]
    links = tuple((f"#{number}", f"/known/drei/atlas/{number}") for number in boards)
    return Section(
        f"boards-{kind}",
        teller(f"known-drei-{kind}"),
        (teller(f"known-drei-{kind}-told"),),
        command=_COMMAND,
        links=links,
        kind="links",
    )


def _keyed(counts: dict[Any, int]) -> dict[int, int]:
    """JSON's keys are texts."""
    return {int(key): count for key, count in counts.items()}
