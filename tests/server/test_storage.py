"""What is stored comes back: after a restart, with its clocks; and from older databases."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event as Flag
from time import monotonic, sleep

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

import brettwerk
from brettwerk.errors import BadOptions
from brettwerk.server.app import make_app
from brettwerk.server.crews import make_pool
from brettwerk.server.errors import ServerError
from brettwerk.server.play.administration import AdministrationWatch
from brettwerk.server.play.config import make_config
from brettwerk.server.play.messages import GameRequest
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.play.state import GameState, replay
from brettwerk.server.settings import Settings
from brettwerk.server.storage.lease_table import LeaseTable
from brettwerk.server.storage.model import Custody, Event, StoredGame
from brettwerk.server.storage.schema import HEAD, events, games, metadata, outages
from brettwerk.server.storage.store import GameStore
from brettwerk.server.storage.upgrade import create, migrate
from server.helpers import COMPUTER, FRIEND, HERE, make, serving
from services import postgresql


@pytest.mark.parametrize("name", brettwerk.NAMES)
def test_a_game_goes_on_after_a_restart(name: str, tmp_path: Path) -> None:
    players = brettwerk.game(name).players
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        game = make(client, name, *[HERE] * players)
        with game.sit(*range(players)) as player:
            player.play_on(Random(2), plies=9)
        before = game.look()
    with serving(file) as client:
        game.client = client
        after = game.look()
        assert {**after, "people": 0} == {**before, "people": 0}
        with game.sit(*range(players)) as player:
            if not player.table["outcome"]:
                assert player.play_on(Random(3), plies=1) == 1


def test_a_server_stops_when_all_it_has_begun_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def takes_long_to_end(_: AdministrationWatch) -> None:
        try:
            await asyncio.sleep(60)
        finally:  # as when a connection of the database is closed in the middle of a question
            await asyncio.sleep(0.2)

    async def work() -> set[asyncio.Task[None]]:
        app = make_app(Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", processes=False))
        async with app.router.lifespan_context(app):
            await asyncio.sleep(0.05)
        return asyncio.all_tasks() - {asyncio.current_task()}

    monkeypatch.setattr(AdministrationWatch, "run", takes_long_to_end)
    assert asyncio.run(work()) == set()


def test_time_stands_while_the_server_is_away(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        game = make(client, "drei", HERE, HERE, clock="1")
        with game.sit(0, 1) as player:
            player.act("play", "d4")
            running = player.table["clock"]["running"]
        before = game.look()["clock"]["left"][running]
    with serving(file) as client:
        game.client = client
        left = game.look()["clock"]["left"][running]
        assert before - 2 < left <= before


def test_a_flag_falls_though_nobody_looks(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as client:
        game = make(client, "drei", HERE, HERE, clock="0:01")
        with game.sit(0, 1) as player:
            player.act("play", "d4")
            while not player.table["outcome"]:
                player.get("table")
            assert player.table["outcome"]["reason"] == "time"
            assert player.act("play", "d5")["t"] == "no"


def test_with_a_clock_nobody_moves_before_all_have_come() -> None:
    with serving() as client:
        game = make(client, "drei", HERE, FRIEND, begins=0, clock="5")
        with game.sit(0) as ada:
            assert ada.act("play", "d4")["key"] == "page-wait-for-all"
            with game.sit(1):
                assert ada.act("play", "d4")["t"] == "done"


def test_a_computer_goes_on_by_itself_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        game = make(client, "abalone", HERE, COMPUTER, begins=0)
        with game.sit(0) as player:
            player.act("play", player.table["moves"][0][0])
    with serving(file) as client:
        game.client = client
        with game.sit(0) as player:
            while player.table["turn"] != 0:
                player.get("table")
            assert len(player.moves) == 2


# -- databases that cannot be used ----------------------------------------------------------------
def refusal(url: str) -> str:
    """The sentence with which a server does not start."""

    async def work() -> str:
        store = GameStore(url)
        try:
            await store.open()
        except BadOptions as error:
            return str(error)
        finally:
            await store.close()
        raise AssertionError("it was opened")

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work()).result()


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file):
        pass
    with closing(sqlite3.connect(file)) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
        other.commit()
    assert "newer version of Brettwerk" in refusal(f"sqlite+aiosqlite:///{file}")


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"something else" * 100)
    assert "file is not a database" in refusal(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}")


def test_a_database_that_cannot_be_written_is_told_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file):
        pass
    with closing(sqlite3.connect(file)) as other:  # as if the disk were full
        for what in ("UPDATE", "INSERT"):
            fails = "BEGIN SELECT RAISE(FAIL, 'disk is full'); END"
            other.execute(f"CREATE TRIGGER no_{what} BEFORE {what} ON leases {fails}")
        other.commit()
    assert "disk is full" in refusal(f"sqlite+aiosqlite:///{file}")


# -- the store ------------------------------------------------------------------------------------
def stored(game: str = "game1") -> StoredGame:
    return StoredGame(game, make_config(GameRequest("drei"), Random(1)), ["", ""], 0.0)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}"
    return Settings(postgresql()).url


async def opened(url: str) -> GameStore:
    """The store, with nothing in it."""
    store = GameStore(url)
    await store.open()
    async with store.engine.begin() as connection:
        for table in (events, games, outages):
            await connection.execute(table.delete())
    return store


def run(work: Coroutine[None, None, None]) -> None:
    """In a thread of its own, whatever else runs in this process."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def test_no_event_is_accepted_twice(url: str) -> None:
    async def work() -> None:
        store = await opened(url)
        await store.create(stored())
        first = Event("join", 0, (0,), command_id="a")
        await store.append("game1", 0, first)
        for number, event in (
            (0, Event("join", 0, command_id="b")),
            (1, Event("join", 0, command_id="a")),
        ):
            with pytest.raises(IntegrityError):
                await store.append("game1", number, event)
        found = await store.load("game1")
        assert found is not None
        assert found.events == [first]
        await store.close()

    run(work())


def test_of_many_writes_at_once_only_the_faulty_fail(url: str) -> None:
    async def work() -> None:
        store = await opened(url)
        await store.create(stored())
        numbers = [0, 1, 2, 1, 3]
        writes = [store.append("game1", n, Event("join", 0)) for n in numbers]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert [isinstance(one, IntegrityError) for one in results].count(True) == 1
        found = await store.load("game1")
        assert found is not None
        assert len(found.events) == 4
        await store.close()

    run(work())


def test_a_game_and_the_event_that_leads_to_it_are_stored_together_or_not_at_all(url: str) -> None:
    async def work() -> None:
        store = await opened(url)
        await store.create(stored())
        await store.append("game1", 0, Event("join", 0))
        following = replace(stored(), id="game2", events=[Event("join", 0)])
        with pytest.raises(IntegrityError):
            await store.create(following, ("game1", 0, Event("again", 0, text="game2")))
        assert await store.load("game2") is None
        # The connection can be used as before, for one statement and for several.
        await store.append("game1", 1, Event("join", 1), Custody("lease", 2.5))
        await store.create(following, ("game1", 2, Event("again", 0, text="game2")))
        found, again = await store.load("game1"), await store.load("game2")
        assert found is not None
        assert again is not None
        assert (len(found.events), found.custody) == (3, Custody("lease", 2.5))
        assert again.events == following.events
        await store.close()

    run(work())


def test_a_connection_that_was_lost_is_made_again() -> None:
    async def work() -> None:
        store = await opened(Settings(postgresql()).url)
        await store.create(stored())
        for number in range(3):
            async with store.engine.connect() as connection:
                await connection.execute(
                    text(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE datname = current_database() AND pid != pg_backend_pid()"
                    )
                )
            await store.append("game1", number, Event("join", 0))
        assert len(await store.events_since("game1", 0)) == 3
        await store.close()

    run(work())


def test_a_server_starts_though_its_first_connection_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = LeaseTable._prune

    async def ended(table: LeaseTable, connection: AsyncConnection) -> None:
        monkeypatch.undo()
        # As PostgreSQL ends a transaction that waited too long for a busy machine.
        connection.sync_connection.connection.driver_connection.terminate()  # type: ignore[union-attr]
        await right(table, connection)

    async def work() -> None:
        monkeypatch.setattr(LeaseTable, "_prune", ended)
        store = await opened(Settings(postgresql()).url)
        assert store.leases.own == {store.leases.primary}
        await store.close()

    run(work())


def test_a_statement_that_never_ends_is_given_up_and_the_next_one_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("brettwerk.server.storage.engine.STATEMENT_SECONDS", 1)

    async def work() -> None:
        store = await opened(Settings(postgresql()).url)
        await store.create(stored())
        other = create_async_engine(store.engine.url)
        async with other.begin() as connection:  # keeps everybody else from the events
            await connection.execute(text("LOCK TABLE events IN ACCESS EXCLUSIVE MODE"))
            with pytest.raises(ServerError) as refused:
                await store.append("game1", 0, Event("join", 0))
            assert refused.value.status == 503
            with pytest.raises(ServerError):
                await store.events_since("game1", 0)
        await store.append("game1", 0, Event("join", 0))
        assert len(await store.events_since("game1", 0)) == 1
        await other.dispose()
        await store.close()

    run(work())


@pytest.mark.parametrize("make", [migrate, create])
def test_migrations_make_just_the_tables_that_are_used(
    make: Callable[[Connection], None], tmp_path: Path
) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with engine.begin() as connection:
        make(connection)
        rows = connection.execute(text("SELECT * FROM changes")).all()
        assert [tuple(row) for row in rows] == [("administration", 0)]
        assert differences(connection) == []
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == HEAD
    engine.dispose()


def test_clocks_of_the_first_edition_go_on_where_its_server_stopped(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    config = make_config(GameRequest("drei", clock="1", begins=0), Random(1))
    state = GameState.new(config)
    plays = [(0, state.match.position.moves[0].text, 100.0)]
    plays.append((1, state.apply(play(*plays[0])).match.position.moves[0].text, 105.0))
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        migrate(connection, "0001")
        for statement, rows in (
            (
                "INSERT INTO games VALUES (:id, :terms, '[]', 0, false)",
                [{"id": "old1", "terms": msgspec.json.encode(config).decode()}],
            ),
            (
                "INSERT INTO events VALUES ('old1', :n, 'play', :n, '[]', :text, NULL, :at, 0)",
                [{"n": person, "text": text, "at": at} for person, text, at in plays],
            ),
            ("INSERT INTO facts VALUES ('served', :value)", [{"value": 115.0}]),
        ):
            connection.execute(text(statement), rows)
    engine.dispose()
    with serving(file) as client:
        clock = client.get("/api/games/old1").json()["clock"]
        assert clock["running"] == 0
        assert 0 < clock["left"][0] <= 50  # ten seconds were served
        assert clock["left"][1] == 55
        deadline = monotonic() + 100
        while client.get("/api/games/old1").json()["last"]["kind"] != "outage":
            assert monotonic() < deadline
            sleep(0.02)


def play(person: int, text: str, at: float) -> Event:
    return Event("play", person, (person,), text, at=at)


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def test_a_state_is_the_same_when_its_events_are_applied_again() -> None:
    config = make_config(GameRequest("triapon", clock="5+3"), Random(4))
    state, events, rng = GameState.new(config), list[Event](), Random(5)
    for at in range(40):
        person = state.match.turn
        text = rng.choice(state.match.position.moves).text
        event = Event("play", person, (person,), text, at=float(at))
        state = state.apply(event)
        events.append(event)
    assert replay(GameState.new(config), events) == state


async def beat_forever(store: GameStore) -> None:
    """Do what the scheduler of a server does."""
    while True:
        await store.leases.beat()
        await asyncio.sleep(0.1)


def test_a_second_server_on_a_database_is_refused(url: str) -> None:
    async def work() -> None:
        store = await opened(url)
        if store.lock:
            store.lock.note("http://127.0.0.1:9/")
        beating = asyncio.create_task(beat_forever(store))
        with pytest.raises(BadOptions, match=r"already running with these games|Another server"):
            await GameStore(url).open()
        beating.cancel()
        await store.close()
        await (await opened(url)).close()

    run(work())


def test_where_the_other_server_is_can_be_told(tmp_path: Path) -> None:
    async def work() -> None:
        url = f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}"
        store = await opened(url)
        with pytest.raises(BadOptions, match=r"Another server is using the database"):
            await GameStore(url).open()
        assert store.lock is not None
        store.lock.note("http://127.0.0.1:9/")
        with pytest.raises(BadOptions, match=r"at http://127\.0\.0\.1:9/;"):
            await GameStore(url).open()
        await store.close()

    run(work())


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("nonsense", "Could not parse"),
        ("sqlite:////nowhere/at/all/games.sqlite", "No such file"),
        ("postgresql://me:secret@127.0.0.1:1/games", r"me:\*\*\*@127.0.0.1"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence(address: str, told: str) -> None:
    async def work() -> None:
        await GameStore(Settings(address).url).open()

    with pytest.raises(BadOptions, match=f"^The database .*{told}.*"):
        run(work())


def test_games_in_which_nothing_happens_can_be_deleted(url: str) -> None:
    async def work() -> None:
        store = await opened(url)
        for name, created in (("old", 10.0), ("older", 20.0), ("open", 10.0), ("new", 900.0)):
            await store.create(replace(stored(name), created=created))
        await store.append("old", 0, Event("join", 0, wall=800.0))
        await store.append("older", 0, Event("join", 0, wall=30.0))
        assert await store.delete_unused(500.0, {"open"}) == 1
        assert [bool(await store.load(name)) for name in ("old", "older", "open", "new")] == [
            True,
            False,
            True,
            True,
        ]
        assert await store.delete_unused(1000.0, ()) == 3
        await store.close()

    run(work())


def test_old_games_are_deleted_at_the_start_if_the_server_is_told_to(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with serving(file) as client:
        game = make(client, "drei", HERE, HERE)
    with serving(file) as client:
        game.client = client
        assert game.look()["id"] == game.id
    with serving(file, keep_days=1e-9) as client:
        game.client = client
        deadline = monotonic() + 10
        while rows(file) and monotonic() < deadline:
            sleep(0.02)
        assert game.look()["key"] == "page-no-game"


def rows(file: Path) -> int:
    """How many games lie in a file."""
    with closing(sqlite3.connect(file)) as connection:
        found: int = connection.execute("SELECT count(*) FROM games").fetchone()[0]
        return found


def test_a_game_is_loaded_once_even_if_who_asked_first_goes_away(tmp_path: Path) -> None:
    async def work() -> None:
        settings = Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", processes=False)
        store = GameStore(settings.url)
        await store.open()
        registry = GameRegistry(settings, store, make_pool(settings))
        await store.create(stored())
        gone, waiting = (asyncio.create_task(registry.find("game1")) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        late = asyncio.create_task(registry.find("game1"))
        assert await late is await waiting is registry.sessions["game1"]
        await registry.close()
        await store.close()

    run(work())


def test_others_need_not_wait_while_a_long_game_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, others_went_on = Flag(), Flag()

    def slowly(state: GameState, events: list[Event]) -> GameState:
        begun.set()
        assert others_went_on.wait(5)
        return replay(state, events)

    async def work() -> None:
        settings = Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", processes=False)
        store = GameStore(settings.url)
        await store.open()
        registry = GameRegistry(settings, store, make_pool(settings))
        await store.create(stored())
        loading = asyncio.create_task(registry.find("game1"))
        while not begun.is_set():
            await asyncio.sleep(0.01)
        others_went_on.set()
        assert await loading is registry.sessions["game1"]
        await registry.close()
        await store.close()

    monkeypatch.setattr("brettwerk.server.play.games.replay", slowly)
    run(work())
