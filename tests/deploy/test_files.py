"""What else is in `deploy/`: settings that exist, units and boards that can be read."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY
from typer.main import get_command

from brettwerk.cli import app
from brettwerk.cli.settings import ServerCommand
from brettwerk.server import logs, metrics, run
from brettwerk.server.settings import Settings
from cli.helpers import done

DEPLOY = Path(__file__).parents[2] / "deploy"
KERNELS = "BRETTWERK_CACHE"
# Metrics that Prometheus' library has on Linux.
PROCESS = {"process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds"}


def variables() -> set[str]:
    """All variables of the environment that commands know."""
    root: Any = get_command(app)
    commands = [one for one in root.commands.values() if isinstance(one, ServerCommand)]
    return {str(param.envvar) for command in commands for param in command.params} | {KERNELS}


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", "brettwerk.service"])
def test_variables_of_the_environment_exist(name: str) -> None:
    used = set(re.findall(r"BRETTWERK_[A-Z_]+", (DEPLOY / name).read_text()))
    assert used
    assert used <= variables()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings of servers that commands would start."""
    found: list[Settings] = []
    monkeypatch.setattr(run, "serve", lambda settings, *_: found.append(settings))
    monkeypatch.setattr(logs, "configure", lambda **_: None)
    return found


def test_the_file_of_settings_can_be_read(started: list[Settings]) -> None:
    done("serve", "--config", DEPLOY / "brettwerk.toml", "--port", "0", "--metrics-address", ":0")
    (settings,) = started
    assert settings.database == "sqlite:////var/lib/brettwerk/games.sqlite"
    assert "games.example.org" in settings.hosts
    assert settings.limits == Settings().limits  # the file shows defaults


def test_the_service_starts_what_there_is(tmp_path: Path) -> None:
    unit = (DEPLOY / "brettwerk.service").read_text()
    program, *words = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)[0].split()
    assert (program, words[0]) == ("/opt/brettwerk/bin/brettwerk", "serve")
    assert words[1:] == ["--config", "/etc/brettwerk.toml"]
    if not shutil.which("systemd-analyze"):
        pytest.skip("There is no systemd here")
    file = tmp_path / "brettwerk.service"
    file.write_text(unit.replace(program, sys.executable))
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(file)], capture_output=True, text=True
    )
    told = [line for line in checked.stderr.splitlines() if "brettwerk.service" in line]
    assert (checked.returncode, told) == (0, [])


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def test_compose_names_only_what_it_has() -> None:
    found = compose()
    services = found["services"]
    assert set(services) == {"server-1", "server-2", "worker", "database", "bus", "caddy"}
    for name, service in services.items():
        assert set(service.get("networks", ())) <= set(found["networks"]), name
        assert set(service.get("depends_on", ())) <= set(services), name
        volumes = {one.partition(":")[0] for one in service.get("volumes", ())}
        assert {one for one in volumes if not one.startswith(".")} <= set(found["volumes"]), name
        needed = service.get("depends_on", {}).values()
        assert all(one == {"condition": "service_healthy"} for one in needed)
    assert all("healthcheck" in services[one] for one in ("database", "bus"))


def test_compose_asks_for_what_its_example_has() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    asked = set(re.findall(r"\$\{([A-Z_]+)", text))
    given = set(re.findall(r"^([A-Z_]+)=", (DEPLOY / "example.env").read_text(), re.MULTILINE))
    assert asked == given


def test_proxies_of_compose_are_those_that_servers_trust() -> None:
    found = compose()
    (network,) = found["networks"]["front"]["ipam"]["config"]
    server = found["services"]["server-1"]["environment"]
    assert server["BRETTWERK_TRUST_PROXY"] == network["subnet"]
    (port,) = {
        one.partition(":")[2]
        for one in found["services"]["caddy"]["environment"]["SERVERS"].split()
    }
    image = (DEPLOY / "Dockerfile").read_text()
    assert f"BRETTWERK_PORT={port}" in image


def test_commands_of_images_exist() -> None:
    root: Any = get_command(app)
    image = (DEPLOY / "Dockerfile").read_text()
    words = json.loads(re.findall(r"^CMD (\[.*\])$", image, re.MULTILINE)[0])
    for command in (words, compose()["services"]["worker"]["command"]):
        assert command[0] in root.commands


def test_images_do_not_run_as_root_and_ask_whether_they_are_well() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    users = [line.split()[1] for line in lines if line.startswith("USER")]
    assert users == ["brettwerk"]
    assert any(line.startswith("HEALTHCHECK") for line in lines)
    assert sum(line.startswith("FROM") for line in lines) == 2
    copied = [
        line.split()[1:-1] for line in lines if line.startswith("COPY") and "--from" not in line
    ]
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text()
    for name in (name for names in copied for name in names):
        assert (DEPLOY.parent / name).exists()
        assert f"!{name}\n" in ignored


def test_the_board_of_grafana_names_metrics_that_exist() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asked += [one["query"] for one in board["templating"]["list"]]
    named = set(re.findall(r"\b(?:brettwerk|process)_\w+", " ".join(asked)))
    assert len(named) > 10
    metrics.limit_hit("test")
    exist = {sample for family in REGISTRY.collect() for sample in names_of(family)}
    assert named <= exist | PROCESS
    ours = {name for name in exist if name.startswith("brettwerk_")}
    shown = {re.sub("_(bucket|sum|count|created|total)$", "", name) for name in named}
    assert {re.sub("_(bucket|sum|count|created|total)$", "", name) for name in ours} <= shown


def names_of(family: Any) -> set[str]:
    """The names of the samples of a metric, also of one that nothing was counted of yet."""
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    return {family.name + ending for ending in endings.get(family.type, ("",))}
