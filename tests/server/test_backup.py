"""Backups: written while a server runs, checked as a whole, restored into either database."""

from __future__ import annotations

import asyncio
import gzip
from contextlib import closing
from pathlib import Path
from random import Random
from sqlite3 import connect
from typing import Any

import pytest
import sqlalchemy as sa

from brettwerk.errors import BadOptions
from brettwerk.server.settings import Settings
from brettwerk.server.storage import backup as module
from brettwerk.server.storage.backup import back_up, restore
from brettwerk.server.storage.backup_file import BackupReader
from brettwerk.server.storage.engine import make_engine
from brettwerk.server.storage.schema import metadata
from brettwerk.server.storage.upgrade import migrate
from server.helpers import FRIEND, HERE, Game, make, running
from services import postgresql

KINDS = ("sqlite", "postgresql")


def database_of(kind: str, folder: Path, name: str = "games") -> str:
    """An empty database."""
    if kind == "sqlite":
        return f"sqlite:///{folder / f'{name}.sqlite'}"
    database = postgresql()

    async def clear() -> None:
        engine = make_engine(Settings(database).url, idle=60)
        async with engine.begin() as connection:
            found = sa.MetaData()
            await connection.run_sync(found.reflect)
            await connection.run_sync(found.drop_all)
        await engine.dispose()

    asyncio.run(clear())
    return database


def contents(database: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables but those of leases, which servers change when they start."""

    async def read() -> dict[str, list[tuple[Any, ...]]]:
        engine = make_engine(Settings(database).url, idle=60)
        async with engine.connect() as connection:
            found = {
                table.name: [tuple(row) for row in await connection.execute(sa.select(table))]
                for table in metadata.sorted_tables
            }
        await engine.dispose()
        return {name: sorted(rows, key=repr) for name, rows in found.items()}

    return asyncio.run(read())


def fill(database: str) -> list[Game]:
    """Play some games in a database."""
    with running(database) as client:
        games = [make(client, "bedraengnis", HERE, HERE, clock="10+5") for _ in range(3)]
        for number, game in enumerate(games):
            with game.sit(0, 1) as both:
                both.play_on(Random(number), plies=4 + number)
                both.act("name", "Änne „A“ \\ \n")
    return games


def save(database: str, file: Path) -> int:
    return asyncio.run(back_up(Settings(database).url, file))


def load(database: str, file: Path, replace: bool = False) -> int:
    return asyncio.run(restore(Settings(database).url, file, replace=replace))


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of three games."""
    folder = tmp_path_factory.mktemp("saved")
    database = f"sqlite:///{folder / 'games.sqlite'}"
    fill(database)
    file = folder / "games.backup"
    assert save(database, file) == 3
    return file


@pytest.mark.parametrize("source", KINDS)
@pytest.mark.parametrize("target", KINDS)
def test_games_move_from_any_database_to_any_other(
    source: str, target: str, tmp_path: Path
) -> None:
    database = database_of(source, tmp_path)
    games = fill(database)
    file = tmp_path / "games.backup"
    assert save(database, file) == 3
    before = contents(database)
    other = database_of(target, tmp_path, "other")
    assert load(other, file) == 3
    assert contents(other) == before
    with running(other) as client:
        again = Game(client, {"id": games[0].id, "seats": [], "owner": games[0].owner})
        again.keys = games[0].keys
        with again.sit(0, 1) as both:
            assert len(both.moves) == 4
            both.play_on(Random(9))
            assert both.table["outcome"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_is_one_moment_of_a_server_that_goes_on(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, file = database_of(kind, tmp_path), tmp_path / "games.backup"
    with running(database) as client:
        game = make(client, "bedraengnis", HERE, HERE)
        with game.sit(0, 1) as both:
            both.play_on(Random(1), plies=3)
            write, later = module._write, 0

            async def slowly(*given: Any) -> None:
                """Let the server go on before each table is read."""
                nonlocal later
                await asyncio.to_thread(lambda: make(client, "bedraengnis", HERE, FRIEND))
                await asyncio.to_thread(lambda: both.play_on(Random(2), plies=1))
                later += 1
                await write(*given)

            monkeypatch.setattr(module, "_write", slowly)
            assert save(database, file) == 1
            assert later > 3
    tables = rows_of(file)
    assert len(tables["games"]) == 1
    assert len([row for row in tables["events"] if "play" in row]) == 3


def rows_of(file: Path) -> dict[str, list[list[Any]]]:
    """The rows of all tables in a backup."""
    found: dict[str, list[list[Any]]] = {}
    for table, row in BackupReader(file).rows():
        found.setdefault(table.table, []).append(row)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_games_are_not_replaced_unless_one_says_so(kind: str, tmp_path: Path, saved: Path) -> None:
    database = database_of(kind, tmp_path)
    with running(database) as client:
        make(client, "drei", HERE, FRIEND)
    before = contents(database)
    with pytest.raises(BadOptions) as refused:
        load(database, saved)
    assert refused.value.key == "cli-restore-full"
    assert contents(database) == before
    assert load(database, saved, replace=True) == 3
    assert len(contents(database)["games"]) == 3


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_restored_under_a_server_that_runs(
    kind: str, tmp_path: Path, saved: Path
) -> None:
    database = database_of(kind, tmp_path)
    with running(database) as client:
        game = make(client, "drei", HERE, FRIEND)
        with pytest.raises(BadOptions) as refused:
            load(database, saved, replace=True)
        assert refused.value.key in ("cli-serve-running", "cli-serve-taken")
        assert game.look()["id"] == game.id


HOW = (
    *("not-backup", "cut", "cut-line", "newer"),
    *("damaged-byte", "damaged-row", "damaged-more", "damaged-text", "damaged-column"),
)


def damaged(content: bytes) -> dict[str, bytes]:
    """What can become of a backup."""
    plain = gzip.decompress(content)
    lines = plain.splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if b'"table":"games"' in line) + 1
    return {
        "not-backup": b"something else",
        "cut": content[: len(content) // 2],
        "cut-line": gzip.compress(b"".join(lines[:-1])),
        "damaged-byte": gzip.compress(plain.replace(b"bedraengnis", b"bedraengniz", 1)),
        "damaged-row": gzip.compress(b"".join(lines[:first] + lines[first + 1 :])),
        "damaged-more": gzip.compress(plain + lines[first]),
        "damaged-text": gzip.compress(plain.replace(b"bedraengnis", b"bedraengn\xff", 1)),
        "damaged-column": gzip.compress(plain.replace(b'"columns":["id"', b'"columns":["no"', 1)),
        "newer": gzip.compress(plain.replace(b'"schema":"0', b'"schema":"9', 1)),
    }


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("how", HOW)
def test_a_file_that_is_not_whole_changes_nothing(
    kind: str, how: str, tmp_path: Path, saved: Path
) -> None:
    database = database_of(kind, tmp_path)
    with running(database) as client:
        make(client, "drei", HERE, FRIEND)
    before, file = contents(database), tmp_path / "broken.backup"
    file.write_bytes(damaged(saved.read_bytes())[how])
    with pytest.raises(BadOptions) as refused:
        load(database, file, replace=True)
    expected = "not-backup" if how == "not-backup" else how.partition("-")[0]
    # The digest of a file from the future was changed here too.
    assert refused.value.key in (f"cli-restore-{expected}", "cli-restore-damaged")
    assert contents(database) == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_while_writing_changes_nothing(
    kind: str, tmp_path: Path, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = database_of(kind, tmp_path)
    with running(database) as client:
        make(client, "drei", HERE, FRIEND)
    before = contents(database)

    def fail_at_the_end(connection: sa.Connection, to: str = "head") -> None:
        if to == "head":
            raise OSError("the disk is full")
        migrate(connection, to)

    monkeypatch.setattr(module, "migrate", fail_at_the_end)
    with pytest.raises(BadOptions, match="the disk is full"):
        load(database, saved, replace=True)
    monkeypatch.undo()
    assert contents(database) == before
    assert [file.name for file in tmp_path.glob("*restoring*")] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_of_an_older_version_is_brought_up_to_date(kind: str, tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    with closing(connect(old)) as made:
        made.executescript(
            """
            CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL);
            INSERT INTO alembic_version VALUES ('0001');
            CREATE TABLE games (id TEXT PRIMARY KEY, terms TEXT NOT NULL, hashes TEXT NOT NULL,
              created DOUBLE NOT NULL, over BOOLEAN NOT NULL);
            CREATE TABLE events (game TEXT NOT NULL REFERENCES games(id), number INTEGER NOT NULL,
              kind TEXT NOT NULL, person INTEGER, people TEXT NOT NULL, text TEXT NOT NULL,
              act TEXT, at DOUBLE NOT NULL, wall DOUBLE NOT NULL, PRIMARY KEY (game, number));
            CREATE TABLE facts (name TEXT PRIMARY KEY, value DOUBLE NOT NULL);
            INSERT INTO games VALUES ('abc', '{"clock":"none"}', '[]', 1.5, 1);
            INSERT INTO events VALUES ('abc', 0, 'join', 0, '[0]', '', NULL, 2.5, 3.5);
            INSERT INTO facts VALUES ('served', 7.0);
            """
        )
    file, target = tmp_path / "old.backup", database_of(kind, tmp_path, "new")
    assert save(f"sqlite:///{old}", file) == 1
    assert load(target, file) == 1
    found = contents(target)
    assert [(row[0], row[3], row[4]) for row in found["games"]] == [("abc", 1.5, True)]
    assert found["events"][0][:4] == ("abc", 0, "join", 0)
    assert found["changes"] == [("administration", 0)]


def test_a_database_without_games_cannot_be_backed_up(tmp_path: Path) -> None:
    for database in (f"sqlite:///{tmp_path / 'none.sqlite'}", database_of("postgresql", tmp_path)):
        with pytest.raises(BadOptions) as refused:
            save(database, tmp_path / "none.backup")
        assert refused.value.key == "cli-backup-nothing"
    assert list(tmp_path.iterdir()) == []
