"""The ways in which `mutants.py` changes a kernel: operators, numbers, conditions, statements."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from inspect import getsourcefile
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

Change = Callable[[Any], ast.AST]  # takes a copy of a node, which it may change

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


def changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """Yield what can be changed at a node, by what it becomes."""
    match node:
        case ast.Compare(ops=[only]):
            for other in COMPARISONS.get(type(only), ()):
                yield other.__name__, _fields(ops=[other()])
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            yield OPERATORS[type(op)].__name__, _fields(op=OPERATORS[type(op)]())
        case ast.BoolOp(op=ast.And()):
            yield "or", _fields(op=ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield "and", _fields(op=ast.And())
        case ast.Constant(value=bool() as value):
            yield str(not value), _fields(value=not value)
        case ast.Constant(value=int() as value):
            yield str(value + 1), _fields(value=value + 1)
        case ast.If() | ast.While() | ast.IfExp():
            yield "if not", lambda n: _fields(test=ast.UnaryOp(ast.Not(), n.test))(n)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield "without its sign", lambda n: n.operand
        case ast.Continue():
            yield "break", lambda _: ast.Break()
        case ast.AugAssign(op=op) if type(op) in OPERATORS:
            yield OPERATORS[type(op)].__name__, _fields(op=OPERATORS[type(op)]())
            yield "nothing", lambda _: ast.Pass()
        case ast.Assign(targets=[ast.Subscript()]) | ast.Expr(value=ast.Call()):
            yield "nothing", lambda _: ast.Pass()


def _fields(**fields: object) -> Change:
    """Return what gives a node these fields."""

    def change(node: ast.AST) -> ast.AST:
        for name, value in fields.items():
            setattr(node, name, value)
        return node

    return change


@dataclass(frozen=True)
class Mutant:
    """A kernel with one change, and where it is."""

    function: FunctionType
    code: CodeType
    where: str

    def install(self) -> None:
        """Let the kernel have this code, in all modules that use it."""
        self.function.__code__ = self.code


def mutants_of(function: FunctionType) -> Iterator[Mutant]:
    """Yield the mutants of a kernel."""
    file = getsourcefile(function)
    assert file
    written = _source(file, function)
    ignored = _not_run(written)
    for number, node in enumerate(ast.walk(written)):
        for word, change in () if node in ignored else changes(node):
            code = _compiled(_changed(written, number, change), function, file)
            if code.co_code != function.__code__.co_code or code.co_consts != _consts(function):
                line, text = getattr(node, "lineno", 0), ast.unparse(node).splitlines()[0]
                where = f"{Path(file).parent.name}/{Path(file).name}:{line}"
                yield Mutant(function, code, f"{where} {function.__name__}: {text} → {word}")


def _consts(function: FunctionType) -> tuple[object, ...]:
    return function.__code__.co_consts


def _source(file: str, function: FunctionType) -> ast.FunctionDef:
    """Return the function as it is written, without its decorators."""
    first = function.__code__.co_firstlineno  # that of the first decorator
    for node in _parsed(file).body:
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            found = deepcopy(node)
            assert first in (found.lineno, *(one.lineno for one in found.decorator_list))
            found.decorator_list = []
            return found
    raise LookupError(function)


@cache
def _parsed(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text("utf-8"))


def _not_run(written: ast.FunctionDef) -> set[ast.AST]:
    """Return the nodes that are only read: annotations and the docstring."""
    roots: list[ast.AST] = [written.args, *([written.returns] if written.returns else [])]
    roots += [node.annotation for node in ast.walk(written) if isinstance(node, ast.AnnAssign)]
    if ast.get_docstring(written) is not None:
        roots.append(written.body[0])
    return {node for root in roots for node in ast.walk(root)}


def _changed(written: ast.FunctionDef, number: int, change: Change) -> ast.FunctionDef:
    """Return the function, changed at its node of this number."""
    copy = deepcopy(written)
    old = list(ast.walk(copy))[number]
    new = ast.copy_location(change(old), old)
    return _Replace(old, new).visit(copy) if new is not old else copy


class _Replace(ast.NodeTransformer):
    """Puts a node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> Any:
        """Return the new node for the old one."""
        return self._new if node is self._old else self.generic_visit(node)


def _compiled(changed: ast.FunctionDef, function: FunctionType, file: str) -> CodeType:
    """Return the code of a changed function."""
    module = ast.fix_missing_locations(ast.Module([changed], []))
    made: dict[str, Any] = {}
    code = compile(module, file, "exec", flags=function.__code__.co_flags & 0x1000000)
    exec(code, dict(function.__globals__), made)
    new: CodeType = made[function.__name__].__code__
    return new
