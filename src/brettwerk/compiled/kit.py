"""What kernels are written with, compiled: the same names as `brettwerk.rules.kit`."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from brettwerk.compiled.cache import our_cache

Words = Any
_U1 = np.uint64(1)
_ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def kernel(function: Any) -> Any:
    """Compile on first call, keep on disk, and let other threads run meanwhile.

    `_nrt=False`: kernels make no arrays, and counting references to those they are given took two
    fifths of a search's time.
    """
    with our_cache():
        return njit(cache=True, nogil=True, _nrt=False)(function)


def array_kernel(function: Any) -> Any:
    """The same for functions that look at parts of arrays: those must count references."""
    with our_cache():
        return njit(cache=True, nogil=True)(function)


def inlined(function: Any) -> Any:
    """Put the function's code into its callers."""
    with our_cache():
        return njit(cache=True, nogil=True, inline="always", _nrt=False)(function)


def inner(function: Any) -> Any:
    """Compile into callers only: without a way in from Python, which takes long to make."""
    return njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)


def table(values: Any) -> Any:
    """A table of 64-bit words."""
    return np.array(values, np.uint64)


def small_table(values: Any) -> Any:
    """A table of small whole numbers, which may be negative."""
    return np.array(values, np.int64)


word = np.uint64
number = np.int64


@intrinsic
def popcount(_context: Any, bits: Any) -> Any:
    """How many cells the set has."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def ctz(_context: Any, bits: Any) -> Any:
    """The lowest cell of a set that is not empty."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), codegen


@intrinsic
def _clz(_context: Any, bits: Any) -> Any:
    """How many zeros stand before the highest cell of a set that is not empty."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), codegen


@intrinsic
def prefetch(context: Any, words: Any, at: Any) -> Any:
    """Have a word of a large table at hand soon."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        byte, whole = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, whole, whole, whole])
        ask = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        place = builder.bitcast(builder.gep(array.data, [args[1]]), byte)
        builder.call(ask, [place, whole(0), whole(1), whole(1)])  # to read, often, data
        return context.get_dummy_value()

    return types.none(words, types.int64), codegen


@kernel
def bit(cell: Any) -> Any:
    """The set of this one cell."""
    return _U1 << np.uint64(cell)


@kernel
def drop(bits: Any) -> Any:
    """The set without its lowest cell."""
    return bits & (bits - _U1)


@kernel
def up_to_lowest(ray: Any, blockers: Any) -> Any:
    """The part of an upward ray up to and including the lowest blocker on it."""
    met = ray & blockers
    return ray & (met ^ (met - _U1))


@kernel
def down_to_highest(ray: Any, blockers: Any) -> Any:
    """The part of a downward ray down to and including the highest blocker on it."""
    met = (ray & blockers) | _U1
    return ray & (_ALL << (np.uint64(63) - _clz(met)))


@kernel
def mix(a: Any, b: Any) -> Any:
    """Two words stirred into one, for hashing: the first is spread before the second comes in."""
    h = a * np.uint64(0x9E3779B97F4A7C15)
    h ^= h >> np.uint64(32)
    h *= np.uint64(0xD6E8FEB86659FD93)
    h = (h ^ (h >> np.uint64(32))) + b
    h ^= h >> np.uint64(32)
    h *= np.uint64(0x1B03738712FAD5C9)
    return h ^ (h >> np.uint64(29))


@kernel
def xorshift(x: Any) -> Any:
    """The next of a sequence of random words; never 0 if it did not start there."""
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    return x ^ (x << np.uint64(17))


@kernel
def choose(x: Any, count: Any) -> Any:
    """A whole number below `count` from a random word."""
    return np.int64((x >> np.uint64(33)) * np.uint64(count) >> np.uint64(31))


@kernel
def ended(winners: Any, still_in: Any, reason: Any, points: Any) -> Any:
    """How a game ended: sets of players, the game's own number of the reason (from 1), points."""
    return (
        np.int64(winners) | np.int64(still_in) << 3 | np.int64(reason) << 6 | np.int64(points) << 10
    )
