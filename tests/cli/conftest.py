"""These tests save games into a folder of their own, on known boards, against quick opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from brettwerk.cli.terminal import players, saving, setup

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saved games."""
    folder = tmp_path / "saves"
    monkeypatch.setattr(saving, "saves_folder", lambda: folder)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return folder


@pytest.fixture(autouse=True)
def _known_board(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Games are scripted on the default board, except in tests of random boards."""
    if "is_random" not in request.node.name:
        monkeypatch.setattr(setup, "_with_random_options", lambda _game, given, _rng: given)


@pytest.fixture(autouse=True)
def _quick_opponents(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Programs play at random where nothing else is said, except where a test is about levels."""
    if "level" not in request.node.name:
        monkeypatch.setattr(players, "DEFAULT_PROGRAM", players.RANDOM)
