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


@intrinsic
def judged(_context: Any, numbers: Any, at: Any, sets: Any) -> Any:
    """Return the output of the network stored at this place for sets of cells."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        long, half, whole = (ir.IntType(bits) for bits in (64, 16, 32))
        row, wide = (ir.VectorType(kind, primitives.UNITS) for kind in (half, whole))

        def row_at(place: Any) -> Any:
            data = builder.gep(array.data, [place])
            return builder.load(builder.bitcast(data, row.as_pointer()), align=8)

        def filled(value: int) -> Any:
            return ir.Constant(row, [value] * primitives.UNITS)

        units = row_at(args[1])
        for number, cells in enumerate(cgutils.unpack_tuple(builder, args[2])):
            first = long(2 * primitives.ROW + 64 * primitives.ROW * number)
            rows = builder.add(args[1], first)
            units = _added(builder, row_at, rows, cells, units)
        units = builder.select(builder.icmp_signed(">", units, filled(0)), units, filled(0))
        high = filled(primitives.HIGH)
        units = builder.select(builder.icmp_signed("<", units, high), units, high)
        worth = row_at(builder.add(args[1], long(primitives.ROW)))
        units = builder.sext(units, wide)
        squares = builder.lshr(builder.mul(units, units), ir.Constant(wide, [8] * primitives.UNITS))
        products = builder.mul(squares, builder.sext(worth, wide))
        kind = ir.FunctionType(whole, [wide])
        name = f"llvm.vector.reduce.add.v{primitives.UNITS}i32"
        total = builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [products])
        return builder.sext(builder.ashr(total, whole(primitives.NETWORK_SHIFT)), long)

    return types.int64(numbers, types.int64, sets), codegen


def _added(builder: Any, row_at: Any, rows: Any, cells: Any, units: Any) -> Any:
    """Return the units with the rows of all cells of a set added."""
    long, before = ir.IntType(64), builder.block
    test, body, after = (builder.append_basic_block(name) for name in ("test", "body", "after"))
    builder.branch(test)
    builder.position_at_end(test)
    left, sums = builder.phi(long), builder.phi(units.type)
    builder.cbranch(builder.icmp_unsigned("!=", left, long(0)), body, after)
    builder.position_at_end(body)
    cell = builder.cttz(left, _NOT_ZERO)
    more = builder.add(sums, row_at(builder.add(rows, builder.mul(cell, long(primitives.ROW)))))
    fewer = builder.and_(left, builder.sub(left, long(1)))
    builder.branch(test)
    for phi, first, then in ((left, cells, fewer), (sums, units, more)):
        phi.add_incoming(first, before)
        phi.add_incoming(then, body)
    builder.position_at_end(after)
    return sums


TWINS: dict[object, object] = {
    primitives.word: np.uint64,
    primitives.number: np.int64,
    primitives.popcount: popcount,
    primitives.ctz: ctz,
    primitives.highest: highest,
    primitives.prefetch: prefetch,
    primitives.view: view,
    primitives.judged: judged,
}
