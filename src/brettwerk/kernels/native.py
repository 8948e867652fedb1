"""Kernels compiled by Numba, stored on disk under a digest of all that went into them."""

from __future__ import annotations

import threading
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ParamSpec, cast

import numba
import numpy as np
from numba import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from brettwerk.kernels.cache import cache_folder, one_at_a_time
from brettwerk.kernels.link import Linker, digest, modules_of
from brettwerk.kernels.numba_primitives import TWINS
from brettwerk.kernels.primitives import INLINED
from brettwerk.kernels.types import FloatTable, WordConstant, WordTable

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType

    from brettwerk.kernels.description import GameKernels
    from brettwerk.kernels.link import Constant
    from brettwerk.kernels.types import Bytes, Floats, Floats32, Numbers, S, Words

P = ParamSpec("P")
# `_nrt=False`: kernels make no arrays, and counting references to those they are given took two
# fifths of a search's time. `error_model`: no kernel divides by 0.
OPTIONS = {"nogil": True, "_nrt": False, "error_model": "numpy"}
INNER = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
# The types of an entry's parameters, by the names of their annotations.
TYPES = {
    "Words": types.Array(types.uint64, 1, "C"),
    "Numbers": types.Array(types.int64, 1, "C"),
    "Floats": types.Array(types.float64, 1, "C"),
    "Floats32": types.Array(types.float32, 1, "C"),
    "Bytes": types.Array(types.uint8, 1, "C"),
    "int": types.int64,
}


def inner(function: FunctionType) -> object:
    """Return a kernel that only other kernels call: it gets no wrapper and no file of its own."""
    inline = "always" if function.__code__ in INLINED else "never"
    made = numba.njit(inline=inline, **INNER)(function)
    # A literal 0 must be an int64 like others: Numba would compile the kernel once more for it,
    # and if that one calls itself, its code crashes when it is loaded from the cache.
    template = made.get_call_template
    made.get_call_template = lambda args, kws: template([*map(types.unliteral, args)], kws)
    return made


def constant(value: Constant) -> object:
    """Return a table, or a word, as a constant of the compiled code."""
    if isinstance(value, WordConstant):
        return np.uint64(value)
    if isinstance(value, FloatTable):
        return np.array(value, np.float64)
    return np.array(value, np.uint64 if isinstance(value, WordTable) else np.int64)


def linker(modules: dict[int, object], prefix: str = "") -> Linker:
    """Return a linker of kernels that Numba compiles.

    `prefix` tells games apart: of two functions with one name that are loaded from the cache, LLVM
    would take the first for both.
    """
    return Linker(modules, prefix=prefix, twins=TWINS, compiled=inner, constant=constant)


def signature(entry: Callable[P, int]) -> Any:
    """Return Numba's signature of an entry, read from its annotations."""
    kinds = get_annotations(entry, eval_str=True, locals=TYPES)
    returned, given = kinds.pop("return", None), [*map(_type_of, kinds.values())]
    if returned != types.int64 or None in given:
        raise TypeError(f"{entry.__qualname__} is no entry: it has {kinds}, and returns {returned}")
    return types.int64(*given)


def _type_of(kind: Any) -> Any:
    """Return Numba's type of a parameter, or None: it may be a NamedTuple of arrays, too."""
    if isinstance(kind, types.Type):
        return kind
    parts = [TYPES.get(part.__forward_arg__) for part in get_annotations(kind).values()]
    return types.BaseTuple.from_types(parts, kind) if parts and None not in parts else None


class Native:
    """Numba: fast, and other threads run meanwhile; arrays are NumPy's."""

    compiled = True

    def __init__(self, game: GameKernels[S]) -> None:
        self.local = threading.local()
        self._game = game
        self._linker = linker(modules_of(game), f"{game.name}_{digest(game)}.")
        self._entries: dict[object, object] = {}
        self._lock = threading.Lock()

    def words(self, count: int) -> Words:
        """Return an array of words, all 0."""
        return np.zeros(count, np.uint64)

    def numbers(self, count: int) -> Numbers:
        """Return an array of whole numbers, all 0."""
        return np.zeros(count, np.int64)

    def floats(self, count: int) -> Floats:
        """Return an array of floating-point numbers, all 0."""
        return np.zeros(count, np.float64)

    def floats32(self, count: int) -> Floats32:
        """Return an array of small floating-point numbers, all 0."""
        return np.zeros(count, np.float32)

    def bytes(self, count: int) -> Bytes:
        """Return an array of bytes, all 0."""
        return np.zeros(count, np.uint8)

    def linked(self, entry: Callable[P, int]) -> Callable[P, int]:
        """Return an entry, compiled the first time or loaded from the cache."""
        made = self._entries.get(entry)
        if made is None:
            with self._lock:
                made = self._entries.get(entry) or self._entry(entry)
                self._entries[entry] = made
        return cast("Callable[P, int]", made)

    def _entry(self, entry: Callable[P, int]) -> object:
        function = cast("FunctionType", entry)
        twin, bound = self._linker.clone(function)
        self._linker.bind(function, bound)
        made = numba.njit(**OPTIONS)(twin)
        folder = cache_folder(digest(self._game, entry))
        made._cache = FolderCache(twin, str(folder))
        with one_at_a_time(folder):  # the others load what the first has compiled
            made.compile(signature(entry))
        made.disable_compile()
        return made


class _Folder(_CacheLocator):  # type: ignore[misc]
    """Tells Numba to store code in a folder that is named by a digest of the sources."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def get_cache_path(self) -> str:
        """Return the folder."""
        return self._folder

    def get_source_stamp(self) -> str:
        """Return nothing: the folder's name says which sources the code is of."""
        return ""

    def get_disambiguator(self) -> str:
        """Return nothing: an entry has a folder of its own."""
        return ""

    @classmethod
    def from_function(cls, *_: object) -> None:
        """Return nothing: Numba need not choose a locator, since each cache is given its own."""


class _FolderImpl(CompileResultCacheImpl):  # type: ignore[misc]
    def __init__(self, function: FunctionType, folder: str) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Folder(folder)
        self._locator._py_file = function.__code__.co_filename
        self._filename_base = f"{function.__module__}.{function.__name__}"


class FolderCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function in a folder of our choice.

    The usual way to choose is to set `numba.config.CACHE_DIR`, which is for all threads and
    programs in this process.
    """

    def __init__(self, function: FunctionType, folder: str) -> None:
        self._impl_class = lambda function: _FolderImpl(function, folder)
        super().__init__(function)
