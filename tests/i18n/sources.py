"""Where the source names messages: in Python by syntax trees, in scripts and templates by text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import brettwerk
from brettwerk.core.registry import definition

SOURCE = Path(brettwerk.__file__).parent
PAGES = {
    path: path.read_text(encoding="utf-8")
    for folder in ("web/static", "web/static/engine", "web/templates", "games/*/web")
    for path in SOURCE.glob(f"{folder}/*")
    if path.suffix in (".js", ".html")
}
TRANSLATORS = {
    "t",
    "print_message",
    "typed_words",
    "Translator",
}  # what says messages that are not errors
ANY = "[a-z0-9_-]+"


@cache
def trees() -> dict[Path, ast.Module]:
    """Return the syntax trees of all Python files."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")}


class Saying(NamedTuple):
    """A place in the source that names a message: a pattern of its key, and the details given."""

    place: str
    pattern: str
    details: frozenset[str] | None  # None where they cannot be seen


def _name(node: ast.expr) -> str:
    """Return the last part of a dotted name; of what is called and then called again, the first."""
    if isinstance(node, ast.Call):
        return _name(node.func)
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


@cache
def error_classes() -> frozenset[str]:
    """Return the names of all classes of errors that have a message."""
    found = {"BrettwerkError"}
    classes = [
        n for tree in trees().values() for n in ast.walk(tree) if isinstance(n, ast.ClassDef)
    ]
    while more := {c.name for c in classes if found & {_name(base) for base in c.bases}} - found:
        found |= more
    return frozenset(found)


def patterns(node: ast.expr | None) -> list[str]:
    """Return what an expression may be as text; nothing if that cannot be seen."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [re.escape(node.value)]
    if isinstance(node, ast.IfExp):
        return patterns(node.body) + patterns(node.orelse)
    if isinstance(node, ast.JoinedStr):
        return ["".join((patterns(value) or [ANY])[0] for value in node.values)]
    return []


class Forwarding(NamedTuple):
    """A function that takes the key of a message as a parameter."""

    at: int
    parameter: str
    default: ast.expr | None


def _forwarding(function: ast.FunctionDef) -> Forwarding | None:
    """Return how a function passes a key on to an error, if it does."""
    given = function.args.posonlyargs + function.args.args
    names = [argument.arg for argument in given]
    if names[:1] in (["self"], ["cls"]):
        names = names[1:]
    keywords = {
        a.arg: d for a, d in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and _name(node.func) in error_classes() and node.args:
            first = node.args[0]
            if isinstance(first, ast.Name) and first.id in (*names, *keywords):
                at = names.index(first.id) if first.id in names else -1
                return Forwarding(at, first.id, keywords.get(first.id))
    return None


@cache
def sayings() -> tuple[Saying, ...]:
    """Return all places in Python that name a message, directly or through another function."""
    forwarding: dict[str, Forwarding] = {}
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and (how := _forwarding(node)):
                forwarding[node.name] = how
    found = []
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                place = f"{path.relative_to(SOURCE)}:{node.lineno}"
                found += _sayings_of(node, place, forwarding)
    for name, how in forwarding.items():
        found += [Saying(name, pattern, None) for pattern in patterns(how.default)]
    return (*found, *_of_kernels())


def _of_kernels() -> Iterator[Saying]:
    """Return what kernels say: the sentences of each game, with their details."""
    for name in brettwerk.NAMES:
        for key, *details in definition(name).sentences:
            yield Saying(name, re.escape(key), frozenset(details))


def _sayings_of(call: ast.Call, place: str, forwarding: dict[str, Forwarding]) -> list[Saying]:
    name, own = _name(call.func), isinstance(call.func, ast.Attribute) and call.func.attr == "of"
    if name in error_classes() | TRANSLATORS or own:
        second = own or name == "ServerError"  # whose status comes first
        key = call.args[1:2] if second else call.args[:1]
        visible = all(keyword.arg for keyword in call.keywords)
        details = frozenset(keyword.arg or "" for keyword in call.keywords) - {
            "style",
            "retry_after",
        }
        if len(call.args) > 1 and not second:
            details |= {"reason"}  # an error that has another as its reason
        kinds = [pattern for node in key for pattern in patterns(node)]
        if own:
            kinds = [f"(?:(?:{'|'.join(brettwerk.NAMES)})-)?{pattern}" for pattern in kinds]
        return [Saying(place, kind, details if visible else None) for kind in kinds]
    if name in forwarding:
        how = forwarding[name]
        values = [keyword.value for keyword in call.keywords if keyword.arg == how.parameter]
        values += call.args[how.at : how.at + 1] if how.at >= 0 else []
        return [Saying(place, pattern, None) for value in values for pattern in patterns(value)]
    return []


@cache
def mentioned() -> re.Pattern[str]:
    """Return a pattern of all that looks like a key anywhere in the source."""
    found = {
        re.escape(text)
        for page in PAGES.values()
        for text in re.findall(r"[\"'`]([a-z0-9_-]+)[\"'`]", page)
    }
    for page in PAGES.values():
        found |= {
            re.escape(text) + ANY for text in re.findall(r"[\"'`]([a-z0-9_-]+-)[\"'`] [+~]", page)
        }
        for text in re.findall(r"`([^`]*\$\{[^`]*)`", page):
            found.add(
                "".join(
                    re.escape(part) if at % 2 == 0 else ANY
                    for at, part in enumerate(
                        re.split(r"\$\{([^{}]*(?:\{[^{}]*\})?[^{}]*)\}", text)
                    )
                )
            )
        found |= {
            f"{re.escape(kind)}-{ANY}"
            for kind in re.findall(r"\b(?:called|name)\(\"([a-z-]+)\"", page)
        }
        found |= {
            f"{re.escape(kind)}{ANY}" for kind in re.findall(r"t\.name\(\"([a-z-]+-)\" \+", page)
        }
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant | ast.JoinedStr):
                found |= set(patterns(node))
            if isinstance(node, ast.Call) and _name(node.func) == "name" and node.args:
                found |= {f"{pattern}-{ANY}" for pattern in patterns(node.args[0])}
    # What has next to no letters of its own would match every key.
    telling = {
        pattern for pattern in found if len(re.sub(re.escape(ANY) + "|[^a-z-]", "", pattern)) > 4
    }
    return re.compile("|".join(sorted(telling)))
