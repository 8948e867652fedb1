"""Kernels compiled by Numba, stored on disk under a digest of all that went into them."""

from __future__ import annotations

from inspect import get_annotations
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from brettwerk.kernels.backends import Backend
from brettwerk.kernels.cache import cache_folder, one_at_a_time
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.link import Constant, Linker, digest, modules_of
from brettwerk.kernels.numba_primitives import TWINS
from brettwerk.kernels.primitives import INLINED
from brettwerk.kernels.types import (
    Array,
    ArrayKind,
    FloatTable,
    NumberTable,
    S,
    T,
    WordConstant,
    WordTable,
)

# `_nrt=False`: kernels make no arrays, and counting references to those they are given took two
# fifths of a search's time. `error_model`: no kernel divides by 0.
OPTIONS = {"nogil": True, "_nrt": False, "error_model": "numpy"}
INNER = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
DTYPES = {
    "Words": np.uint64,
    "Numbers": np.int64,
    "Floats": np.float64,
    "Floats32": np.float32,
    "Bytes": np.uint8,
}
# The types of an entry's parameters, by the names of their annotations.
TYPES = {"int": types.int64} | {
    name: types.Array(numba.from_dtype(np.dtype(kind)), 1, "C") for name, kind in DTYPES.items()
}


def inner(function: FunctionType) -> object:
    """Return a kernel that only other kernels call: it gets no wrapper and no file of its own."""
    inline = "always" if function.__code__ in INLINED else "never"
    made = numba.njit(inline=inline, **INNER)(function)
    # A literal 0, or a number of a narrow table, must be an int64 like others: Numba would compile
    # the kernel once more for it, and if that one calls itself, its code crashes when it is loaded
    # from the cache.
    template = made.get_call_template
    made.get_call_template = lambda args, kws: template([*map(_usual, args)], kws)
    return made


def _usual(kind: Any) -> Any:
    """Return the type as which a kernel takes what has this one."""
    plain = types.unliteral(kind)
    is_narrow = isinstance(plain, types.Integer) and plain.signed and plain.bitwidth < 64
    return types.int64 if is_narrow else plain


def constant(value: Constant) -> object:
    """Return a table, or a word, as a constant of the compiled code."""
    if isinstance(value, WordConstant):
        return np.uint64(value)
    if isinstance(value, FloatTable):
        return np.array(value, np.float64)
    return np.array(value, np.uint64 if isinstance(value, WordTable) else _narrowest(value))


def _narrowest(values: NumberTable) -> type[np.signedinteger[Any]]:
    """Return the narrowest type that holds all values of a table: modules are to be small."""
    low, high = min(values), max(values)
    kinds = (np.int8, np.int16, np.int32)
    fits = (k for k in kinds if np.iinfo(k).min <= low and high <= np.iinfo(k).max)
    return next(fits, np.int64)


def linker(modules: dict[int, object], prefix: str = "") -> Linker:
    """Return a linker of kernels that Numba compiles.

    `prefix` tells games apart: of two functions with one name that are loaded from the cache, LLVM
    would take the first for both.
    """
    return Linker(modules, prefix=prefix, twins=TWINS, compiled=inner, constant=constant)


def signature(entry: FunctionType) -> Any:
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


class Native(Backend):
    """Numba: fast, and other threads run meanwhile; arrays are NumPy's."""

    name = "numba"

    def __init__(self, game: GameKernels[S]) -> None:
        super().__init__()
        self._game = game
        self._linker = linker(modules_of(game), f"{game.name}_{digest(game)}.")

    def zeros(self, kind: ArrayKind[T], count: int) -> Array[T]:
        """Return an array of zeros."""
        return np.zeros(count, DTYPES[kind.name])

    def clear(self, array: Array[int]) -> None:
        """Fill an array with 0."""
        np.asarray(array).fill(0)

    def link(self, entry: FunctionType) -> object:
        """Compile an entry, or load it from the cache."""
        twin, bound = self._linker.clone(entry)
        self._linker.bind(entry, bound)
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
