"""Kernels as WebAssembly, run by wasmtime: no compiler, no cache, nothing to warm up.

An instance has its own memory, in which all its arrays lie, and is for one thread at a time.
Another thread may read and write its arrays meanwhile, for example to stop a search. The memory
never moves, so arrays stay where they are when it grows, and it is freed with the last of them.
"""

from __future__ import annotations

import atexit
import ctypes
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from types import FunctionType
from typing import ClassVar, Protocol, cast
from weakref import WeakSet

import wasmtime
from wasmtime import _ffi as ffi  # the C interface, without what makes `Func` slow

from brettwerk.kernels.backends import Backend
from brettwerk.kernels.types import Array, ArrayKind, T
from brettwerk.kernels.wasm_file import entry_name, facts_in

Kind = (
    type[ctypes.c_uint64]
    | type[ctypes.c_int64]
    | type[ctypes.c_double]
    | type[ctypes.c_float]
    | type[ctypes.c_uint8]
)
KINDS: dict[str, Kind] = {
    "Words": ctypes.c_uint64,
    "Numbers": ctypes.c_int64,
    "Floats": ctypes.c_double,
    "Floats32": ctypes.c_float,
    "Bytes": ctypes.c_uint8,
}
PAGE = 1 << 16
MOST_BYTES = 1 << 32
_LARGE = 1 << 20


# What wasmtime would free.
_OWNED: WeakSet[wasmtime.Engine | wasmtime.Module | wasmtime.Store] = WeakSet()


@atexit.register
def _free_nothing() -> None:
    """Leave memory to the system: freeing fails when half of the interpreter is gone."""
    for owned in list(_OWNED):
        owned._consume()


@cache
def _engine() -> wasmtime.Engine:
    """Return the engine, whose memories have room to grow to the end without being moved."""
    config = wasmtime.Config()
    ffi.wasmtime_config_memory_reservation_set(config.ptr(), MOST_BYTES)
    ffi.wasmtime_config_memory_may_move_set(config.ptr(), False)
    engine = wasmtime.Engine(config)
    _OWNED.add(engine)
    return engine


class Wasm:
    """The code of a game's module."""

    name: ClassVar[str] = "wasm"

    def __init__(self, module: bytes) -> None:
        self._module = wasmtime.Module(_engine(), module)
        _OWNED.add(self._module)
        self._names = {name: export for export, name in facts_in(module).entries.items()}

    def instance(self) -> WasmInstance:
        """Return the code with a memory of its own."""
        return WasmInstance(self._module, self._names)


class WasmInstance(Backend):
    """The code of a game's module with a memory, for one thread at a time; arrays are of ctypes.

    NumPy can use these without a copy.
    """

    name = Wasm.name
    shared = False

    def __init__(self, module: wasmtime.Module, names: dict[str, str]) -> None:
        super().__init__()
        store = wasmtime.Store(_engine())
        _OWNED.add(store)
        self._exports = wasmtime.Instance(store, module, []).exports(store)
        self._names = names
        self._heap = _Heap(store, self._exports)

    def zeros(self, kind: ArrayKind[T], count: int) -> Array[T]:
        """Return an array of zeros."""
        return cast("Array[T]", self._heap.array(KINDS[kind.name], count))

    def clear(self, array: Array[int]) -> None:
        """Fill an array with 0."""
        given = cast("ctypes.Array[ctypes.c_int64]", array)
        ctypes.memset(given, 0, ctypes.sizeof(given))

    def link(self, entry: FunctionType) -> Callable[..., int]:
        """Return a call of an entry that takes a microsecond, where that of `Func` takes 30."""
        export = self._names.get(entry_name(entry))
        if export is None:
            raise LookupError(f"The module has no entry {entry_name(entry)}: build it anew.")
        function, heap = self._exports[export], self._heap
        assert isinstance(function, wasmtime.Func)
        size = len(function.type(heap.store).params)
        raw, trap = (ffi.wasmtime_val_raw_t * size)(), ctypes.POINTER(ffi.wasm_trap_t)()
        numbers = (ctypes.c_int64 * (2 * size)).from_buffer(raw)  # sixteen bytes each
        given = heap.store._context(), ctypes.byref(function._func), raw, size, ctypes.byref(trap)

        def call(*args: object) -> int:
            numbers[:] = cast("list[int | ctypes.c_int64]", heap.flat(args))
            if ffi.wasmtime_func_call_unchecked(*given) or trap:
                raise RuntimeError(f"{export} has failed in WebAssembly")
            return numbers[0]

        return call


class _Heap:
    """The memory of an instance: arrays are taken from its end, or where others have been freed."""

    def __init__(self, store: wasmtime.Store, exports: wasmtime._instance.InstanceExports) -> None:
        memory, end = exports["memory"], exports["__heap_base"]
        assert isinstance(memory, wasmtime.Memory)
        assert isinstance(end, wasmtime.Global)
        self.store, self._memory, self._end = store, memory, int(end.value(store))
        self._base = ctypes.cast(memory.data_ptr(store), ctypes.c_void_p).value or 0
        self._free: defaultdict[int, list[int]] = defaultdict(list)

    def array(self, kind: Kind, count: int) -> WasmArray:
        """Return an array of `count` items of this kind, all 0."""
        size = _rounded(ctypes.sizeof(kind) * count)
        free = self._free[size]
        if free:
            place = free.pop()
            ctypes.memset(self._base + place, 0, size)
        else:
            place = self._grown(size)
        made = cast("WasmArray", (kind * count).from_address(self._base + place))
        made.block = _Allocation(self, place, size)
        return made

    def _grown(self, size: int) -> int:
        """Return a place for this many bytes behind all others."""
        place = -(-self._end // 64) * 64
        pages = -(-(place + size) // PAGE) - self._memory.size(self.store)
        if pages > 0:
            if place + size > MOST_BYTES:
                raise MemoryError
            self._memory.grow(self.store, pages)
        self._end = place + size
        return place

    def free(self, place: int, size: int) -> None:
        """Free the place of an array for others."""
        self._free[size].append(place)

    def flat(self, args: Iterable[object]) -> list[int]:
        """Return arguments as the module takes them, each in the lower of two words."""
        values: list[int] = []
        for arg in args:
            if isinstance(arg, int):
                values += (arg, 0)
            elif isinstance(arg, tuple):
                values += self.flat(arg)
            else:
                values += (*self._place_of(arg), 0)
        return values

    def _place_of(self, array: object) -> tuple[int, int, int]:
        """Return where an array lies and its size; TypeError if it is not in this memory."""
        block: _Allocation | None = getattr(array, "block", None)
        if block is None or block.heap is not self:
            raise TypeError("An array for WebAssembly must lie in the memory of its instance.")
        return block.place, 0, len(cast("WasmArray", array))


class WasmArray(Protocol):
    """An array of ctypes in the memory of an instance."""

    block: _Allocation

    def __len__(self) -> int: ...


class _Allocation:
    """The place of an array in memory, freed with it."""

    __slots__ = ("heap", "place", "size")

    def __init__(self, heap: _Heap, place: int, size: int) -> None:
        self.heap, self.place, self.size = heap, place, size

    def __del__(self) -> None:
        self.heap.free(self.place, self.size)


def _rounded(size: int) -> int:
    """Return a size to which others are rounded, too, so that places are used again."""
    return 1 << max(6, (size - 1).bit_length()) if size < _LARGE else -(-size // _LARGE) * _LARGE
