"""What browsers get: templates, styles and scripts, shared ones and those of games."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from brettwerk.core.registry import definition, names
from brettwerk.kernels.wasm_file import fitting_module, module_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

STATIC = Path(__file__).with_name("static")
TEMPLATES = Path(__file__).with_name("templates")
WORKER = Path(__file__).with_name("worker") / "sw.js"
TYPES = Path(__file__).with_name("types")


@cache
def static_files() -> dict[str, Traversable]:
    """Scripts and styles by name; `games/PAGE/FILE` lies in the folder `web` of a game.

    `games/GAME/kernels.wasm` is the module of a game, if it fits its sources and can be played;
    `games/GAME/book.json` its opening book.
    """
    shared = {p.relative_to(STATIC).as_posix(): p for p in sorted(STATIC.rglob("*")) if p.is_file()}
    own = {name: file for name, file in _of_games() if not name.endswith(".html")}
    return shared | own | dict(_modules())


def game_template(name: str) -> str | None:
    """A template of a game by its name, such as `games/drei/atlas.html`."""
    file = dict(_of_games()).get(name)
    return file.read_text(encoding="utf-8") if file else None


def module_name(game: str) -> str:
    """The name of the module of a game among the static files."""
    return f"games/{game}/kernels.wasm"


def _of_games() -> Iterator[tuple[str, Traversable]]:
    for page, folder in {
        p: f for name in names() for p, f in definition(name).pages.items()
    }.items():
        if (folder / "web").is_dir():
            yield from ((f"games/{page}/{file.name}", file) for file in (folder / "web").iterdir())


def _modules() -> Iterator[tuple[str, Traversable]]:
    for name in names():
        kernels = definition(name).kernels
        file = module_file(kernels)
        if kernels.play and file and fitting_module(kernels):
            yield module_name(name), file
            if book := definition(name).file("data/book.json"):
                yield f"games/{name}/book.json", book
