"""`brettwerk` alone: a server that can be reached, says where, and stops when asked to."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from brettwerk.cli.serve import host_name
from brettwerk.server.run import addresses, listen, listen_near
from brettwerk.server.settings import Settings
from cli.helpers import SOURCE, refused


@pytest.mark.parametrize("command", [[], ["serve"]])
def test_it_says_where_it_is_and_stops_when_asked(command: list[str], tmp_path: Path) -> None:
    environment = {
        "PYTHONPATH": SOURCE,
        "LC_ALL": "C.UTF-8",
        "BRETTWERK_DATABASE": f"sqlite:///{tmp_path / 'games.sqlite'}",
        "XDG_DATA_HOME": str(tmp_path),
        "PYTHONUNBUFFERED": "1",
    }
    line = [sys.executable, "-m", "brettwerk", "--no-browser", "--port", "0"]
    if command:
        line = [sys.executable, "-m", "brettwerk", *command, "--no-browser", "--port", "0"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        found = re.fullmatch(r"Brettwerk is at (http://127.0.0.1:\d+/)\n", said)
        assert found, said
        with urlopen(found[1] + "healthz") as answer:
            assert answer.read() == b"ok\n"
        database = environment["BRETTWERK_DATABASE"]
        told = refused("serve", "--no-browser", "--port", "0", "--database", database)
        running = f"Brettwerk is already running with these games, at {found[1]};"
        assert told == f"{running} open that page, or stop it first."
        server.send_signal(signal.SIGINT)
        server.wait(15)
    assert (tmp_path / "games.sqlite").exists()


def test_a_taken_port_is_reported_or_skipped() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        told = refused("serve", "--port", str(port), "--no-browser")
        assert "Cannot listen at 127.0.0.1" in told
        assert "--port" in told
        with listen_near("127.0.0.1", port) as other:
            assert other.getsockname()[1] > port


@pytest.mark.parametrize("host", ["", "nonsense.invalid", "256.0.0.1", "a\0b", "http://x", "::zz"])
def test_a_host_that_is_not_this_machine_is_one_sentence(host: str) -> None:
    told = refused("serve", "--no-browser", "--host", host, "--lang", "en")
    assert "is not an address of this machine" in told
    assert "--host" in told


@pytest.mark.parametrize("name", ["", "a b", "http://games.example.org", "games.example.org:80"])
def test_a_name_that_is_no_name_of_a_host_is_one_sentence(name: str) -> None:
    told = refused("serve", "--no-browser", "--port", "0", "--allow-host", name, "--lang", "en")
    assert told == f"“{name}” is not the name of a host; give it alone, such as games.example.org."


def test_names_of_hosts_are_as_browsers_send_them() -> None:
    names = ("Games.Example.org", "müller.example", "FD00::1", "[::1]", "*")
    found = ["games.example.org", "xn--mller-kva.example", "[fd00::1]", "[::1]", "*"]
    assert [host_name(name) for name in names] == found


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--keep-days", "inf", "--keep-days does not fit"),
        ("--pause", "inf", "--pause does not fit"),
        ("--limit-messages-burst", "inf", "--limit-messages-burst does not fit"),
        ("--metrics-token", "a b", "The password for metrics"),
        ("--metrics-address", "127.0.0.1:99999", "The metrics cannot be served"),
        ("--metrics-address", "127.0.0.1:²", "127.0.0.1:²"),
        ("--metrics-address", "nonsense.invalid:1", "The metrics cannot be served"),
        ("--database", "postgresql://localhost:nonsense/x", "The database postgresql://localhost"),
        ("--database", "sqlite:///a\0b", "The database sqlite:///a%00b cannot be used"),
        ("--database", "sqlite:////", "The database sqlite://// cannot be used"),
    ],
)
def test_values_that_cannot_be_are_one_sentence(option: str, value: str, told: str) -> None:
    assert told in refused("serve", "--no-browser", "--port", "0", option, value, "--lang", "en")


def test_addresses_for_others_are_shown_only_if_it_listens_for_them() -> None:
    assert addresses("127.0.0.1", 80) == ["http://127.0.0.1:80/"]
    assert addresses("::1", 80) == ["http://[::1]:80/"]
    assert addresses("0.0.0.0", 80)[0] == "http://localhost:80/"


def test_databases_are_given_as_people_know_them() -> None:
    assert Settings("postgresql://me@host/db").url == "postgresql+asyncpg://me@host/db"
    assert Settings("sqlite:///a.sqlite").url == "sqlite+aiosqlite:///a.sqlite"
