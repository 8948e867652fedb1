"""Linking: the same kernels once more, with the names they use bound to something else.

A module is imported once, as usual. `Linker` takes a function from it and makes another one of
the same code object whose globals are chosen by the backend that runs it: other kernels, linked
likewise; Numba's primitives for the plain ones; a game's kernels for the placeholders.
"""

from __future__ import annotations

import dis
import hashlib
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import cast

from brettwerk.kernels import contract, description
from brettwerk.kernels.contract import Placeholder
from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.types import FloatTable, NumberTable, S, WordConstant, WordTable

Compile = Callable[[FunctionType], object]
Constant = WordTable | NumberTable | FloatTable | WordConstant

_BRIDGE = Path(__file__).parent


def unchanged(value: object) -> object:
    """Return functions and constants as they are, as plain Python wants them."""
    return value


class Linker:
    """Links functions to the kernels of one game, for one backend."""

    def __init__(
        self,
        modules: Mapping[int, object],
        *,
        prefix: str = "",
        twins: Mapping[object, object] | None = None,
        compiled: Compile = unchanged,
        constant: Callable[[Constant], object] = unchanged,
    ) -> None:
        self.made: dict[FunctionType, object] = {}
        self._open: list[FunctionType] = []
        self.values: set[str] = set()
        self._modules, self._twins, self._prefix = modules, twins or {}, prefix
        self._compiled, self._constant = compiled, constant

    def clone(self, function: FunctionType) -> tuple[FunctionType, dict[str, object]]:
        """Return the function with empty globals, and these."""
        bound: dict[str, object] = {"__name__": function.__module__}
        twin = FunctionType(function.__code__, bound, function.__name__, function.__defaults__)
        twin.__qualname__ = self._prefix + function.__qualname__
        return twin, bound

    def bind(self, function: FunctionType, bound: dict[str, object]) -> None:
        """Fill a clone's globals."""
        attributes = used_names(function.__code__)
        self._open.append(function)
        for name in sorted(attributes.keys() & function.__globals__.keys()):
            bound[name] = self.meaning(name, function.__globals__[name], attributes[name])
        self._open.pop()

    def function(self, function: FunctionType) -> object:
        """Return the function, linked; functions that call each other are linked once each."""
        if function not in self.made:
            twin, bound = self.clone(function)
            self.made[function] = self._compiled(twin)
            self.bind(function, bound)
        elif function in self._open[:-1]:
            # Numba's cache loses such calls, and the code crashes when it is loaded.
            names = " and ".join(f.__qualname__ for f in (function, self._open[-1]))
            raise TypeError(f"Kernels may call themselves but not each other: {names}")
        return self.made[function]

    def meaning(self, name: str, value: object, attributes: frozenset[str]) -> object:
        """Return what a name is bound to here, given its value where the function was written."""
        match value:
            case FunctionType() if value in self._twins:
                return self._twins[value]
            case FunctionType():
                return self.function(value)
            case Placeholder():
                return self._namespace(name, self._modules[id(value)], attributes)
            case ModuleType() if value.__name__.partition(".")[0] not in sys.stdlib_module_names:
                return self._namespace(name, value, attributes)
            case WordTable() | NumberTable() | FloatTable() | WordConstant():
                self.values.add(f"{name} {value!r}")
                return self._constant(value)
            case type():
                self.values.add(f"{value} {getattr(value, '_fields', '')}")
            case int() | float() | tuple() | str():
                self.values.add(f"{name} {value!r}")
        return value

    def _namespace(self, name: str, module: object, attributes: frozenset[str]) -> ModuleType:
        """Return a module with the attributes of another that a function uses, linked."""
        linked = ModuleType(name)
        for attribute in sorted(attributes):
            value = getattr(module, attribute)
            vars(linked)[attribute] = self.meaning(attribute, value, frozenset())
        return linked


@cache
def used_names(code: CodeType) -> dict[str, frozenset[str]]:
    """Return the global names that a function uses, and the attributes that it takes of each.

    `co_names` would not do: it has the names of attributes, too.
    """
    found: dict[str, set[str]] = {}
    instructions = list(dis.get_instructions(code))
    for here, after in zip(instructions, [*instructions[1:], None], strict=True):
        if here.opname == "LOAD_GLOBAL":
            names = found.setdefault(here.argval, set())
            if after and after.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                names.add(after.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            for name, attributes in used_names(constant).items():
                found.setdefault(name, set()).update(attributes)
    return {name: frozenset(names) for name, names in found.items()}


def modules_of(game: GameKernels[S]) -> dict[int, object]:
    """Return what the placeholders stand for in a game."""
    return {
        id(contract.rules): game.rules,
        id(description.evaluation): game.evaluation,
        id(description.player_evaluation): game.evaluation,
        id(contract.counts): game.counts,
        id(contract.encoding): game.encoding,
        id(description.play): game.play,
        id(contract.states): _states(game.state, game.fields),
    }


@cache
def _states(state: type, fields: tuple[str, ...]) -> ModuleType:
    """Return `load` and `store` for a class of states, generated as `namedtuple` does."""
    places = range(len(fields))
    lines = [
        "def load(rows, row):",
        f"    at = row * {len(places)}",
        f"    return State({', '.join(f'rows[at + {k}]' for k in places)})",
        "def store(rows, row, state):",
        f"    at = row * {len(places)}",
        *(f"    rows[at + {k}] = state[{k}]" for k in places),
    ]
    module = ModuleType(state.__module__)  # Numba's cache looks functions up by this name
    vars(module)["State"] = state
    exec("\n".join(lines), vars(module))
    return module


def digest(game: GameKernels[S], *entries: object) -> str:
    """Return a digest of all that goes into compiled entries: sources, constants, the bridge."""
    from importlib.metadata import version  # slow to import

    linker = Linker(modules_of(game))
    for entry in entries:
        linker.function(cast("FunctionType", entry))
    files = {function.__code__.co_filename for function in linker.made}
    files |= {str(file) for file in _BRIDGE.glob("*.py")}
    parts = sorted(filter(None, map(_file_digest, files)))
    modules = [getattr(module, "__name__", "") for module in modules_of(game).values()]
    versions = f"{sys.version} numba {version('numba')} {game.state} {game.fields} {modules}"
    text = f"{versions} {parts} {sorted(linker.values)}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def _file_digest(name: str) -> str:
    """Return the digest of a source file; nothing for generated code."""
    file = Path(name)
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""
