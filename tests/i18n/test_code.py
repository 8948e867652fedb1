"""No sentence for people stands in the code: Python and scripts name messages by key."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from i18n.sources import PAGES, SOURCE, trees

# Written for developers, who read English: benchmarks, log lines, errors of the adapters for
# research, and the names of what an evaluation measures.
DEVELOPERS = {
    "typescript.py",
    "metrics.py",
    "bench.py",
    "evaluation.py",
    "tuning.py",
    "proof.py",
    "batch.py",
    "openspiel.py",
    "pettingzoo.py",
    "training.py",
}
FOLDERS = {"bench", "migrations"}
LOGGING = {"debug", "info", "warning", "error", "exception"}
PROGRAMMING = {
    "AssertionError",
    "AttributeError",
    "ImportError",
    "KeyError",
    "LookupError",
    "NotSolvable",
    "RuntimeError",
    "TypeError",
    "ValueError",
    "warn",
}
SENTENCE = re.compile(r"[A-Za-zÄÖÜäöüß’]{2,}(?:,? [a-zäöüß’]{2,}){3,}[.!?:…]?")
COMMAND = re.compile(r"brettwerk [a-z-]+ .*")
GERMAN = re.compile("[ÄÖÜäöüß„‚]")


def code() -> list[Path]:
    """Return the files of Python that speak to people."""
    return [
        path
        for path in trees()
        if path.name not in DEVELOPERS and not FOLDERS & set(path.relative_to(SOURCE).parts)
    ]


def strings(path: Path) -> Iterator[str]:
    """Return the texts in a file that are neither docstrings nor written for developers."""
    tree, skipped = trees()[path], set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            skipped.add(id(node.value))
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in PROGRAMMING | LOGGING:
                skipped |= {id(inner) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in skipped:
            yield COMMAND.sub("", str(node.value))


def test_the_search_finds_sentences() -> None:
    assert SENTENCE.search("The game is over; no more moves.")
    assert len(code()) > 150


def test_python_has_no_sentences() -> None:
    found = {
        path: text
        for path in code()
        for text in strings(path)
        if path.name != "typed_text.py"  # where umlauts are folded
        and (SENTENCE.search(text) or GERMAN.search(text))
    }
    assert found == {}


def test_scripts_have_no_sentences() -> None:
    scripts = [path for path in PAGES if path.suffix == ".js"]
    assert scripts
    assert {path: found for path in scripts if (found := sentences(PAGES[path]))} == {}


def sentences(script: str) -> list[str]:
    """Return the texts in a script that are sentences, but for pieces of pages.

    Errors of programming are written for developers, as in Python.
    """
    bare = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", script, flags=re.DOTALL)
    bare = re.sub(r"new (?:Type|Range|Worker)?Error\(\"[^\"\n]*\"", "", bare)
    texts = re.findall(r"\"([^\"\n]*)\"|`([^`]*)`", bare)
    found = [text for pair in texts for text in pair if SENTENCE.search(text)]
    return [text for text in found if not re.search(r"\$\{|class|button", text)]
