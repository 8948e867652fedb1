"""Packages with a game, installed for a test: found by their entry points as any other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from brettwerk.core import registry

TESTS = str(Path(__file__).parent.parent)


def write_metadata(folder: Path, package: str, value: str) -> None:
    """Write what an installer writes for a package with this entry point."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[brettwerk.games]\n{package} = {value}\n")


@contextmanager
def installed(folder: Path, prefix: str) -> Iterator[None]:
    """Find packages in a folder, here and in processes begun here; forget those with a prefix."""
    paths = [str(folder), TESTS, os.environ.get("PYTHONPATH", "")]
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        registry.reset()
        try:
            yield
        finally:
            patch.undo()
            registry.reset()
            for name in [name for name in sys.modules if name.startswith(prefix)]:
                del sys.modules[name]
            registry.names()  # positions of other tests find their games' texts again
