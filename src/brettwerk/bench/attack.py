"""Attacks on a server while others play: how much longer their moves take, beside a plain echo.

Attackers and players have addresses of their own (Linux has all of 127.0.0.0/8), since the
server's limits count by address. The echo runs in another process and does nothing else: what it
loses is what the machine is short of, and no fault of the server.
"""

import asyncio
import json
import multiprocessing
import os
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from http.client import HTTPConnection, HTTPException
from random import Random
from threading import Thread
from time import monotonic, perf_counter
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from brettwerk.bench.echo import EchoServer
from brettwerk.bench.load import LoadPlan, LoadReport, percentile_ms, play_for
from brettwerk.bench.load_client import LoadGame, Message
from brettwerk.core.registry import definition, game, names

CONNECTIONS = 20
WARM_UP = 2.0  # seconds
ATTACKER = "127.0.0.66"
STUDY_MOVES = 300
Request = tuple[str, str, Message | bytes | None, dict[str, str]]  # method, path, body, headers
Attack = Callable[[Random], Request]
Talk = tuple[str, Message]  # the path of a WebSocket, and a message


@dataclass(frozen=True)
class Targets:
    """What there is to attack: a long game, addresses of games' own pages, and a finished game."""

    long_game: str
    plies: int
    pages: tuple[str, ...]
    finished: str
    keys: str


def attacks(targets: Targets) -> dict[str, Attack]:
    """Return the attacks by name."""
    long, rng = f"/api/games/{targets.long_game}", Random(1)
    studied, line = names()[0], list[str]()
    position = game(studied).start()
    while len(line) < STUDY_MOVES and not position.outcome:
        move = position.random_move(rng)
        line, position = [*line, move.text], position.play(move)
    text = position.text

    def get(path: Callable[[Random], str]) -> Attack:
        return lambda rng: ("GET", path(rng), None, {})

    def post(path: str, body: Callable[[Random], Message], **headers: str) -> Attack:
        return lambda rng: ("POST", path, body(rng), headers)

    def page(rng: Random) -> str:
        return re.sub(r"{.*?}", str(rng.randrange(1000)), rng.choice(targets.pages))

    def junk(rng: Random) -> Request:
        headers = {"content-type": rng.choice(("application/json", "text/plain"))}
        return "POST", rng.choice(("/api/games", "/api/study", long)), rng.randbytes(400), headers

    def of_games(*paths: str) -> Attack:
        return get(lambda rng: rng.choice(paths).format(rng.choice(names())))

    found = {
        "picture": get(lambda rng: f"{long}/picture.svg?ply={rng.randrange(targets.plies)}"),
        "picture-png": get(lambda rng: f"{long}/picture.png?ply={rng.randrange(targets.plies)}"),
        "record-json": get(lambda _: f"{long}/record.json"),
        "record-pgn": get(lambda _: f"{long}/record.pgn"),
        "game": get(lambda _: long),
        "front-page": get(lambda _: "/"),
        "ready": get(lambda _: "/readyz"),
        "previews": of_games("/app/preview-{}.png"),
        "device-data": of_games("/data/en/puzzles/{}.json", "/data/en/courses/{}.json"),
        "boards": of_games("/board/{}.svg?flipped=1", "/start/{}.svg"),
        "study-pages": of_games("/puzzles/{}", "/analysis/{}"),
        "study": post(
            "/api/study",
            lambda rng: {"game": studied, "moves": line[: rng.randrange(len(line))], "from": 0},
        ),
        "answer": post("/api/study/answer", lambda _: {"position": text, "level": 10}),
        "rematch": post(
            f"/api/games/{targets.finished}/acts",
            lambda rng: {"t": "act", "id": str(rng.random()), "do": "again"},
            authorization=f"Bearer {targets.keys}",
        ),
        "new-games": post(
            "/api/games",
            lambda _: {"game": studied, "seats": [{"kind": "here"}] * definition(studied).players},
        ),
        "junk": junk,
    }
    return found | ({"pages-of-games": get(page)} if targets.pages else {})


def talks(targets: Targets) -> dict[str, Talk]:
    """Return the attacks over WebSockets by name: where they connect, and what they say."""
    where = f"/ws/{targets.long_game}"
    return {
        "explain": (where, {"t": "explain", "way": "."}),
        "junk-talk": (where, {"t": "act", "id": "1", "do": "play", "text": "x" * 99}),
    }


# -- attackers ------------------------------------------------------------------------------------
def hammer(
    address: str, attack: str, targets: Targets, seconds: float, connections: int = CONNECTIONS
) -> dict[str, int]:
    """Ask again and again over many connections; return how often each status was answered."""
    statuses: Counter[str] = Counter()
    os.nice(19)  # elsewhere, attackers take none of the server's processors
    until, talk = monotonic() + seconds, talks(targets).get(attack)
    work = (
        partial(_talk_forever, address, talk)
        if talk
        else partial(_ask_forever, address, attacks(targets)[attack])
    )
    threads = [
        Thread(target=work, args=(Random(number), until, statuses)) for number in range(connections)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return dict(sorted(statuses.items()))


def _ask_forever(
    address: str, attack: Attack, rng: Random, until: float, statuses: Counter[str]
) -> None:
    where = urlsplit(address)
    while monotonic() < until:
        connection = HTTPConnection(
            where.hostname or "", where.port, timeout=30, source_address=(ATTACKER, 0)
        )
        with suppress(OSError, HTTPException):
            while monotonic() < until:
                statuses[str(_ask(connection, attack(rng)))] += 1
        connection.close()


def _talk_forever(
    address: str, talk: Talk, rng: Random, until: float, statuses: Counter[str]
) -> None:
    path, message = talk
    text, url = json.dumps(message), address.replace("http", "ws", 1) + path
    while monotonic() < until:
        with (
            suppress(OSError, WebSocketException),
            connect(url, source_address=(ATTACKER, 0), open_timeout=30) as socket,
        ):
            socket.send(json.dumps({"t": "hello", "v": 1}))
            while monotonic() < until:
                socket.send(text)
                with suppress(TimeoutError):
                    statuses[json.loads(socket.recv(timeout=rng.random()))["t"]] += 1


def _ask(connection: HTTPConnection, request: Request) -> int:
    method, path, body, headers = request
    if isinstance(body, dict):
        body, headers = json.dumps(body).encode(), {"content-type": "application/json", **headers}
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status


# -- the measurement ------------------------------------------------------------------------------
@dataclass
class AttackReport:
    """The seconds that moves and echoes took before an attack and during it, and its answers."""

    name: str
    before: list[float]
    during: list[float]
    echo_before: list[float]
    echo_during: list[float]
    statuses: dict[str, int]
    refused: int = 0
    faults: int = field(init=False)

    def __post_init__(self) -> None:
        self.faults = sum(n for status, n in self.statuses.items() if status == "500")

    def as_json(self) -> Message:
        """Return the report as JSON."""
        return {
            "attack": self.name,
            "p99_before_ms": percentile_ms(self.before, 0.99),
            "p99_during_ms": percentile_ms(self.during, 0.99),
            "p50_before_ms": percentile_ms(self.before, 0.5),
            "p50_during_ms": percentile_ms(self.during, 0.5),
            "echo_p99_before_ms": percentile_ms(self.echo_before, 0.99),
            "echo_p99_during_ms": percentile_ms(self.echo_during, 0.99),
            "moves": len(self.during),
            "answers": self.statuses,
        }


async def run_attacks(plan: LoadPlan, targets: Targets, wanted: list[str]) -> list[AttackReport]:
    """Let each attack come while the games of a plan are played, after as long without any."""
    games = [LoadGame(plan.address, plan.sockets, n, plan.seed) for n in range(plan.games)]
    for one in games:
        await one.begin()
    echo = await asyncio.to_thread(EchoServer)
    try:
        await _measure(replace(plan, seconds=WARM_UP), games, echo)
        return [await _run_one(plan, games, targets, name, echo) for name in wanted]
    finally:
        echo.close()
        for one in games:
            one.close()


async def _run_one(
    plan: LoadPlan, games: list[LoadGame], targets: Targets, name: str, echo: EchoServer
) -> AttackReport:
    processes = multiprocessing.get_context("spawn").Pool(1)
    with processes:
        # What a server makes once and keeps is no attack.
        await asyncio.to_thread(processes.apply, hammer, (plan.address, name, targets, WARM_UP, 1))
        await asyncio.sleep(WARM_UP)
        before, echo_before = await _measure(plan, games, echo)
        work = (plan.address, name, targets, plan.seconds)
        hammering = processes.apply_async(hammer, work)
        during, echo_during = await _measure(plan, games, echo)
        statuses = await asyncio.to_thread(hammering.get, 120)
    return AttackReport(
        name, before.took, during.took, echo_before, echo_during, statuses, during.refused
    )


async def _measure(
    plan: LoadPlan, games: list[LoadGame], echo: EchoServer
) -> tuple[LoadReport, list[float]]:
    report = LoadReport()
    until = perf_counter() + plan.seconds
    echoed, _ = await asyncio.gather(echo.measure(until), play_for(games, plan, until, report))
    return report, echoed
