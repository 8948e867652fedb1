"""Pictures of positions, written to files."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

from typer import Option

from brettwerk.cli.options import FileName
from brettwerk.cli.output import write_output
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate
from brettwerk.notation.board_view import BoardView

SVG, PNG = "svg", "png"


class Theme(StrEnum):
    """The theme of a picture."""

    LIGHT = "light"
    DARK = "dark"


class PictureOptions(NamedTuple):
    """Which pictures to write, and how."""

    svg: FileName = None
    png: FileName = None
    width: Annotated[int, Option(min=16, max=4096)] = 800
    theme: Theme = Theme.LIGHT


def write_pictures(
    board_view: BoardView,
    wanted: PictureOptions,
    *,
    flipped: bool = False,
    marks: Sequence[tuple[str, str]] = (),
) -> bool:
    """Write the requested pictures; return whether there were any."""
    files = {SVG: wanted.svg, PNG: wanted.png}
    for (kind, name), other in zip(files.items(), reversed(files), strict=True):
        if name is not None and _suffix(name) == other:
            raise BadOptions("cli-picture-other", file=truncate(name), wanted=kind, other=other)
    if wanted.svg is None and wanted.png is None:
        return False
    from brettwerk.notation.png import png
    from brettwerk.notation.svg import draw

    drawn = draw(board_view, theme=wanted.theme.value, flipped=flipped, marks=marks)
    if wanted.svg is not None:
        write_output(wanted.svg, drawn.encode())
    if wanted.png is not None:
        write_output(wanted.png, png(drawn, wanted.width))
    return True


def write_picture(board_view: BoardView, name: str, *, flipped: bool = False) -> None:
    """Write a picture of the kind given by its suffix."""
    kind = _suffix(name)
    if kind not in (SVG, PNG):
        raise BadOptions("cli-picture-ending", file=truncate(name))
    wanted = PictureOptions(svg=name) if kind == SVG else PictureOptions(png=name)
    write_pictures(board_view, wanted, flipped=flipped)


def _suffix(name: str) -> str:
    return Path(name).suffix.lower().removeprefix(".")
