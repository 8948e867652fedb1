"""Reports the exact facts of Die Drei: what the atlas of all boards says."""

from collections.abc import Iterator
from typing import Any

from brettwerk.boards.square import WHOLE
from brettwerk.findings.report.section import ReportSection, ReportTable
from brettwerk.i18n import Translator
from brettwerk.notation.board_view import BoardView
from brettwerk.notation.charts import Bar, bars, columns
from brettwerk.notation.svg import draw
from brettwerk.notation.svg_template import PAGE

_ENDS = ("won", "drawn", "lost")
_COMMAND = "brettwerk known make drei --exact"


def sections(exact: dict[str, Any], t: Translator) -> Iterator[ReportSection]:
    """Yield the facts as sections of a page."""
    yield _atlas(exact, t)
    yield _counts(exact, t)
    yield _shortest(exact, t)
    yield _fields(exact, t)
    yield _colours(exact, t)
    for kind in exact["remarkable"]:
        yield _remarkable(kind, exact, t)


def _atlas(exact: dict[str, Any], t: Translator) -> ReportSection:
    moves, by_board = exact["moves"], exact["by_board"]
    total = sum(moves.values())
    wins = [int(count) for count in by_board["won"]]
    draws = [int(count) for count in by_board["drawn"]]
    sentences = (
        t(
            "drei-known-atlas-told",
            boards=exact["boards"],
            fewest=min(wins),
            most=max(wins),
        ),
        t("drei-known-moves", **{end: t.percent(moves[end] / total) for end in _ENDS}),
        t("drei-known-fair", fewest=min(draws), most=max(draws)),
    )
    drawn = [
        Bar(t(f"known-{end}"), moves[end] / total, t.percent(moves[end] / total, 0))
        for end in _ENDS
    ]
    rows = tuple(
        (t(f"known-{end}"), t.number(moves[end]), t.percent(moves[end] / total)) for end in _ENDS
    )
    return ReportSection(
        "atlas",
        t("drei-known-atlas"),
        sentences,
        bars(drawn, 1, t("drei-known-moves-picture")),
        ReportTable((t("known-result"), t("known-first-moves"), t("known-part")), rows),
        _COMMAND,
        depth=2,
        links=((t("drei-known-browse"), "/known/drei/atlas"),),
    )


def _counts(exact: dict[str, Any], t: Translator) -> ReportSection:
    """The number of boards by the number of winning first moves."""
    by_board = {end: _keyed(exact["by_board"][end]) for end in _ENDS}
    span = range(max(max(counts) for counts in by_board.values()) + 1)
    wins = by_board["won"]
    used = range(min(wins), max(wins) + 1)
    rows = tuple(
        (str(count), *(t.number(by_board[end].get(count, 0)) for end in _ENDS))
        for count in span
        if any(count in by_board[end] for end in _ENDS)
    )
    head = (t("known-first-moves"), *(t(f"known-{end}") for end in _ENDS))
    mean = sum(n * count for n, count in wins.items()) / sum(wins.values())
    return ReportSection(
        "winning",
        t("drei-known-winning"),
        (t("drei-known-winning-told", mean=t.number(mean, 1)),),
        columns(
            [(str(count), wins.get(count, 0)) for count in used],
            t("drei-known-winning-across"),
            t("drei-known-winning-picture"),
        ),
        ReportTable(head, rows),
        _COMMAND,
    )


def _shortest(exact: dict[str, Any], t: Translator) -> ReportSection:
    shortest = _keyed(exact["shortest"])
    rows = tuple((str(plies), t.number(count)) for plies, count in shortest.items())
    told = (
        t(
            "drei-known-shortest-told",
            quickest=min(shortest),
            quick=shortest[min(shortest)],
            slowest=max(shortest),
            slow=shortest[max(shortest)],
        ),
    )
    return ReportSection(
        "shortest",
        t("drei-known-shortest"),
        told,
        columns(
            [(str(plies), count) for plies, count in shortest.items()],
            t("known-moves"),
            t("drei-known-shortest-picture"),
        ),
        ReportTable((t("known-moves"), t("known-boards")), rows),
        _COMMAND,
    )


Shares = dict[str, dict[str, float]]


def _shares(tallies: dict[str, dict[str, int]]) -> Shares:
    """The shares of first moves that are won, drawn and lost."""
    return {
        name: {end: tally[end] / sum(tally.values()) for end in _ENDS}
        for name, tally in tallies.items()
    }


def _extremes(key: str, shares: Shares, t: Translator) -> str:
    """Which win most often, and which least."""
    ranked = sorted(shares, key=lambda name: -shares[name]["won"])
    most, least = (t.percent(shares[name]["won"]) for name in (ranked[0], ranked[-1]))
    return t(key, best=ranked[0], most=most, worst=ranked[-1], least=least)


def _by_end(key: str, shares: Shares, t: Translator) -> ReportTable:
    head = (t(key), *(t(f"known-{end}") for end in _ENDS))
    rows = ((name, *(t.percent(share[end]) for end in _ENDS)) for name, share in shares.items())
    return ReportTable(head, tuple(rows))


def _fields(exact: dict[str, Any], t: Translator) -> ReportSection:
    """How often each field wins, on the board; fields alike by symmetry say the same."""
    shares = {_alike(name): share for name, share in _shares(exact["by_field"]).items()}
    chips = {}
    for name in WHOLE.names:
        part = shares[_alike(name)]["won"]
        kind = "won" if part > 0.5 else "drawn" if part > 0.25 else "lost"
        chips[name] = (kind, str(round(100 * part)))
    title = t("drei-known-fields-picture")
    return ReportSection(
        "fields",
        t("drei-known-fields"),
        (_extremes("drei-known-fields-told", shares, t), t("drei-known-fields-read")),
        draw(BoardView(WHOLE, {}), theme=PAGE, title=title, chips=chips),
        _by_end("known-field", shares, t),
        _COMMAND,
        kind="board",
    )


def _alike(name: str) -> str:
    """All fields that are the same as this one on a board turned or mirrored."""
    cell = WHOLE.index[name]
    return ", ".join(sorted({WHOLE.names[image[cell]] for image in WHOLE.symmetries}))


def _colours(exact: dict[str, Any], t: Translator) -> ReportSection:
    by_letter = _shares(exact["by_colour"])
    shares = {t(f"page-field-{letter}"): share for letter, share in by_letter.items()}
    drawn = [Bar(name, one["won"], t.percent(one["won"], 0)) for name, one in shares.items()]
    return ReportSection(
        "colours",
        t("drei-known-colours"),
        (_extremes("drei-known-colours-told", shares, t),),
        bars(drawn, 1, t("drei-known-colours-picture")),
        _by_end("known-colour", shares, t),
        _COMMAND,
    )


def _remarkable(kind: str, exact: dict[str, Any], t: Translator) -> ReportSection:
    """The boards that stand out in one way, each with the way to its sheet."""
    boards: list[int] = exact["remarkable"][kind]
    links = tuple((f"#{number}", f"/known/drei/atlas/{number}") for number in boards)
    return ReportSection(
        f"boards-{kind}",
        t(f"drei-known-{kind}"),
        (t(f"drei-known-{kind}-told"),),
        command=_COMMAND,
        links=links,
        kind="links",
    )


def _keyed(counts: dict[Any, int]) -> dict[int, int]:
    """JSON's keys are texts."""
    return {int(key): count for key, count in counts.items()}
