"""The package for npm: its tests in Node, its README in an empty folder, its types."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import brettwerk
from brettwerk.core.registry import definition
from brettwerk.search.book import FILE, book_moves
from brettwerk.web import static_files

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "packages" / "brettwerk-engine"
TSC = ROOT / ".venv" / "node_modules" / ".bin"  # where `make scripts` installs it
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="There is no Node here.")


def node(*args: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    assert NODE
    environment = {**os.environ, "PATH": f"{TSC}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        [NODE, *args], check=False, capture_output=True, text=True, env=environment, cwd=cwd
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package was installed, and nothing else."""
    made = tmp_path_factory.mktemp("user")
    installed = made / "node_modules" / "brettwerk-engine"
    installed.mkdir(parents=True)
    shutil.copy(PACKAGE / "package.json", installed)
    node(PACKAGE / "build.mjs", installed / "dist")
    return made


def examples() -> list[str]:
    text = (PACKAGE / "README.md").read_text("utf-8")
    return re.findall(r"```js\n(.*?)```", text, re.DOTALL)


def test_package() -> None:
    ran = node("--test", *sorted((PACKAGE / "test").glob("*.test.mjs")))
    assert ran.returncode == 0, ran.stdout


def test_its_readme_runs_as_it_is(folder: Path) -> None:
    assert len(examples()) == 3
    for number, example in enumerate(examples()):
        file = folder / f"example{number}.mjs"
        file.write_text(example.replace("seconds: 10", "seconds: 1"))
        ran = node(file.name, cwd=folder)
        assert (ran.returncode, ran.stderr) == (0, "")


BY_THE_BOOK = """
import { Engine } from "brettwerk-engine/engine.js";
const module = import.meta.resolve("brettwerk-engine/games/abalone/kernels.wasm");
const engine = await Engine.load(module, { worker: false });
const position = engine.kind.game().start();
const moves = await Promise.all([0, 1, 2, 3].map((seed) => engine.choose(position, 10, { seed })));
const { lines } = await engine.analyse(position, { nodes: 3000, lines: 60 });
const marked = lines.filter(({ isBook }) => isBook).map(({ moves }) => moves[0].text);
console.log(JSON.stringify([moves.map(({ move, effort }) => [move.text, effort]), marked.sort()]));
"""


def test_it_plays_by_the_book(folder: Path) -> None:
    (folder / "book.mjs").write_text(BY_THE_BOOK)
    ran = node("book.mjs", cwd=folder)
    assert ran.returncode == 0, ran.stderr
    start = brettwerk.game("abalone").start()
    known = book_moves(start)
    assert known
    chosen = [[known[seed % len(known)].text, 1] for seed in range(4)]
    assert json.loads(ran.stdout) == [chosen, sorted(move.text for move in known)]


def test_pages_find_books_beside_the_modules() -> None:
    with_book = [name for name in brettwerk.NAMES if definition(name).file(FILE)]
    found = [name for name in static_files() if name.endswith("/book.json")]
    assert sorted(found) == sorted(f"games/{name}/book.json" for name in with_book)


@pytest.mark.skipif(not (TSC / "tsc").exists(), reason="There is no TypeScript here.")
def test_its_types_are_those_of_its_readme(folder: Path) -> None:
    options = "--noEmit --strict --target es2022 --module esnext --moduleResolution bundler"
    wrong = 'import { GameKind } from "brettwerk-engine";\nGameKind.load(7);\n'
    files = [f"typed{number}.ts" for number in range(4)]
    for file, text in zip(files, [*examples(), wrong], strict=True):
        (folder / file).write_text(text)
    ran = node(TSC / "tsc", *options.split(), *files, cwd=folder)
    assert len(ran.stdout.splitlines()) == 1, ran.stdout
    assert ran.stdout.startswith(files[-1])
    assert "not assignable" in ran.stdout
