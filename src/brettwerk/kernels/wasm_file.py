"""Files with WebAssembly: where a game's module lies, what it says of itself, and whether it fits.

A module says in a section of its own what it was built from. One that does not fit its sources is
never run.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType

from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.sources import file_text, sources_digest, text_digest
from brettwerk.kernels.types import S

SECTION = b"brettwerk-kernels"


@dataclass(frozen=True)
class ModuleFacts:
    """What a module says of itself."""

    game: str
    digest: str  # of the sources of its entries
    entries: dict[str, str]  # the functions by the names under which they are exported
    files: dict[str, str]  # digests of the files: if all are the same, so are the sources
    tools: str  # what it was built with
    # facts about the game, for programs that have only the module
    about: dict[str, object] = field(default_factory=dict)

    def appended_to(self, code: bytes) -> bytes:
        """Return a module with these facts in a section at its end."""
        content = json.dumps(asdict(self), separators=(",", ":")).encode()
        body = bytes([len(SECTION)]) + SECTION + content
        return code + b"\0" + _leb128(len(body)) + body

    def fit(self, game: GameKernels[S]) -> bool:
        """Return whether the module was built from the sources as they are now."""
        if self.game != game.name:
            return False
        if all(text_digest(file_text(name)) == known for name, known in self.files.items()):
            return True
        try:
            functions = [entry_named(name) for name in self.entries.values()]
        except (ImportError, AttributeError):
            return False
        return sources_digest(game, functions) == self.digest


def facts_in(code: bytes) -> ModuleFacts:
    """Return what a module says of itself; ValueError if that is nothing we know."""
    try:
        return ModuleFacts(**json.loads(code.rpartition(SECTION)[2]))
    except TypeError as fault:
        raise ValueError(str(fault)) from fault


def code_in(module: bytes) -> bytes:
    """Return a module without what it says of itself."""
    name = module.rindex(SECTION) - 1  # after its length, which comes after that of the section
    return module[: name - len(_leb128(len(module) - name)) - 1]


def _leb128(number: int) -> bytes:
    """Return a number in the variable length that WebAssembly uses."""
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + _leb128(rest) if rest else bytes([low])


def entry_name(entry: FunctionType) -> str:
    """Return the name by which an entry is found again."""
    return f"{entry.__module__}:{entry.__qualname__}"


def entry_named(name: str) -> FunctionType:
    """Return the entry of this name."""
    module, _, function = name.partition(":")
    found = getattr(import_module(module), function)
    assert isinstance(found, FunctionType)
    return found


def module_file(game: GameKernels[S]) -> Path | None:
    """Return where a game's module lies: in the folder `data` beside its rules."""
    file: str | None = getattr(game.rules, "__file__", None)
    return Path(file).parent / "data" / "kernels.wasm" if file else None


@cache
def fitting_module(game: GameKernels[S]) -> bytes | None:
    """Return a game's module; None if there is none that fits its sources."""
    file = module_file(game)
    if file is None or not file.is_file():
        return None
    code = file.read_bytes()
    with suppress(ValueError):
        return code if facts_in(code).fit(game) else None
    return None
