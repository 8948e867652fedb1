"""The package for npm: its tests in Node, its README in an empty folder, its types."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

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
