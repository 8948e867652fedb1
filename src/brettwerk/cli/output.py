"""What commands hand over: pictures, JSON, files that are whole or not there at all."""

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from brettwerk.errors import BadOptions
from brettwerk.notation.scene import Scene
from brettwerk.texts import shown

STDOUT = "-"
SVG, PNG = "svg", "png"


class Theme(StrEnum):
    """The light of a picture."""

    LIGHT = "light"
    DARK = "dark"


SvgFile = Annotated[
    str | None, typer.Option("--svg", metavar="FILE", help="Write an SVG picture; - is stdout.")
]
PngFile = Annotated[
    str | None, typer.Option("--png", metavar="FILE", help="Write a PNG picture; - is stdout.")
]
Width = Annotated[
    int, typer.Option("--width", min=16, max=4096, help="The width of a PNG in pixels.")
]
ThemeName = Annotated[Theme, typer.Option("--theme", help="The light of a picture.")]


def print_json(value: Any) -> None:
    """One line of JSON."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def write_pictures(
    scene: Scene,
    svg: str | None,
    png: str | None,
    *,
    width: int = 800,
    theme: Theme = Theme.LIGHT,
    flipped: bool = False,
    marks: Sequence[tuple[str, str]] = (),
) -> bool:
    """The pictures that were asked for; whether there were any."""
    _refuse_ending(svg, SVG, PNG)
    _refuse_ending(png, PNG, SVG)
    if svg is None and png is None:
        return False
    from brettwerk.notation import png as image
    from brettwerk.notation.svg import draw

    drawn = draw(scene, theme=theme.value, flipped=flipped, marks=marks)
    if svg is not None:
        hand_over(svg, drawn.encode())
    if png is not None:
        hand_over(png, image.png(drawn, width))
    return True


def write_picture(scene: Scene, name: str, *, flipped: bool = False) -> None:
    """A picture of the kind that the ending of its name says."""
    kind = _ending(name)
    if kind not in (SVG, PNG):
        raise BadOptions("cli-picture-ending", file=shown(name))
    svg, png = (name if kind == wanted else None for wanted in (SVG, PNG))
    write_pictures(scene, svg, png, flipped=flipped)


def _ending(name: str) -> str:
    return Path(name).suffix.lower().removeprefix(".")


def _refuse_ending(name: str | None, wanted: str, other: str) -> None:
    """A name that ends like the other kind of picture is a slip."""
    if name is not None and _ending(name) == other:
        raise BadOptions("cli-picture-other", file=shown(name), wanted=wanted, other=other)


def hand_over(name: str, content: bytes) -> None:
    """Write to stdout or into a file."""
    if name == STDOUT:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        write_whole(path_of(name), content)


def path_of(name: str) -> Path:
    """The file of a name, `~` being the user's folder."""
    try:
        return Path(name).expanduser()
    except RuntimeError:  # ~someone whom the system does not know
        return Path(name)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that at any moment there is the old one or the new one, never half of it."""
    if path.is_dir() or not path.parent.is_dir():
        path.open("wb").close()  # raises what an ordinary program would
    if path.exists() and not path.is_file():
        path.write_bytes(content)  # /dev/stdout, a pipe: nothing to put in its place
        return
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_mode(path))
        Path(name).replace(_target(path))
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _target(path: Path) -> Path:
    """Where a link points, so that it stays a link."""
    return path.resolve() if path.is_symlink() else path


def _mode(path: Path) -> int:
    """Who may read it: as before, or for a new file whom the user's mask allows."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
