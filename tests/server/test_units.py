"""What is stored is shown: memory and database agree, whenever a client disconnects."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError

from brettwerk.boards.tableaus import FRONTS
from brettwerk.errors import BrettwerkError
from brettwerk.server.crews import make_pool
from brettwerk.server.errors import ServerError
from brettwerk.server.http.rate_limits import RateLimiter
from brettwerk.server.play.api import page_facts
from brettwerk.server.play.messages import Command, GameRequest
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.play.scheduler import Scheduler
from brettwerk.server.play.session import GameSession
from brettwerk.server.play.state import GameState, replay
from brettwerk.server.settings import Settings
from brettwerk.server.storage.model import Seat
from brettwerk.server.storage.store import GameStore


class Viewer:
    """A connection that remembers what it was sent."""

    def __init__(self, *people: int) -> None:
        self.client, self.people, self.open = "someone", people, True
        self.moves: list[str] = []
        self.version = -1
        self.lag = 0.0

    def revoke(self, person: int) -> None: ...

    def hang_up(self, code: int) -> None: ...

    def send(self, message: bytes) -> None:
        told: dict[str, Any] = json.loads(message)
        if told["t"] == "table":
            self.moves[told["from"] :] = [frame["text"] for frame in told["frames"]]
            self.version = told["moment"]


@asynccontextmanager
async def playing(tmp_path: Path) -> AsyncIterator[tuple[GameRegistry, GameSession]]:
    """A game of Das Bedrängnis between two friends."""
    settings = Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", processes=False)
    store = GameStore(settings.url)
    await store.open()
    registry = GameRegistry(settings, store, make_pool(settings))
    seats = [Seat("friend"), Seat("friend")]
    made = await registry.create(GameRequest("bedraengnis", seats=seats, begins=0))
    try:
        yield registry, await registry.get(made.id)
    finally:
        await registry.close()
        await store.close()


def first_move(session: GameSession, number: int = 0) -> Command:
    """Play the first legal move."""
    move = session.state.match.position.moves[0].text
    return Command(f"c{session.state.version}-{number}", "play", session.state.version, text=move)


async def check(registry: GameRegistry, session: GameSession, *viewers: Viewer) -> None:
    """The database, memory and what every viewer was sent agree."""
    async with session.lock:  # whatever was begun is finished first
        stored = await registry.store.load(session.id)
    assert stored
    state = replay(GameState.new(stored.config), stored.events)
    assert session.number == len(stored.events)
    assert session.state.version == state.version
    assert session.state.joined == state.joined
    assert session.state.frames == state.frames
    for viewer in viewers:
        assert viewer.version == state.version
        assert viewer.moves == [frame.text for frame in state.frames]


async def given_up(work: Coroutine[Any, Any, Any], rng: Random) -> None:
    """Begin something, and go away after a moment."""
    task = asyncio.create_task(work)
    if rng.random() < 0.5:
        await asyncio.sleep(rng.random() * 0.004)
    else:
        for _ in range(rng.randrange(6)):
            await asyncio.sleep(0)
    task.cancel()
    with suppress(asyncio.CancelledError, BrettwerkError):
        await task


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


@pytest.mark.parametrize("seed", range(3))
def test_a_move_that_is_stored_is_shown_whenever_its_player_goes_away(
    seed: int, tmp_path: Path
) -> None:
    async def work() -> None:
        rng = Random(seed)
        async with playing(tmp_path) as (registry, session):
            watching = Viewer()
            await registry.connect(session, watching)
            for number in range(12):
                if session.state.match.outcome or session.state.match.round_over:
                    break
                person = session.state.match.turn
                command = first_move(session, number)
                await given_up(registry.execute(session, (person,), command, "someone"), rng)
                await check(registry, session, watching)

    run(work)


def test_whoever_goes_away_while_joining_is_no_viewer_and_has_joined_everywhere_or_nowhere(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        rng = Random(5)
        for number in range(12):
            (tmp_path / str(number)).mkdir()
            async with playing(tmp_path / str(number)) as (registry, session):
                watching, leaving = Viewer(), Viewer(number % 2)
                await registry.connect(session, watching)

                async def visit(
                    registry: GameRegistry = registry,
                    session: GameSession = session,
                    leaving: Viewer = leaving,
                ) -> None:
                    try:
                        await registry.connect(session, leaving)
                        await asyncio.sleep(60)
                    finally:
                        leaving.open = False
                        registry.disconnect(session, leaving)

                await given_up(visit(), rng)
                await check(registry, session, watching)
                assert session.listeners == {watching}

    run(work)


@pytest.mark.parametrize("stored", [True, False])
def test_when_nobody_knows_what_the_database_has_it_is_read_again(
    stored: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with playing(tmp_path) as (registry, session):
            watching = Viewer()
            await registry.connect(session, watching)
            commit = registry.store._writer.commit

            async def fails(batch: Any) -> None:
                if stored:
                    await commit(batch)
                raise OperationalError("INSERT", {}, OSError("the connection was lost"))

            monkeypatch.setattr(registry.store._writer, "commit", fails)
            command = first_move(session)
            with pytest.raises(ServerError) as refused:
                await registry.execute(session, (0,), command, "someone")
            assert (refused.value.status, refused.value.key) == (503, "page-store")
            monkeypatch.undo()
            # The client sends the same command again: it is executed once, and everybody sees it.
            await registry.execute(session, (0,), command, "someone")
            await check(registry, session, watching)
            assert len(session.state.frames) == 1

    run(work)


def test_a_command_id_belongs_to_a_seat_and_means_one_thing(tmp_path: Path) -> None:
    async def work() -> None:
        async with playing(tmp_path) as (registry, session):
            for person in (0, 1):  # each counts for itself
                await registry.execute(
                    session, (person,), Command("1", "name", text=f"P{person}"), "someone"
                )
            assert session.state.match.names == ("P0", "P1")
            await registry.execute(session, (0,), Command("1", "name", text="P0"), "someone")
            with pytest.raises(ServerError) as refused:
                await registry.execute(session, (0,), Command("1", "name", text="Bo"), "someone")
            assert (refused.value.status, refused.value.key) == (409, "page-act-id-used")
            await check(registry, session)

    run(work)


def test_an_id_that_stands_for_one_person_and_position_stands_for_no_other(tmp_path: Path) -> None:
    async def work() -> None:
        async with playing(tmp_path) as (registry, session):
            both, name = (0, 1), Command("n", "name", person=0, text="Ada")
            await registry.execute(session, both, name, "someone")
            await registry.execute(session, both, name, "someone")
            first = first_move(session)
            await registry.execute(session, both, first, "someone")
            later = replace(first, version=session.state.version)
            for other in (replace(name, person=1), later):
                with pytest.raises(ServerError) as refused:
                    await registry.execute(session, both, other, "someone")
                assert (refused.value.status, refused.value.key) == (409, "page-act-id-used")
            await registry.execute(session, both, first, "someone")
            assert session.state.match.names[1] != "Ada"
            assert len(session.state.frames) == 1
            # The same holds after a restart.
            registry.forget(session)
            session = await registry.get(session.id)
            await registry.execute(session, both, first, "someone")
            with pytest.raises(ServerError):
                await registry.execute(session, both, later, "someone")
            await check(registry, session)

    run(work)


def test_a_connection_that_fails_keeps_nothing_from_the_others(tmp_path: Path) -> None:
    class Broken(Viewer):
        gone = 0

        def send(self, message: bytes) -> None:
            raise OSError(f"{len(message)} bytes cannot be sent")

        def hang_up(self, code: int) -> None:
            self.gone = code

    async def work() -> None:
        async with playing(tmp_path) as (registry, session):
            viewers, broken = [Viewer() for _ in range(8)], Broken()
            session.listeners = {*viewers, broken}
            await registry.execute(session, (0,), first_move(session), "someone")
            await check(registry, session, *viewers)
            assert broken.gone

    run(work)


def test_a_fault_between_storing_and_showing_makes_a_game_read_itself_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with playing(tmp_path) as (registry, session):
            watching = Viewer()
            await registry.connect(session, watching)
            monkeypatch.setattr(session, "advance", lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                await registry.execute(session, (0,), first_move(session), "someone")
            monkeypatch.undo()
            await registry.connect(session, Viewer(1))
            await check(registry, session, watching)
            assert len(session.state.frames) == 1

    run(work)


def test_what_was_stored_though_it_seemed_to_fail_is_shown_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with playing(tmp_path) as (registry, session):
            watching, scheduler = Viewer(), Scheduler(registry)
            await registry.connect(session, watching)
            commit = registry.store._writer.commit

            async def fails(batch: Any) -> None:
                await commit(batch)
                raise OperationalError("INSERT", {}, OSError("the connection was lost"))

            monkeypatch.setattr(registry.store._writer, "commit", fails)
            with pytest.raises(ServerError):
                await registry.execute(session, (0,), first_move(session), "someone")
            monkeypatch.undo()
            assert not watching.moves
            await scheduler.look_after()
            await check(registry, session, watching)
            assert len(watching.moves) == 1

    run(work)


def test_there_is_one_rematch_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async def work() -> None:
        async with playing(tmp_path) as (registry, session):
            await registry.execute(session, (0,), Command("end", "forfeit", 0), "someone")
            for number in range(4):
                for person in (0, 1):
                    ask = Command(f"again{number}", "again")
                    await registry.execute(session, (person,), ask, "someone")
            await check(registry, session)
            made = set(registry.sessions) - {session.id}
            assert made == {session.state.following}
            await check(registry, registry.sessions[session.state.following])

    run(work)


def test_a_rematch_counts_as_a_new_game(tmp_path: Path) -> None:
    async def work() -> None:
        async with playing(tmp_path) as (registry, session):
            await registry.execute(session, (0,), Command("end", "forfeit", 0), "someone")
            registry.new_games = RateLimiter("new_games", 1, 0)
            registry.new_games.charge("someone")
            with pytest.raises(ServerError) as refused:
                await registry.execute(session, (0, 1), Command("a", "again"), "someone")
            assert refused.value.status == 429
            await check(registry, session)
            assert not session.state.following

    run(work)


def test_pages_get_what_the_choosers_of_options_need() -> None:
    assert page_facts("katarenga").choosers == {"board": FRONTS}
    assert page_facts("abalone").choosers is UNSET
