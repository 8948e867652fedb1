"""Only a game's own folder knows it: shared code, scripts, styles and texts name no game.

Examples in docstrings may, and so may data that are examples.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

import brettwerk
from brettwerk.core.registry import definition
from brettwerk.i18n import LANGUAGES, Translator

SOURCE = Path(brettwerk.__file__).parent
GAMES = SOURCE / "games"
# Words of English, which code uses for other things: only the plain word in quotes is a game.
WORDS = ("isolation", "congress")


def shared(*endings: str) -> list[Path]:
    """The files outside the folders of games."""
    files = (path for path in sorted(SOURCE.rglob("*")) if path.suffix in endings)
    return [path for path in files if GAMES not in path.parents]


def names() -> Iterator[str]:
    """Names, aliases and titles of all our games, as they stand in code and in sentences."""
    for name in brettwerk.NAMES:
        if name not in WORDS:
            yield from (name, *definition(name).aliases, type(definition(name)).__name__)
            yield from (Translator(language).title(name) for language in LANGUAGES)


# Underscores divide words; inside a word a name is something else.
NAMED = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, names()))})(?![^\W_])", re.IGNORECASE)
EXAMPLE = re.compile(r"^\s*(>>>|\.\.\.|brettwerk |echo |RAY_|[\[{'])")
MANY = r"seats|players|score|shares"  # as many as there are players
PROXY = re.compile(
    rf"(?<!% )\b(seats|players|len\((\w+\.)*({MANY})\)|({MANY})(\.length|\|length))"
    r" *(===?|!==?|[<>]=?) *[1-9]|\bthree_|_three\b|\) % 3\b"
)
# What only one game has, or one family of games, in both languages.
OWN = re.compile(
    r"(?<![^\W_])(three|drei|marble|ball|kugel|mulde|triad|barri[ck]ad|sumito|camp|lager|tableau)",
    re.IGNORECASE,
)
# Keys of messages and tags of records, which stay; and what the server says of them.
ON_THE_WIRE = re.compile(r"\btableaus?\??: |, and tableaus to choose|\bTableauSeed: ")
# Where it is said what a game for two is.
SAID = (SOURCE / "core" / "spec.py", SOURCE / "web" / "static" / "evaluation.js")


def faults(find: Callable[[str], Iterable[str]], files: Iterable[Path]) -> dict[str, list[str]]:
    """What is found in the text of each file where something is."""
    found = {path: [*find(path.read_text(encoding="utf-8"))] for path in files}
    return {str(path.relative_to(SOURCE)): texts for path, texts in found.items() if texts}


def test_python_names_no_game() -> None:
    def named(text: str) -> Iterator[str]:
        tree = ast.parse(text)
        yield from filter(NAMED.search, _code(text, tree))
        yield from filter(NAMED.search, _prose(tree))
        yield from (word for word in WORDS if re.search(rf"""["']{word}["']""", text))

    assert faults(named, shared(".py")) == {}


def _code(text: str, tree: ast.AST) -> Iterator[str]:
    """Names, strings that are no docstrings, and comments."""
    docs = set(_docstrings(tree))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        quoted = token.type == tokenize.STRING and token.start[0] not in docs
        if quoted or token.type in (tokenize.NAME, tokenize.COMMENT):
            yield token.string


def _docstrings(tree: ast.AST) -> Iterator[int]:
    """The lines in which docstrings begin."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first.lineno


def _prose(tree: ast.AST) -> Iterator[str]:
    """The lines of docstrings that are no examples, without what stands in backquotes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            follows = False
            for line in (ast.get_docstring(node) or "").splitlines():
                follows = bool(line.strip()) and (follows or ">>>" in line)  # what is printed
                if not follows and not EXAMPLE.match(line):
                    yield re.sub(r"`[^`]*`", "", line)


def test_pages_scripts_and_styles_name_no_game_and_nothing_that_only_one_has() -> None:
    def named(text: str) -> Iterator[str]:
        lines = text.splitlines()
        yield from filter(NAMED.search, lines)
        yield from (line for line in lines if OWN.search(ON_THE_WIRE.sub("", line)))
        yield from (word for word in WORDS if re.search(rf"""["'`]{word}["'`]""", text))

    assert faults(named, shared(".js", ".ts", ".html", ".css")) == {}


def test_shared_texts_and_data_name_no_game() -> None:
    title = re.compile("|".join(re.escape(title) for title in titles()))
    files = shared(".json", ".toml")
    assert faults(lambda text: filter(title.search, text.splitlines()), files) == {}


def titles() -> Iterator[str]:
    """The titles of all games in all languages."""
    for language in LANGUAGES:
        yield from map(Translator(language).title, brettwerk.NAMES)


def test_no_number_of_players_stands_for_a_game() -> None:
    files = (path for path in shared(".py", ".js", ".ts", ".html") if path not in SAID)
    assert faults(lambda text: filter(PROXY.search, text.splitlines()), files) == {}


def test_what_is_forbidden_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "SOURCE", tmp_path)
    file = tmp_path / "one.py"
    for text in ("katarenga = 1", "# Abalone", '"""As in Katarenga."""', "x = 'isolation'"):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(AssertionError, match=r"one\.py"):
            test_python_names_no_game()
    file.write_text("if players == 3: pass", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"one\.py"):
        test_no_number_of_players_stands_for_a_game()
