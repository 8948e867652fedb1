"""Set-ups of Abalone: the named ones, and those that people make."""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

from brettwerk.boards.board import mask
from brettwerk.boards.hexagon import HEXAGON
from brettwerk.errors import BadOptions
from brettwerk.i18n import truncate
from brettwerk.notation.typed_text import normalize_name

NAMES = HEXAGON.names


@cache
def setups() -> dict[str, dict[str, str]]:
    """The named set-ups: title, and the cells of black and white."""
    text = (files(__package__) / "data" / "setups.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = json.loads(text)
    return found


@cache
def setup_texts() -> dict[str, str]:
    """The named set-ups as those are written that people make."""
    return {name: _custom(_cells(setup)) for name, setup in setups().items()}


def _cells(setup: dict[str, str]) -> dict[object, object]:
    return {colour: setup[colour] for colour in ("black", "white")}


def read_setup(value: object) -> str:
    """A set-up's name; or a custom one, kept as `black:a1,a2;white:i5`."""
    if isinstance(value, dict):
        return _custom(value)
    if isinstance(value, str) and ":" in value[:2000]:
        return _custom(_parts(value))
    if isinstance(value, str):
        wanted = normalize_name(value)
        for name, setup in setups().items():
            if wanted in (normalize_name(name), normalize_name(setup["title"])):
                return name
    raise BadOptions("abalone-setup-unknown", given=truncate(value), known=", ".join(setups()))


def _parts(text: str) -> dict[object, object]:
    """The colours of `black:a1,a2;white:i5`, each of them once."""
    parts = [part.partition(":") for part in text.lower().split(";")]
    names = [name.strip() for name, _, _ in parts]
    if len(set(names)) < len(names):
        raise BadOptions("abalone-setup-colours", given=truncate(", ".join(names)))
    return {name: _listed(cells) for name, (_, _, cells) in zip(names, parts, strict=True)}


def _listed(cells: str) -> list[str]:
    return cells.replace(",", " ").split()


def _custom(given: Mapping[object, object]) -> str:
    """The two colours' cells, each known and held once."""
    if set(given) != {"black", "white"}:
        raise BadOptions("abalone-setup-colours", given=truncate(", ".join(map(str, given))))
    held: set[str] = set()
    sides = []
    for colour in ("black", "white"):
        cells = given[colour]
        cells = _listed(cells) if isinstance(cells, str) else cells
        if not isinstance(cells, list | tuple) or len(cells) > len(HEXAGON):
            raise BadOptions("abalone-setup-cells", colour=colour)
        found = sorted(_setup_cell(cell, held) for cell in cells)
        sides.append(f"{colour}:{','.join(NAMES[cell] for cell in found)}")
    return ";".join(sides)


def _setup_cell(name: object, held: set[str]) -> int:
    cell = HEXAGON.index.get(name.strip().lower()) if isinstance(name, str) else None
    if cell is None:
        raise BadOptions("abalone-setup-cell", cell=truncate(name))
    if NAMES[cell] in held:
        raise BadOptions("abalone-setup-twice", cell=NAMES[cell])
    held.add(NAMES[cell])
    return cell


@lru_cache(maxsize=256)
def setup_masks(setup: str) -> tuple[int, int]:
    """Black's and White's marbles of a set-up as sets."""
    text = setup_texts().get(setup, setup)
    black, white = (_listed(side.partition(":")[2]) for side in text.split(";"))
    return mask(HEXAGON.index[c] for c in black), mask(HEXAGON.index[c] for c in white)
