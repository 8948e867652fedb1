"""`brettwerk admin`, `backup` and `restore` as they are typed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from cli.helpers import done, facts, refused
from server.helpers import FRIEND, HERE, Game, make, running


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def game(database: str) -> Game:
    """A game with three moves, in a database that no server uses any more."""
    with running(database) as client:
        made = make(client, "bedraengnis", HERE, FRIEND)
        with made.sit(0, 1) as both:
            both.play_on(Random(1), plies=3)
    return made


def test_games_are_listed_and_shown(database: str, game: Game) -> None:
    line = done("admin", "list", "--database", database)
    assert re.fullmatch(
        rf"{game.id}  \d{{4}}-\d\d-\d\d \d\d:\d\d +\d+  bedraengnis  running\n", line
    )
    (listed,) = facts("admin", "list", "--database", database, "--running")
    assert (listed["id"], listed["over"]) == (game.id, False)
    shown = facts("admin", "show", game.id, "--database", database)
    assert (shown["game"], shown["moves"], shown["over"]) == ("bedraengnis", 3, False)
    assert shown["seats"] == ["here", "friend"]
    assert f"id        {game.id}\n" in done("admin", "show", game.id, "--database", database)


def test_games_are_deleted(database: str, game: Game) -> None:
    assert done("admin", "delete", game.id, "--database", database) == "1 game was deleted.\n"
    assert done("admin", "list", "--database", database) == "There are no games.\n"
    told = refused("admin", "delete", game.id, "--database", database)
    assert told == f"There is no game “{game.id}”; `brettwerk admin list` lists them."


def test_addresses_are_banned_and_unbanned(
    database: str, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert game.id
    monkeypatch.setenv("BRETTWERK_DATABASE", database)
    assert done("admin", "bans") == "Nobody is banned.\n"
    assert done("admin", "ban", "203.0.113.7").startswith("203.0.113.7 is banned;")
    assert done("admin", "ban", "203.0.113.7") == "203.0.113.7 is banned already.\n"
    assert done("admin", "ban", "2001:db8::1").startswith("2001:db8::/64 is banned;")
    assert set(facts("admin", "bans")) == {"203.0.113.7", "2001:db8::/64"}
    assert done("admin", "unban", "203.0.113.7") == "203.0.113.7 is no longer banned.\n"
    assert refused("admin", "unban", "203.0.113.7").startswith("203.0.113.7 is not banned;")
    for wrong in ("example.org", "203.0.113.7/24", "300.1.1.1", ""):
        assert "neither an address nor a network" in refused("admin", "ban", wrong)


def test_seats_get_another_link(database: str, game: Game) -> None:
    link = done("admin", "rekey", game.id, "1", "--database", database).strip()
    address, _, key = link.partition("#k=")
    assert address == f"/g/{game.id}"
    with running(database) as client:
        again = Game(client, {"id": game.id, "seats": [], "owner": ""})
        again.keys = {1: key}
        with again.sit(1) as friend:
            assert friend.act("name", "Bo")["t"] == "done"
    assert "no person at this seat" in refused(
        "admin", "rekey", game.id, "5", "--database", database
    )


def test_a_database_that_does_not_exist_is_not_made(tmp_path: Path) -> None:
    file = tmp_path / "none.sqlite"
    told = refused("admin", "list", "--database", f"sqlite:///{file}")
    assert told == f"There are no games of Brettwerk in {file}."
    assert not file.exists()


def test_games_are_backed_up_and_restored(database: str, game: Game, tmp_path: Path) -> None:
    file, other = tmp_path / "games.backup", f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert done("backup", file, "--database", database) == f"1 game is now in “{file}”.\n"
    assert refused("backup", file, "--database", database).startswith("There is already a file")
    assert done("restore", file, "--database", other) == f"1 game was restored from “{file}”.\n"
    assert json.loads(done("admin", "show", game.id, "--database", other, "--json"))["moves"] == 3
    told = refused("restore", file, "--database", other)
    assert told.endswith("has 1 game already. With --replace it is deleted.")
    assert done("restore", file, "--database", other, "--replace")
    german = refused("restore", file, "--database", other, "--lang", "de")
    assert german.endswith("ist schon 1 Spiel. Mit --replace wird es gelöscht.")
