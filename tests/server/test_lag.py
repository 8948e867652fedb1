"""Time given back for slow connections."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brettwerk import game
from brettwerk.errors import MatchError
from brettwerk.match import Match, parse_time_control
from brettwerk.match.clock import Clock, TimeControl
from brettwerk.server.crews import make_pool
from brettwerk.server.http.round_trip import LONGEST, RoundTrip
from brettwerk.server.play.config import make_config
from brettwerk.server.play.lag import after_move, credit, new_quotas
from brettwerk.server.play.messages import Command, GameRequest
from brettwerk.server.play.registry import GameRegistry
from brettwerk.server.play.session import GameSession
from brettwerk.server.play.state import GameState, replay
from brettwerk.server.settings import Settings
from brettwerk.server.storage.model import Event, Seat
from brettwerk.server.storage.store import GameStore
from server.helpers import FRIEND, HERE, make, serving

MINUTE, LONG = TimeControl(60.0), TimeControl(600.0)


# -- the round trip -------------------------------------------------------------------------------
def test_the_way_there_and_back_is_measured_and_smoothed() -> None:
    times = iter([10.0, 10.2, 20.0, 20.4])
    trip = RoundTrip(lambda: next(times))
    assert trip.seconds == 0.0
    trip.end(trip.begin())
    assert trip.seconds == pytest.approx(0.2)
    trip.end(trip.begin())
    assert trip.seconds == pytest.approx(0.26)


def test_only_the_last_number_counts_and_only_once() -> None:
    times = iter([0.0, 1.0, 1.1, 99.0])
    trip = RoundTrip(lambda: next(times))
    old = trip.begin()
    new = trip.begin()
    trip.end(old)
    trip.end(new + 1)
    assert trip.seconds == 0.0
    trip.end(new)
    trip.end(new)
    assert trip.seconds == pytest.approx(0.1)


def test_an_outage_counts_as_a_slow_connection_at_most() -> None:
    times = iter([0.0, 1000.0])
    trip = RoundTrip(lambda: next(times))
    trip.end(trip.begin())
    assert trip.seconds == LONGEST


# -- quotas ---------------------------------------------------------------------------------------
def test_at_most_a_second_a_move_is_given_back() -> None:
    quotas = new_quotas(LONG, 2)
    assert credit(quotas, 0, 0.25) == 0.25
    assert credit(quotas, 0, 4.0) == 1.0


def test_a_quota_is_used_up_and_refills() -> None:
    quotas, given = new_quotas(MINUTE, 2), []
    for _ in range(12):
        back = credit(quotas, 1, 1.0)
        quotas = after_move(quotas, MINUTE, 1, back)
        given.append(back)
    assert given[0] == 1.0
    assert given[-1] == pytest.approx(1 / 3, abs=1e-3)  # what a move earns in a short game
    assert quotas[0] == new_quotas(MINUTE, 2)[0]
    for _ in range(12):
        quotas = after_move(quotas, MINUTE, 1, 0.0)
    assert quotas[1] == pytest.approx(5 / 3)


# -- clocks and events ----------------------------------------------------------------------------
def test_a_clock_charges_the_turn_without_its_lag_and_starts_the_next_now() -> None:
    clock = Clock.new(MINUTE, 2).start(0, 100.0).press(110.0, 1, lag=0.4)
    assert clock.left[0] == pytest.approx(50.4)
    assert clock.remaining(1, 111.0) == pytest.approx(59.0)


def test_nobody_gets_more_back_than_the_turn_took() -> None:
    assert Clock.new(MINUTE, 2).start(0, 100.0).press(100.1, 1, lag=1.0).left[0] == 60.0


def test_a_move_that_was_on_its_way_when_time_ran_out_counts() -> None:
    match = Match.new(game("bedraengnis"), time_control=MINUTE).start_clock(0.0)
    with pytest.raises(MatchError):
        match.play(0, "b2", 60.1)
    after = match.play(0, "b2", 60.1, lag=0.3)
    assert after.clock is not None
    assert after.clock.left[0] == pytest.approx(0.2)


def new_state(clock: str) -> GameState:
    seats = [Seat("here"), Seat("here")]
    wanted = GameRequest("bedraengnis", seats=seats, clock=clock, begins=0)
    return GameState.new(make_config(wanted, Random(1)))


def test_the_state_is_a_function_of_events_with_their_lag() -> None:
    state = new_state("1")
    first = state.match.position.moves[0].text
    state = state.apply(Event("play", 0, (0,), first, at=1.0, lag=0.5))
    assert state.quotas[0] == pytest.approx(4 / 3)  # the clock did not run yet: nothing was used
    second = state.match.position.moves[0].text
    slow = state.apply(Event("play", 1, (1,), second, at=11.0, lag=0.7))
    plain = state.apply(Event("play", 1, (1,), second, at=11.0))
    assert slow.match.clock
    assert plain.match.clock
    assert slow.match.clock.left[1] == pytest.approx(plain.match.clock.left[1] + 0.7)
    assert slow.quotas[1] == pytest.approx(plain.quotas[1] - 0.7)


# -- a server, with a time of its own --------------------------------------------------------------
class Player:
    """A connection of a person, as slow as one likes."""

    def __init__(self, *people: int, lag: float = 0.0) -> None:
        self.client, self.people, self.open, self.lag = "someone", people, True, lag

    def send(self, message: bytes) -> None: ...

    def revoke(self, person: int) -> None: ...

    def hang_up(self, code: int) -> None: ...


class World:
    """A server whose time is set by the test."""

    def __init__(self, registry: GameRegistry, session: GameSession) -> None:
        self.registry, self.session, self.now = registry, session, 1000.0
        self._ids = count()

    async def play(self, player: Player, lag: float | None = None) -> None:
        move = self.session.state.match.position.moves[0].text
        version = self.session.state.version
        command = Command(f"m{next(self._ids)}", "play", version, text=move)
        given = player.lag if lag is None else lag
        await self.registry.execute(self.session, player.people, command, "someone", given)

    @property
    def left(self) -> tuple[float, ...]:
        clock = self.session.state.match.clock
        assert clock
        return clock.left


def in_world(tmp_path: Path, work: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        settings = Settings(f"sqlite:///{tmp_path / 'games.sqlite'}", processes=False)
        store = GameStore(settings.url)
        await store.open()
        registry = GameRegistry(settings, store, make_pool(settings))
        wanted = GameRequest("bedraengnis", seats=[Seat("here"), Seat("here")], clock="1", begins=0)
        made = await registry.create(wanted)
        world = World(registry, await registry.get(made.id))

        async def served_now() -> float:
            return world.now

        monkeypatch.setattr(registry.leases, "now", lambda: world.now)
        monkeypatch.setattr(registry.leases, "served_now", served_now)
        try:
            await work(world)
            stored = await store.load(made.id)
            assert stored
            again = replay(GameState.new(stored.config), stored.events)
            assert again.match.clock == world.session.state.match.clock
            assert again.quotas == world.session.state.quotas
        finally:
            await registry.close()
            await store.close()

    assert parse_time_control("1") == MINUTE
    asyncio.run(run())


def test_a_slow_player_gets_time_back_and_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(world: World) -> None:
        slow, quick = Player(0, lag=0.4), Player(1)
        for player in (slow, quick):
            await world.registry.connect(world.session, player)
        await world.play(slow)  # starts the clock
        world.now += 5
        await world.play(quick)
        assert world.left[1] == pytest.approx(55.0)
        world.now += 5
        await world.play(slow)
        assert world.left[0] == pytest.approx(55.4)

    in_world(tmp_path, work, monkeypatch)


def test_a_flag_waits_for_a_move_that_may_be_on_its_way_but_not_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(world: World) -> None:
        slow, quick = Player(0, lag=0.4), Player(1)
        for player in (slow, quick):
            await world.registry.connect(world.session, player)
        await world.play(slow)
        await world.play(quick)
        world.now += 60.3
        await world.registry.atomically(
            world.session, lambda: world.registry.apply_timeout(world.session)
        )
        assert world.session.state.match.outcome is None
        await world.play(slow)
        assert world.left[0] == pytest.approx(0.1)
        await world.play(quick)
        world.now += 0.6
        await world.registry.atomically(
            world.session, lambda: world.registry.apply_timeout(world.session)
        )
        assert world.session.state.match.outcome is not None

    in_world(tmp_path, work, monkeypatch)


def test_programs_over_http_get_none_back() -> None:
    with serving() as client:
        made = make(client, "bedraengnis", HERE, HERE, clock="10", begins=0)
        keys = ",".join(made.keys.values())
        for number in range(3):
            table = made.look()
            act = {"t": "act", "id": f"h{number}", "do": "play", "moment": table["moment"]}
            answer = client.post(
                f"/api/games/{made.id}/acts",
                json={**act, "text": table["moves"][0][0]},
                headers={"authorization": f"Bearer {keys}"},
            )
            assert answer.status_code == 200
        registry = client.app.state.registry  # type: ignore[attr-defined]
        session = registry.sessions[made.id]
        assert session.state.quotas == (5.0, 4.0)
        assert session.state.last.lag == 0.0


def test_the_server_measures_by_numbers_that_are_sent_back() -> None:
    with serving() as client:
        made = make(client, "bedraengnis", HERE, FRIEND, clock="10", begins=0)
        with made.sit(0) as player:
            registry = client.app.state.registry  # type: ignore[attr-defined]
            (listener,) = registry.sessions[made.id].listeners
            player.say({"t": "ping"})
            number = player.get("pong")["n"]
            assert listener.lag == 0.0
            player.say({"t": "echo", "n": number + 5})
            player.say({"t": "ping"})
            last = player.get("pong")["n"]
            player.say({"t": "echo", "n": last})
            player.say({"t": "ping"})
            player.get("pong")
            assert 0 < listener.lag < LONGEST
