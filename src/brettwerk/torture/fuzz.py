"""Fuzzing: malformed messages on HTTP and WebSocket while others play on the same server."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from msgspec import json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from brettwerk.torture.checker import check
from brettwerk.torture.client import DISCONNECTED
from brettwerk.torture.cluster import Cluster, ClusterConfig
from brettwerk.torture.evidence import Violation
from brettwerk.torture.fuzz_messages import Corpus, Request, corpus, fuzzed_json, fuzzed_request
from brettwerk.torture.history import Recorder
from brettwerk.torture.http_client import Address, fetch, request_bytes
from brettwerk.torture.run import playing, read_all, stopped_by_terminate, tracebacks

FUZZERS = 8
BATCH = 40  # messages on one connection
ANSWER_WITHIN = 20.0
# The server gives a request 10 s for its head and 30 s for its body.
SLOW_WITHIN = 45.0
SLOW_CLIENTS = 20
BYSTANDERS = 3
INTERNAL_ERROR = 1011  # the close code of a WebSocket


@dataclass
class FuzzReport:
    """What came of fuzzing."""

    requests: int = 0
    messages: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    closed: Counter[int] = field(default_factory=Counter)
    moves: int = 0
    violations: list[Violation] = field(default_factory=list)

    def counts(self) -> dict[str, object]:
        """Return how much was sent, and what came back."""
        statuses = ", ".join(
            f"{status}: {count}" for status, count in sorted(self.statuses.items())
        )
        closed = ", ".join(f"{code}: {count}" for code, count in sorted(self.closed.items()))
        sent = {"requests": self.requests, "messages": self.messages, "moves": self.moves}
        return {**sent, "statuses": statuses, "closed": closed}

    def add(self, kind: str, sent: bytes, **details: object) -> None:
        """Record something that must not happen."""
        self.violations.append(Violation(kind, "", {"sent": repr(sent[:500]), **details}))


async def run_fuzz(
    arrangement: ClusterConfig, messages: int, seed: int, *, slow: bool = True
) -> FuzzReport:
    """Send this many malformed messages, and some slow ones; leave nothing running."""
    rng, recorder = Random(seed), Recorder(arrangement.servers, seed)
    cluster = Cluster(arrangement, recorder, rng)
    try:
        with stopped_by_terminate():
            await cluster.open()
            return await _fuzz_beside_a_game(cluster, recorder, messages, rng, slow)
    finally:
        await cluster.close()


async def _fuzz_beside_a_game(
    cluster: Cluster, recorder: Recorder, messages: int, rng: Random, slow: bool
) -> FuzzReport:
    report = FuzzReport()
    async with playing(cluster, recorder, rng, BYSTANDERS) as clients:
        # A game of their own, since a mutated command may well be one that is allowed.
        known = await _own_corpus(cluster.servers[0].address, clients[0].table.name)
        await _fuzz(cluster, known, messages, rng, report, slow)
    history = await read_all(cluster, recorder, all_games=False)
    report.moves = sum(event.kind == "play" for game in history.stored for event in game.events)
    report.violations += check(history)
    for line in tracebacks(cluster.log_lines()):
        report.violations.append(Violation("traceback", "", {"line": line}))
    return report


async def _own_corpus(address: Address, name: str) -> Corpus:
    answer = await fetch(address, "/api/games", method="POST", body={"game": name})
    game = answer.json["id"]
    state = (await fetch(address, f"/api/games/{game}")).json
    return corpus(game, name, state["moves"][0][0] if state["moves"] else "a1")


async def _fuzz(
    cluster: Cluster, known: Corpus, messages: int, rng: Random, report: FuzzReport, slow: bool
) -> None:
    """Let several fuzzers share the work."""
    share = -(-messages // FUZZERS)
    async with asyncio.TaskGroup() as group:
        for _ in range(FUZZERS):
            fuzzer = Fuzzer(cluster, known, Random(rng.random()), report)
            group.create_task(fuzzer.run(share))
        for number in range(SLOW_CLIENTS if slow else 0):
            server = cluster.servers[number % len(cluster.servers)]
            group.create_task(_drip(server.address, known, Random(rng.random()), report))


class Fuzzer:
    """Sends one batch after another."""

    def __init__(self, cluster: Cluster, known: Corpus, rng: Random, report: FuzzReport) -> None:
        self._cluster, self._known, self._rng, self._report = cluster, known, rng, report

    async def run(self, share: int) -> None:
        """Send this many messages, most of them to WebSockets."""
        while share > 0:
            address = self._rng.choice(self._cluster.servers).address
            if self._rng.random() < 0.05:
                share -= await self._talk(address, min(BATCH, share))
            else:
                share -= await self._ask(address, fuzzed_request(self._rng, self._known))

    # -- HTTP -----------------------------------------------------------------------------------
    async def _ask(self, address: Address, request: Request) -> int:
        self._report.requests += 1
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                status = await _status(address, request)
        except TimeoutError:
            self._report.add("hang", request.data, seconds=ANSWER_WITHIN)
            return 1
        self._report.statuses[status] += 1
        if status >= 500 and status != 503:
            self._report.add("server-error", request.data, status=status)
        return 1

    # -- WebSockets -----------------------------------------------------------------------------
    async def _talk(self, address: Address, count: int) -> int:
        """Send a batch to a game or an analysis, and see whether the server still answers."""
        analysis = self._rng.random() < 0.2
        path = "analysis" if analysis else self._known.gets[2].rpartition("/")[2]
        sent = [b"connecting"]
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                socket = await connect(
                    f"ws://{address[0]}:{address[1]}/ws/{path}",
                    compression=None,
                    ping_interval=None,
                    max_size=None,
                )
                try:
                    await self._send_batch(socket, count, analysis, sent)
                finally:
                    socket.transport.abort()
        except TimeoutError:
            self._report.add("hang", sent[-1], seconds=ANSWER_WITHIN)
        except ConnectionClosed as closed:
            self._closed(closed, sent[-1])
        except DISCONNECTED:
            self._report.closed[0] += 1
        return max(1, len(sent) - 1)

    async def _send_batch(
        self, socket: ClientConnection, count: int, analysis: bool, sent: list[bytes]
    ) -> None:
        messages = self._known.analysis if analysis else self._known.socket
        if self._rng.random() < 0.8:
            await socket.send('{"t": "hello", "v": 1}')
        for _ in range(count):
            sent.append(fuzzed_json(self._rng, messages))
            self._report.messages += 1
            # As text even where it is none, or as bytes, which servers do not expect.
            await socket.send(sent[-1], text=self._rng.random() < 0.95)
        if not analysis:
            await socket.send('{"t": "ping"}')
            while json.decode(await socket.recv()).get("t") != "pong":
                pass

    def _closed(self, closed: ConnectionClosed, last: bytes) -> None:
        code = closed.rcvd.code if closed.rcvd else 0
        self._report.closed[code] += 1
        if code == INTERNAL_ERROR:
            self._report.add("server-error", last, status=code)


async def _status(address: Address, request: Request) -> int:
    """Return the status of the answer, 0 if the connection was closed without one."""
    try:
        reader, writer = await asyncio.open_connection(*address)
    except OSError:
        return 0
    try:
        writer.write(request.data)
        if not request.complete:
            writer.write_eof()
        words = (await reader.readline()).split()
        return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
    except (OSError, ValueError):
        return 0
    finally:
        writer.transport.abort()


async def _drip(address: Address, known: Corpus, rng: Random, report: FuzzReport) -> None:
    """Send a request byte by byte, slower than any server should wait for."""
    path, body = rng.choice(known.posts)
    request = request_bytes("POST", path, body)
    fast = rng.choice((0, request.index(b"\r\n\r\n") + 4))
    reader, writer = await asyncio.open_connection(*address)
    try:
        async with asyncio.timeout(SLOW_WITHIN):
            writer.write(request[:fast])
            closed = asyncio.create_task(reader.read(-1))
            for byte in request[fast:]:
                done, _ = await asyncio.wait({closed}, timeout=rng.uniform(0.5, 3))
                if done:
                    break
                writer.write(bytes((byte,)))
            await asyncio.gather(closed, return_exceptions=True)
    except TimeoutError:
        report.add("hang", request, seconds=SLOW_WITHIN)
    finally:
        writer.transport.abort()
