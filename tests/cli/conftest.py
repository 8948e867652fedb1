"""Saved games of these tests go into their own folder, and the language is English."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from brettwerk.cli.table import keeping

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saved games."""
    folder = tmp_path / "saves"
    monkeypatch.setattr(keeping, "saves_folder", lambda: folder)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return folder
