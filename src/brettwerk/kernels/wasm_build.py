"""Builds a game's WebAssembly module from what Numba makes of its entries.

The module exports its memory and every entry under its name. An entry takes each array as two
32-bit numbers, where it begins in memory and how many items it has, and each whole number as a
64-bit one (in JavaScript a BigInt); it returns a 64-bit number. The memory is free from
`__heap_base` on. Nothing is imported.

The same sources give the same bytes if the tools have the same versions, in the environment in
which `cli.build_wasm` builds each game.
"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import types

from brettwerk.errors import MissingBackend
from brettwerk.kernels import play
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.link import modules_of
from brettwerk.kernels.native import INNER, linker, signature
from brettwerk.kernels.sources import files_of, sources_digest
from brettwerk.kernels.types import S
from brettwerk.kernels.wasm_file import ModuleFacts, entry_name

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
STACK = 1 << 20


def build(game: GameKernels[S], entries: Sequence[FunctionType]) -> bytes:
    """Return the module with these entries, marked with what it was built from."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    module = llvm.parse_assembly("")
    kernels = linker(modules_of(game), f"{game.name}.")
    quick: set[str] = set()
    for entry in entries:
        twin, bound = kernels.clone(entry)
        kernels.bind(entry, bound)
        compiled = numba.njit(**INNER)(twin)
        kind = signature(entry)
        compiled.compile(kind)
        code = compiled.overloads[kind.args]
        text = retargeted(code.library.get_llvm_str(), str(machine.target_data))
        part = llvm.parse_assembly(text)
        quick |= set() if entry in play.ENTRIES else {function.name for function in part.functions}
        module.link_in(part)
        wrapper = export(entry.__name__, code.fndesc.llvm_func_name, kind.args)
        module.link_in(llvm.parse_assembly(wrapper))
    make_small(module, quick)
    names = [entry.__name__ for entry in entries]
    facts = ModuleFacts(
        game=game.name,
        digest=sources_digest(game, entries),
        entries={entry.__name__: entry_name(entry) for entry in entries},
        files=files_of(game, entries),
        tools=tools(),
    )
    return facts.appended_to(linked(optimised(machine, module, names), names))


def retargeted(text: str, layout: str) -> str:
    """Return LLVM's text for WebAssembly instead of this machine."""
    text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', text)
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{layout}"', text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    return text.replace("= common ", "= internal ")  # WebAssembly knows no common symbols


# -- exports --------------------------------------------------------------------------------------
def export(name: str, symbol: str, kinds: Sequence[Any]) -> str:
    """Return a function that calls a compiled entry as Numba does; its errors are traps."""
    taken, given, setup = [], [], []
    for at, kind in enumerate(flat(kinds)):
        if isinstance(kind, types.Array):
            taken += [f"i32 %data{at}", f"i32 %size{at}"]
            setup += [f"%at{at} = inttoptr i32 %data{at} to ptr"]
            setup += [f"%count{at} = zext i32 %size{at} to i64"]
            given += array_struct(f"%at{at}", f"%count{at}", kind.dtype.bitwidth // 8)
        else:
            taken += [f"i64 %number{at}"]
            given += [f"i64 %number{at}"]
    declared = ", ".join(part.partition(" ")[0] for part in given)
    lines = "\n  ".join(setup)
    return f"""
declare i32 @"{symbol}"(ptr, ptr, {declared})
declare void @llvm.trap()
define i64 @{name}({", ".join(taken)}) {{
  %result = alloca i64
  %error = alloca ptr
  {lines}
  %code = call i32 @"{symbol}"(ptr %result, ptr %error, {", ".join(given)})
  %bad = icmp ne i32 %code, 0
  br i1 %bad, label %failed, label %done
failed:
  call void @llvm.trap()
  unreachable
done:
  %value = load i64, ptr %result
  ret i64 %value
}}"""


def flat(kinds: Sequence[Any]) -> list[Any]:
    """Return the kinds of parameters with the fields of tuples instead of these."""
    return [part for kind in kinds for part in getattr(kind, "types", (kind,))]


def array_struct(at: str, count: str, size: int) -> list[str]:
    """Return an array as Numba passes it: owner, parent, items, item size, data, shape, strides."""
    sizes = [f"i64 {count}", f"i64 {size}"]
    return ["ptr null", "ptr null", *sizes, f"ptr {at}", *sizes]


# -- optimising and linking -----------------------------------------------------------------------
def make_small(module: Any, quick: set[str]) -> None:
    """Optimise all but the hot functions for size: they run once a move."""
    for function in module.functions:
        if not function.is_declaration and function.name not in quick:
            for attribute in ("minsize", "optsize"):
                function.add_function_attribute(attribute)


def optimised(machine: Any, module: Any, names: Sequence[str]) -> bytes:
    """Return the object file: what is not exported is internal, and goes if it is not used."""
    for part in [*module.functions, *module.global_variables]:
        if not part.is_declaration and part.name not in names:
            part.linkage = "internal"
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def linked(code: bytes, names: Sequence[str]) -> bytes:
    """Return the finished module."""
    with tempfile.TemporaryDirectory() as folder:
        made, out = Path(folder, "kernels.o"), Path(folder, "kernels.wasm")
        made.write_bytes(code)
        options = ["--no-entry", "--strip-all", "--stack-first", "-z", f"stack-size={STACK}"]
        options += [f"--export={name}" for name in (*names, "__heap_base")]
        subprocess.run([*linker_command(), str(made), "-o", str(out), *options], check=True)
        return out.read_bytes()


def linker_command() -> list[str]:
    """Return the command that links: that of PyPI's ziglang, or LLVM's own."""
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    found = shutil.which("wasm-ld")
    if not found:
        raise MissingBackend("backend-missing-linker")
    return [found]


def tools() -> str:
    """Return the versions on which the bytes of a module depend."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    linker = subprocess.run(
        [*linker_command(), "--version"], check=True, capture_output=True, text=True
    )
    packages = " ".join(f"{name} {version(name)}" for name in ("numba", "llvmlite"))
    return f"{packages} python {python} {platform.machine()} {linker.stdout.strip()}"
