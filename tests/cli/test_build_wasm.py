"""`brettwerk build-wasm`: modules that fit are stamped anew, others are built."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from brettwerk.cli import build_wasm
from brettwerk.core.registry import definition
from brettwerk.kernels.wasm_file import code_in, facts_in, module_file
from cli.helpers import done, refused

GAME = "bedraengnis"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a module that the command writes to."""
    shipped, copy = module_file(definition(GAME).kernels), tmp_path / "data" / "kernels.wasm"
    assert shipped
    copy.parent.mkdir()
    copy.write_bytes(shipped.read_bytes())
    monkeypatch.setattr(build_wasm, "module_file", lambda _: copy)
    monkeypatch.setattr(build_wasm, "built", lambda name: name.encode())
    return copy


def test_a_module_that_fits_is_not_built_again(file: Path) -> None:
    before = file.read_bytes()
    stale = replace(facts_in(before), files={"brettwerk.kernels.entries": "another"})
    file.write_bytes(stale.appended_to(code_in(before)))
    assert str(file) in done("build-wasm", GAME)
    assert code_in(file.read_bytes()) == code_in(before)
    files = facts_in(file.read_bytes()).files
    assert files["brettwerk.kernels.entries"] != "another"


def test_others_are_built(file: Path) -> None:
    code = file.read_bytes()
    file.write_bytes(replace(facts_in(code), digest="another").appended_to(code_in(code)))
    done("build-wasm", GAME)
    assert file.read_bytes() == GAME.encode()
    file.write_bytes(code)
    done("build-wasm", GAME, "--force")
    assert file.read_bytes() == GAME.encode()
    done("build-wasm", GAME)  # what lies there is no module
    file.unlink()
    name = "brettwerk.games.bedraengnis.definition:GAME"
    done("build-wasm", name)
    assert file.read_bytes() == name.encode()


def test_what_is_no_game_is_refused() -> None:
    assert "halma" in refused("build-wasm", "halma")
    assert "names" in refused("build-wasm", "brettwerk.core.registry:names")
    for name in ("nonsense:GAME", "brettwerk.core.registry:GAME", ":GAME"):
        assert f"{name} cannot be loaded" in refused("build-wasm", name, "--lang", "en")
