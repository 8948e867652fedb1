"""The primitives that differ when compiled by Numba."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from brettwerk.kernels import primitives

_NOT_ZERO = ir.Constant(ir.IntType(1), 1)  # the argument is never 0


@intrinsic
def popcount(_context: Any, bits: Any) -> Any:
    """Return the number of cells in a set."""
    return types.int64(types.uint64), lambda _c, builder, _s, args: builder.ctpop(args[0])


@intrinsic
def ctz(_context: Any, bits: Any) -> Any:
    """Return the lowest cell of a set that is not empty."""
    return types.int64(types.uint64), lambda _c, builder, _s, args: builder.cttz(args[0], _NOT_ZERO)


@intrinsic
def highest(_context: Any, bits: Any) -> Any:
    """Return the highest cell of a set that is not empty."""
    last = ir.Constant(ir.IntType(64), 63)
    return types.int64(types.uint64), lambda _c, builder, _s, args: builder.sub(
        last, builder.ctlz(args[0], _NOT_ZERO)
    )


@intrinsic
def prefetch(_context: Any, words: Any, at: Any) -> Any:
    """Prefetch an entry of a large table."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        byte, whole = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, whole, whole, whole])
        ask = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        place = builder.bitcast(builder.gep(array.data, [args[1]]), byte)
        builder.call(ask, [place, whole(0), whole(1), whole(1)])  # to read, often, data
        return context.get_dummy_value()

    return types.none(words, types.int64), codegen


@intrinsic
def view(_context: Any, array: Any, start: Any, count: Any) -> Any:
    """Return a part of an array; unlike a slice it needs no checks and no count of references."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        make = context.make_array(signature.return_type)
        whole, part = make(context, builder, args[0]), make(context, builder)
        data = builder.gep(whole.data, [args[1]])
        strides = cgutils.unpack_tuple(builder, whole.strides)
        populate_array(part, data, [args[2]], strides, whole.itemsize, whole.meminfo, whole.parent)
        return part._getvalue()

    return array(array, types.int64, types.int64), codegen


TWINS: dict[object, object] = {
    primitives.word: np.uint64,
    primitives.number: np.int64,
    primitives.popcount: popcount,
    primitives.ctz: ctz,
    primitives.highest: highest,
    primitives.prefetch: prefetch,
    primitives.view: view,
}
