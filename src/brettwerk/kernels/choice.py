"""Which backend runs a game's kernels.

WebAssembly, where the game has a module that fits its sources: it is ready within a tenth of a
second. Numba, if it is installed, for games without one, for threads that work on one table, for
tables beyond the 4 GB that WebAssembly has, and for research. Plain Python for the rest, which is
a hundred times slower. The variable BRETTWERK_BACKEND, if set, decides instead.
"""

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec

from brettwerk.errors import MissingBackend
from brettwerk.kernels.backends import KernelCode
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.plain import Plain
from brettwerk.kernels.types import S
from brettwerk.kernels.wasm_file import fitting_module

VARIABLE = "BRETTWERK_BACKEND"
PLAIN, NUMBA, WASM = "plain", "numba", "wasm"
# What fits into the memory of a module, with room for the rest.
WASM_MEGABYTES = 3500


def usual_backend(game: GameKernels[S], megabytes: float = 0) -> KernelCode:
    """Return the backend for one thread with tables of this size."""
    return backend_for(game, _chosen(game, megabytes))


def shared_backend(game: GameKernels[S]) -> KernelCode:
    """Return the backend for threads that work on the same arrays; raise if there is none."""
    return backend_for(game, PLAIN if _asked() == PLAIN else NUMBA)


def quick_backend(game: GameKernels[S]) -> KernelCode | None:
    """Return a backend that is ready within a tenth of a second, or None."""
    return backend_for(game, WASM) if _asked() in (WASM, "") and has_wasm(game) else None


@contextmanager
def chosen(name: str) -> Iterator[None]:
    """Let the backend of this name run whatever begins to run kernels."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = name
    try:
        yield
    finally:
        os.environ.pop(VARIABLE)
        if before is not None:
            os.environ[VARIABLE] = before


@cache
def backend_for(game: GameKernels[S], name: str) -> KernelCode:
    """Return a game's backend of this name; its code is shared by all who ask."""
    if name == PLAIN:
        return Plain(game)
    if name == WASM and (module := fitting_module(game)) and find_spec("wasmtime"):
        from brettwerk.kernels.wasm import Wasm  # wasmtime is slow to load

        return Wasm(module)
    if name == NUMBA and find_spec("numba"):
        from brettwerk.kernels.native import Native  # Numba is slow to load

        return Native(game)
    raise MissingBackend(f"backend-missing-{name}", game=game.name)


@cache
def has_wasm(game: GameKernels[S]) -> bool:
    """Return whether WebAssembly can run a game's kernels here."""
    return fitting_module(game) is not None and find_spec("wasmtime") is not None


def _asked() -> str:
    """Return the backend that the environment asks for; nothing if any will do."""
    asked = os.environ.get(VARIABLE, "")
    if asked not in ("", PLAIN, NUMBA, WASM):
        raise MissingBackend("backend-unknown", given=asked)
    return asked


def _chosen(game: GameKernels[S], megabytes: float) -> str:
    asked = _asked()
    if asked:
        return asked
    if has_wasm(game):
        return WASM if megabytes <= WASM_MEGABYTES else NUMBA
    if find_spec("numba"):
        return NUMBA
    _warn(game)
    return PLAIN


@cache
def _warn(game: GameKernels[S]) -> None:
    """Say once that a game runs slowly."""
    reason = MissingBackend("backend-missing-all", game=game.name)
    warnings.warn(str(reason), stacklevel=2)
