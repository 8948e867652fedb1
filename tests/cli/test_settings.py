"""Settings of the server by option, by the environment and by a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from brettwerk.cli import app
from brettwerk.cli.settings import ServerCommand
from brettwerk.server import logs, run
from brettwerk.server.settings import Settings
from cli.helpers import done, refused


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings of servers that commands would start."""
    found: list[Settings] = []
    monkeypatch.setattr(run, "serve", lambda settings, *_: found.append(settings))
    monkeypatch.setattr(logs, "configure", lambda **_: None)
    return found


def written(folder: Path, text: str) -> Path:
    file = folder / "brettwerk.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_options_come_before_the_environment_before_the_file_before_defaults(
    tmp_path: Path, started: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = """
    port = 0
    workers = 5
    analysts = 6
    keep-days = 7.5
    allow-host = ["a.example", "b.example"]
    [limits]
    sockets = 8
    new-games-per-second = 0.25
    """
    file = written(tmp_path, text)
    monkeypatch.setenv("BRETTWERK_WORKERS", "9")
    monkeypatch.setenv("BRETTWERK_ANALYSTS", "10")
    monkeypatch.setenv("BRETTWERK_LIMIT_READERS", "11")
    done("serve", "--config", file, "--analysts", "12")
    (found,) = started
    assert (found.analysts, found.workers, found.keep_days, found.pause) == (12, 9, 7.5, 0.5)
    assert {"a.example", "b.example"} <= set(found.hosts)
    limits = found.limits
    assert (limits.readers, limits.sockets, limits.new_games_per_second) == (11, 8, 0.25)
    assert limits.sockets_per_game == Settings().limits.sockets_per_game


@pytest.mark.parametrize("words", [[], ["serve"]])
def test_a_file_can_be_named_in_the_environment_also_without_a_command(
    words: list[str], tmp_path: Path, started: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, 'port = 0\ndatabase = "sqlite:///here"\nno-browser = true\n')
    monkeypatch.setenv("BRETTWERK_CONFIG", str(file))
    done(*words)
    assert started[0].database == "sqlite:///here"


def test_what_is_typed_without_a_command_counts_more_than_the_environment(
    started: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRETTWERK_HOST", "0.0.0.0")
    done("--host", "127.0.0.1", "--port", "0")
    done("--port", "0")
    assert [settings.hosts == ("*",) for settings in started] == [False, True]


def test_lists_are_separated_by_spaces_in_the_environment(
    started: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRETTWERK_TRUST_PROXY", "127.0.0.1 10.0.0.0/8")
    done("serve", "--port", "0")
    assert started[0].proxies == ("127.0.0.1", "10.0.0.0/8")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 1", "has “prot”, which is not a setting. Did you mean “port”?"),
        ("zzzzzz = 1", "has “zzzzzz”, which is not a setting; docs/hosting.md lists them."),
        (
            "[limits]\nsocket = 1",
            "“limits.socket”, which is not a setting. Did you mean “limits.so",
        ),
        ("[limit]\nsockets = 1", "has “limit”, which is not a setting"),
        ('port = "x"', "has a value for “port” that does not fit: x."),
        ("port = 70000", "“port” that does not fit: 70000."),
        ("port = true", "“port” that does not fit: True."),
        ("workers = 2.5", "“workers” that does not fit: 2.5."),
        ('allow-host = "a.example"', "“allow-host” that does not fit: a.example."),
        ("port = [1]", "“port” that does not fit: [1]."),
        ("no-browser = 1", "“no-browser” that does not fit: 1."),
        ('log = "yaml"', "“log” that does not fit: yaml."),
        ("[limits]\nsockets = -1", "“limits.sockets” that does not fit: -1."),
        ("port", "is not valid TOML: Expected"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_file_and_key(
    text: str, sentence: str, tmp_path: Path
) -> None:
    file = written(tmp_path, text)
    told = refused("serve", "--config", file)
    assert f"“{file}”" in told
    assert sentence in told
    german = refused("serve", "--config", file, "--lang", "de")
    assert f"„{file}“" in german


def test_a_bad_value_in_the_environment_is_told_with_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("BRETTWERK_PORT", "x")
    told = refused("serve")
    assert told.startswith("The value of BRETTWERK_PORT does not fit")
    assert refused("serve", "--port", "y").startswith("The value of --port does not fit")


def test_a_missing_file_is_told() -> None:
    assert (
        refused("serve", "--config", "nosuch.toml") == "There is no file or folder “nosuch.toml”."
    )


@pytest.mark.parametrize("given", ["x", "127.0.0.1", "127.0.0.1:x"])
def test_a_bad_address_for_metrics_is_told(given: str) -> None:
    told = refused("serve", "--port", "0", "--metrics-address", given)
    assert told.startswith(f"“{given}” is not an address for metrics")


def test_a_bad_proxy_is_told() -> None:
    told = refused("serve", "--port", "0", "--no-browser", "--trust-proxy", "caddy")
    assert told.startswith("“caddy” is neither the address of a proxy nor a network")


def test_every_setting_has_a_variable() -> None:
    root: Any = get_command(app)
    serve = root.commands["serve"]
    assert isinstance(serve, ServerCommand)
    named = {param.name: param.envvar for param in serve.params}
    assert named.pop("lang") is None
    assert named["limit_new_games_burst"] == "BRETTWERK_LIMIT_NEW_GAMES_BURST"
    assert all(variable == f"BRETTWERK_{name.upper()}" for name, variable in named.items())
