"""The sources of entries: a digest that tells whether a built module still fits them.

It is made of what can change an answer: the code of all functions that the entries reach, the
constants they use, and the fields of the game's state. Comments, docstrings, annotations, the
version of Python and that of the compiler do not matter.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from inspect import get_annotations
from pathlib import Path
from types import FunctionType, ModuleType

from brettwerk.kernels.description import GameKernels
from brettwerk.kernels.link import Linker, modules_of
from brettwerk.kernels.types import S

# What is left out of a function's code, and `kind`: the u of u"text".
_IGNORED = {"annotation", "returns", "decorator_list", "type_comment", "type_params", "kind", "ctx"}


def sources_digest(game: GameKernels[S], entries: Sequence[FunctionType]) -> str:
    """Return a digest of all on which the answers of these entries depend."""
    linker = reached(game, entries)
    kinds = [f"{entry.__name__} {sorted(_kinds(entry).items())}" for entry in entries]
    code = sorted(map(_code_of, linker.made))
    _functions_in.cache_clear()  # syntax trees are large
    text = f"{game.name} {game.fields} {kinds} {code} {sorted(linker.values)}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def reached(game: GameKernels[S], entries: Sequence[FunctionType]) -> Linker:
    """Return a linker that has linked all functions that these entries call."""
    linker = Linker(modules_of(game))
    for entry in entries:
        linker.function(entry)
    return linker


def _kinds(entry: FunctionType) -> dict[str, str]:
    """Return the kinds of an entry's parameters as they are written."""
    return {name: str(kind) for name, kind in get_annotations(entry).items()}


def _code_of(function: FunctionType) -> str:
    """Return the code of a function in a form that all versions of Python share."""
    code = function.__code__
    node = _functions_in(code.co_filename).get(code.co_firstlineno)
    return _normal_form(node) if node else ""  # generated from the state's fields


@cache
def _functions_in(file: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a file by the first lines of their code objects."""
    if not Path(file).exists():
        return {}
    tree = ast.parse(Path(file).read_bytes())
    found = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {min([node.lineno, *(d.lineno for d in node.decorator_list)]): node for node in found}


def _normal_form(node: object) -> str:
    """Return a syntax tree as text, without what cannot change an answer."""
    if isinstance(node, list):
        return f"[{' '.join(map(_normal_form, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = {name: value for name, value in ast.iter_fields(node) if name not in _IGNORED}
    if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
        fields["body"] = node.body[1:]
    parts = (f"{n}={_normal_form(v)}" for n, v in fields.items() if v not in (None, []))
    return f"{type(node).__name__}({' '.join(parts)})"


# -- files: quick to compare, but any edit changes them --------------------------------------------
def files_of(game: GameKernels[S], entries: Sequence[FunctionType]) -> dict[str, str]:
    """Return digests of all modules that the entries' functions and constants may come from."""
    waiting = {function.__module__ for function in reached(game, entries).made}
    waiting |= {module.__name__ for module in (game.rules,) if isinstance(module, ModuleType)}
    found: dict[str, str] = {}
    while waiting:
        name = waiting.pop()
        text = file_text(name)
        found[name] = text_digest(text)
        waiting |= {m for m in _imports(text) if _is_ours(m, name)} - found.keys()
    return dict(sorted(found.items()))


def file_text(module: str) -> str:
    """Return the source of a module, with line ends as everywhere; nothing if there is none."""
    loaded = sys.modules.get(module)
    spec = loaded.__spec__ if loaded else find_spec(module)
    if spec is None or spec.origin is None or not Path(spec.origin).exists():
        return ""
    return Path(spec.origin).read_text(encoding="utf-8")


def text_digest(text: str) -> str:
    """Return a short digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _imports(text: str) -> set[str]:
    """Return the names that may be modules among what a source imports when it is loaded."""
    found = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner if inner <= sys.modules.keys() else {node.module, *inner}
    return found


def _is_ours(module: str, importer: str) -> bool:
    """Return whether this is a module of Brettwerk or of the package that imports it."""
    packages = ("brettwerk", importer.partition(".")[0])
    return module.partition(".")[0] in packages and module in sys.modules
