"""Output to the terminal: messages, columns and coloured diagrams."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rich.console import Console, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from brettwerk.cli.output import console
from brettwerk.i18n import Translator
from brettwerk.notation.board_view import BoardView
from brettwerk.notation.diagram import StyledText, diagram_rows

# Foreground and background are always given together, for dark and light terminals.
_STYLES = {
    "field-r": "#ffffff on #a8452f",
    "field-y": "#1c1c1c on #dfb944",
    "field-g": "#ffffff on #4c7a42",
    "field-b": "#ffffff on #3f66a3",
    "empty": "",
    "label": "dim",
    "line": "dim",
    "spot": "dim",
    "mark": "bold",
}


@dataclass(frozen=True)
class Screen:
    """The terminal, or the file that replaces it, and the language."""

    t: Translator

    @cached_property
    def console(self) -> Console:
        """Return the console, which respects NO_COLOR."""
        return console()

    def write(self, what: RenderableType = "", *, style: str = "", whole: bool = False) -> None:
        """Print a line, wrapped unless it is to be copied as a `whole`."""
        whole = whole or not self.console.is_terminal
        self.console.print(what, style=style or None, soft_wrap=whole)

    def print_message(self, key: str, /, *, style: str = "", **details: object) -> None:
        """Print a message."""
        self.write(self.t(key, **details), style=style)

    def columns(self, rows: Iterable[tuple[str, ...]]) -> None:
        """Print rows in columns; the last one is wrapped."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        for row in rows:
            grid.add_row("", *(Text(cell) for cell in row))
        self.console.print(grid)

    def show(self, board_view: BoardView, *, flipped: bool = False) -> None:
        """Print a diagram."""
        self.console.print(render_diagram(board_view, self.t, flipped=flipped), soft_wrap=True)


def render_diagram(board_view: BoardView, t: Translator, *, flipped: bool = False) -> Text:
    """Return the diagram of a position, with its words translated."""
    pieces = {f"piece-{s.name}": f"bold {s.flat[1]} on {s.flat[0]}" for s in board_view.specs}
    styles = _STYLES | pieces
    lines = (_line(row, t, styles) for row in diagram_rows(board_view, flipped=flipped))
    return Text("\n").join(lines)


def _line(row: list[StyledText], t: Translator, styles: Mapping[str, str]) -> Text:
    line = Text()
    for at, token in enumerate(row):
        text = _translate(token, t)
        # Pad names at the left of the board; nothing follows those at its right.
        text = text if at == len(row) - 1 else text.rjust(len(token.text))
        line.append(text, _style(token.role, styles) + _background(row, at))
    line.rstrip()
    return line


def _style(role: str, styles: Mapping[str, str] = _STYLES) -> Style:
    base = role.removesuffix("-last")
    style = Style.parse(styles.get(base, ""))
    return style + Style(bold=True) if base != role else style


def _background(row: list[StyledText], at: int) -> Style:
    """Return the background of an empty cell: the colour of its field, the next token."""
    after = row[at + 1].role if at + 1 < len(row) else ""
    if row[at].role.startswith("empty") and after.startswith("field-"):
        return _style(after)
    return Style.null()


def letter(t: Translator, seat: str) -> str:
    """Return the letter of a seat in diagrams."""
    return t.name("cli-letter", seat)[:1].upper()


def _translate(token: StyledText, t: Translator) -> str:
    """Return the text of a token, letters and words translated."""
    role, seat = token.role.removesuffix("-last").partition("-")[::2]
    if role == "piece":
        return letter(t, seat) * len(token.text)
    plain = token.text.strip(" :")
    if role != "label" or not plain:
        return token.text
    return token.text.replace(plain, t.name("cli-diagram", plain.replace(" ", "-")))
