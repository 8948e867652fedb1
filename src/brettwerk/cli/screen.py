"""The terminal: sentences, and diagrams in colours that never carry meaning alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from brettwerk.notation.diagram import cells

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from brettwerk.cli.voice import Voice
    from brettwerk.notation.diagram import Token
    from brettwerk.notation.scene import Scene

# Letter and ground are both given wherever either is, so that dark and light terminals both do.
_STYLES = {
    "piece-black": "bold #ffffff on #3a3a3a",
    "piece-white": "bold #1c1c1c on #f2ead8",
    "piece-one": "bold #1c1c1c on #f2d24a",
    "piece-two": "bold #ffffff on #b8351f",
    "piece-three": "bold #ffffff on #2f4fae",
    "piece-barricade": "bold #1c1c1c on #a8a49c",
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
    """Where people read: their language and the terminal, or the file that stands in for it."""

    voice: Voice

    @cached_property
    def console(self) -> Console:
        """The terminal; it honours NO_COLOR."""
        return Console(highlight=False, markup=False, emoji=False)

    def write(self, what: RenderableType = "", *, style: str = "", whole: bool = False) -> None:
        """A line, folded at the edge of a terminal unless it is to be copied as a whole."""
        whole = whole or not self.console.is_terminal
        self.console.print(what, style=style or None, soft_wrap=whole)

    def tell(self, key: str, /, *, style: str = "", **details: object) -> None:
        """A sentence."""
        self.write(self.voice(key, **details), style=style)

    def columns(self, rows: Iterable[tuple[str, ...]]) -> None:
        """A list in columns, the last one folded within its own width."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        for row in rows:
            grid.add_row("", *(Text(cell) for cell in row))
        self.console.print(grid)

    def show(self, scene: Scene, *, flipped: bool = False) -> None:
        """A diagram."""
        self.console.print(drawn(scene, self.voice, flipped=flipped), soft_wrap=True)


def drawn(scene: Scene, voice: Voice, *, flipped: bool = False) -> Text:
    """The diagram of a scene, its few words in the reader's language."""
    lines = (_line(row, voice) for row in cells(scene, flipped=flipped))
    return Text("\n").join(lines)


def _line(row: list[Token], voice: Voice) -> Text:
    line = Text()
    for at, token in enumerate(row):
        text = _in_language(token, voice)
        # Names left of the board end beside it; nothing follows those at its right.
        text = text if at == len(row) - 1 else text.rjust(len(token.text))
        line.append(text, _style(token.role) + _ground(row, at))
    line.rstrip()
    return line


def _style(role: str) -> Style:
    base = role.removesuffix("-last")
    style = Style.parse(_STYLES.get(base, ""))
    return style + Style(bold=True) if base != role else style


def _ground(row: list[Token], at: int) -> Style:
    """An empty cell lies on the colour of its field, which is the next token."""
    after = row[at + 1].role if at + 1 < len(row) else ""
    if row[at].role.startswith("empty") and after.startswith("field-"):
        return _style(after)
    return Style.null()


def _in_language(token: Token, voice: Voice) -> str:
    """The token's text, letters of colours and words in the reader's language."""
    role, seat = token.role.removesuffix("-last").partition("-")[::2]
    if role == "piece":
        return voice.word(f"cli-letter-{seat}", token.text[:1]) * len(token.text)
    plain = token.text.strip(" :")
    if role != "label" or not plain:
        return token.text
    return token.text.replace(plain, voice.word(f"cli-diagram-{plain}", plain))
