"""The tests of the package in Node."""

import shutil
import subprocess
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "packages" / "brettwerk-engine"
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="There is no Node here.")
def test_package() -> None:
    assert NODE
    files = sorted((PACKAGE / "test").glob("*.test.mjs"))
    ran = subprocess.run([NODE, "--test", *files], check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
