"""Checks that this tree can be released: `make release-check`.

Version, changelog and recipes agree; wheel and source archive are complete and come out the same
twice; the wheel installs into a clean environment of every Python at hand and plays.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")
ASKED = '{"game": "bedraengnis", "moves": ["b2"]}\n'
# Not code, and yet part of the package.
DATA = (
    "*.wasm",
    "*.json",
    "*.jsonl",
    "*.toml",
    "*.md",
    "*.html",
    "*.js",
    "*.css",
    "*.svg",
    "*.woff2",
)


def version() -> str:
    """Return the version of the package."""
    text = (ROOT / "src/brettwerk/version.py").read_text("utf-8")
    found = re.search(r'__version__ = "(.+)"', text)
    assert found
    return found[1]


def disagreements() -> list[str]:
    """Return the files that do not name the version."""
    named = {
        "CHANGELOG.md": f"## {version()}",
        "CITATION.cff": f"version: {version()}\n",
        "packaging/conda-recipe.yaml": f"  version: {version()}\n",
        "packaging/brettwerk.rb": f"brettwerk-{version()}.tar.gz",
    }
    return [file for file, text in named.items() if text not in (ROOT / file).read_text("utf-8")]


def build(folder: Path) -> dict[str, str]:
    """Build both archives; return their digests by name."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    # The same for every build of a commit.
    date = subprocess.check_output(["git", "log", "-1", "--format=%ct"], cwd=ROOT, text=True)
    subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"SOURCE_DATE_EPOCH": date.strip()},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return {file.name: sha256(file.read_bytes()).hexdigest() for file in sorted(folder.iterdir())}


def missing(folder: Path) -> list[str]:
    """Return the data files of the package that an archive lacks."""
    package = ROOT / "src/brettwerk"
    wanted = {f.relative_to(package.parent).as_posix() for p in DATA for f in package.rglob(p)}
    (wheel,) = folder.glob("*.whl")
    (archive,) = folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as read, tarfile.open(archive) as packed:
        top = archive.name.removesuffix(".tar.gz")
        inside = {name.removeprefix(f"{top}/src/") for name in packed.getnames()}
        return sorted(wanted - set(read.namelist())) + sorted(wanted - inside)


def found(name: str) -> str | None:
    """Return what starts a Python of this name: one on the path, or one that pyenv keeps."""
    return next(filter(starts, (name, *kept_by_pyenv(name))), None)


def starts(python: str) -> bool:
    """Return whether this is a Python; pyenv has commands for some that are not chosen."""
    return bool(shutil.which(python)) and not _run(python, "--version").returncode


def kept_by_pyenv(name: str) -> Iterator[str]:
    """Yield the Pythons of this name that pyenv has installed."""
    if shutil.which("pyenv"):
        for version in _run("pyenv", "whence", name).stdout.split():
            yield str(Path(_run("pyenv", "prefix", version).stdout.strip()) / "bin" / name)


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True)


def try_wheel(python: str, wheel: Path) -> str:
    """Install the wheel into a clean environment and ask it; return what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([python, "-m", "venv", folder], check=True)
        inside = Path(folder) / ("Scripts" if os.name == "nt" else "bin")
        pip = [str(inside / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
        subprocess.run(pip, check=True, stderr=subprocess.DEVNULL)
        command = [str(inside / "brettwerk"), "referee"]
        run = subprocess.run(command, input=ASKED, capture_output=True, text=True, cwd=folder)
        return "" if '"ok":true' in run.stdout else run.stdout + run.stderr


def main() -> int:
    """Check everything; say what is wrong."""
    faults = [f"{file} does not name version {version()}." for file in disagreements()]
    shutil.rmtree(DIST, ignore_errors=True)
    with tempfile.TemporaryDirectory() as other:
        if build(DIST) != build(Path(other)):
            faults.append("Two builds of the same tree differ.")
    faults += [f"An archive lacks {name}." for name in missing(DIST)]
    (wheel,) = DIST.glob("*.whl")
    pythons = {name: python for name in PYTHONS if (python := found(name))}
    for name, python in pythons.items():
        if wrong := try_wheel(python, wheel):
            faults.append(f"Installed into {name} it does not play: {wrong}")
        else:
            print(f"{wheel.name} installs into {name} and plays.")
    if absent := [name for name in PYTHONS if name not in pythons]:
        print(f"Not tried, since they are not installed: {', '.join(absent)}.")
    print("\n".join(faults) or f"Brettwerk {version()} can be released: see {DIST.name}/.")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
