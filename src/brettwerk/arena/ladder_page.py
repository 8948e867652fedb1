"""The standings of a ladder as a page: Markdown, and HTML that needs no other file."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from brettwerk.arena.ladder import Row, Standings
from brettwerk.arena.statistics import Interval
from brettwerk.i18n import Translator

_STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #2b2118; background: #faf6ee; }
table { border-collapse: collapse; margin: 1rem 0 2rem; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid #d8cbb5; text-align: right; }
th:nth-child(2), td:nth-child(2), .cross td:first-child { text-align: left; }
@media (prefers-color-scheme: dark) { body { color: #eee3d0; background: #221b14; }
  th, td { border-color: #4a3d2e; } }
"""


class Table(NamedTuple):
    """A table with its title."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    kind: str


def elo_text(elo: Interval) -> str:
    """Return an Elo with the larger half of its interval."""
    margin = max(elo.high - elo.value, elo.value - elo.low)
    return f"{round(elo.value):+d} ± {round(margin)}".replace("-", "−")


def rating_cells(rows: Iterable[Row]) -> list[list[str]]:
    """Return the cells of the table of ratings: place, name, Elo, games, score."""
    return [
        [str(place), row.name, elo_text(row.elo), str(row.games), f"{row.score:.1%}"]
        for place, row in enumerate(rows, 1)
    ]


def rating_head(t: Translator) -> list[str]:
    """Return the head of the table of ratings."""
    columns = ("place", "player", "elo", "games", "score")
    return [t(f"arena-column-{column}") for column in columns]


def tables(t: Translator, standings: Standings) -> list[Table]:
    """Return the tables of a page: all set-ups together, each of them, and who beat whom."""
    head, together = rating_head(t), standings.rows()
    found = [Table(t("ladder-together"), head, rating_cells(together), "ratings")]
    if len(standings.sets) > 1:
        found += [
            Table(setup, head, rating_cells(standings.rows(setup)), "ratings")
            for setup in standings.sets
        ]
    names = [row.name for row in together]
    cross = [[one, *(_met(standings, one, other) for other in names)] for one in names]
    return [*found, Table(t("ladder-cross"), ["", *names], cross, "cross")]


def _met(standings: Standings, one: str, other: str) -> str:
    score, games = standings.score(one, other) if one != other else (0, 0)
    return f"{score:g}/{games}" if games else "–"


def markdown_page(title: str, about: str, found: Iterable[Table]) -> str:
    """Return the page as Markdown."""
    parts = [f"# {title}\n\n{about}\n"]
    for table in found:
        lines = [_row(table.head), _row("---" for _ in table.head), *map(_row, table.rows)]
        parts.append("\n".join([f"## {table.title}\n", *lines, ""]))
    return "\n".join(parts)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def html_page(title: str, about: str, found: Iterable[Table], language: str) -> str:
    """Return the page as HTML."""
    body = "".join(map(_html_table, found))
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    head += '<meta name="viewport" content="width=device-width">'
    text = f"<h1>{escape(title)}</h1><p>{escape(about)}</p>{body}"
    return (
        f'<!doctype html>\n<html lang="{language}"><head>{head}</head><body>{text}</body></html>\n'
    )


def _html_table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table.rows
    )
    body = (
        f'<table class="{table.kind}"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    )
    return f"<h2>{escape(table.title)}</h2>{body}"
