"""The guide for hosts: its commands exist, its settings are all there are, with their defaults."""

from __future__ import annotations

import re
import shlex
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest
from prometheus_client import REGISTRY
from typer.main import get_command

from brettwerk.cli import app
from brettwerk.server import logs, metrics, run
from brettwerk.server.settings import Limits, Settings
from cli.helpers import done
from server.helpers import FRIEND, HERE, make, running

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
ID = "eHqvM7kTz3wBcd"


def commands() -> list[str]:
    """All commands of the guide."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def ours() -> list[list[str]]:
    """The words of our own commands, also of those that run in containers."""
    return [shlex.split(line)[1:] for line in commands() if line.startswith("brettwerk ")]


def test_our_commands_can_be_parsed() -> None:
    root: Any = get_command(app)
    inside = [line.partition("server-1 brettwerk ")[2] for line in commands()]
    found = [*ours(), *(shlex.split(line) for line in inside if line)]
    assert len(found) > 10
    for words in found:
        group, rest = root, words
        while hasattr(group, "commands"):
            group, rest = group.commands[rest[0]], rest[1:]
        options = {name for param in group.params for name in param.opts}
        assert {word for word in rest if word.startswith("--")} <= options, words


def test_other_commands_name_files_that_exist() -> None:
    named = set(re.findall(r"\bdeploy/[\w.]+", GUIDE)) - {"deploy/.env"}
    assert len(named) >= 6
    assert all((ROOT / name).exists() for name in named)
    services = re.findall(r"(?:exec|--no-deps) (.*)", GUIDE)
    compose = (ROOT / "deploy" / "compose.yaml").read_text()
    names = {word for line in services for word in line.split() if re.match("server|worker", word)}
    assert all(f"\n  {name}:" in compose for name in names)


def test_the_commands_of_a_club_do_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = (ROOT / "deploy" / "brettwerk.toml").read_text()
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    settings = settings.replace("sqlite:////var/lib/brettwerk/games.sqlite", database)
    file = tmp_path / "brettwerk.toml"
    file.write_text(settings)
    with running(database) as client:
        game = make(client, "drei", HERE, FRIEND)
        with game.sit(0, 1) as both:
            both.play_on(Random(1), plies=2)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "serve", lambda *_: None)
    monkeypatch.setattr(logs, "configure", lambda **_: None)
    ran = []
    for words in ours():
        if words[0] == "serve":
            words = [*words, "--port", "0", "--no-browser"]
        if "postgresql" in words[-1]:
            words[-1] = f"sqlite:///{tmp_path / 'other.sqlite'}"
        here = {"/etc/brettwerk.toml": str(file), ID: game.id}
        words = [here.get(word, word) for word in words]
        if words[:2] != ["admin", "delete"]:
            done(*words)
            ran.append(words[0])
    done("admin", "delete", game.id, "--config", file)
    assert set(ran) == {"serve", "backup", "restore", "admin"}


def test_all_limits_are_listed_with_their_defaults() -> None:
    table = re.findall(r"^\| (`.*?`) \| ([\d., ]+) \|", GUIDE, re.MULTILINE)
    found: dict[str, float] = {}
    for names, values in table:
        keys = re.findall("`(.*?)`", names)
        found |= dict(zip(keys, map(float, values.split(", ")), strict=True))
    default = Settings().limits
    assert found == {
        one.name.replace("_", "-"): getattr(default, one.name) for one in fields(Limits)
    }


def test_all_metrics_are_listed() -> None:
    listed = set(re.findall(r"`(brettwerk_\w+)`", GUIDE))
    metrics.limit_hit("test")
    families = [one for one in REGISTRY.collect() if one.name.startswith("brettwerk_")]
    assert listed == {one.name + "_total" * (one.type == "counter") for one in families}
