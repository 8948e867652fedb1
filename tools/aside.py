"""Keeps an earlier engine runnable, to be compared with today's: `python tools/aside.py COMMIT`.

The sources of that commit are unpacked into `build/aside/`, with an environment of their own, and a
script there runs its `brettwerk`. `--shared` uses the dependencies of this environment instead of
installing them again, which takes a second.
"""

from __future__ import annotations

import argparse
import io
import shlex
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "aside"


def unpack(commit: str, folder: Path, repository: Path = ROOT) -> Path:
    """Unpack the sources of a commit into a folder that is named by it; return that."""
    git = ["git", "-C", str(repository)]
    asked = [*git, "rev-parse", "--short", f"{commit}^{{commit}}"]
    short = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    archive = subprocess.run([*git, "archive", short], check=True, capture_output=True).stdout
    place = folder / short
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(place, filter="data")
    return place


def install(place: Path, *, shared: bool) -> Path:
    """Write the script that runs the `brettwerk` of a folder, and return it."""
    python = sys.executable
    if not shared:
        environment = place / ".venv"
        venv.create(environment, with_pip=True, clear=True)
        python = str(environment / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "-q", str(place)], check=True)
    sources = f"PYTHONPATH={shlex.quote(str(place / 'src'))} " if shared else ""
    script = place / "run"
    script.write_text(f'#!/bin/sh\n{sources}exec {shlex.quote(python)} -m brettwerk "$@"\n')
    script.chmod(0o755)
    return script


def main() -> None:
    """Install a commit aside, and say how it plays."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--shared", action="store_true")
    asked = parser.parse_args()
    try:
        place = unpack(asked.commit, asked.folder.resolve())
        script = install(place, shared=asked.shared)
    except subprocess.CalledProcessError as fault:
        said = fault.stderr.decode() if isinstance(fault.stderr, bytes) else fault.stderr
        sys.exit(f"{asked.commit} could not be installed. {said or ''}".strip())
    print(f'old="command:{shlex.quote(str(script))} analyse --json"')


if __name__ == "__main__":
    main()
